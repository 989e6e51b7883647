import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { t } from '#domain/language/translate.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../context.ts'
import { DOCUMENT_HEADERS } from './client.ts'

const HTML = `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><title>404 Page Not Found · Dosewell</title></head>
<body><h1>404 Page Not Found</h1><p><a href="/">Go to Dosewell</a></p></body></html>
`

interface NotFoundOptions {
  /** Returns the app for this request, or null without a build. */
  shell(request: FastifyRequest): Promise<Buffer | null>
}

/**
 * Unknown API calls get JSON. Any other address gets the app, which shows its 404 page, with a status that search
 * engines and the service worker understand.
 */
export default plugin(async (app: App, { shell }: NotFoundOptions) => {
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$|\?)/.test(request.url)
    if (!isPage) throw new ApiError(404, 'not_found', t('There is nothing at this address.'))
    reply.code(404).type('text/html; charset=utf-8').headers(DOCUMENT_HEADERS)
    return (await shell(request)) ?? HTML
  })
})
