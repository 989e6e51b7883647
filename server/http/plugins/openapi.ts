import type { RouteOptions } from 'fastify'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import { whenNeeded } from '../../platform/when-needed.ts'
import type { App } from '../context.ts'

/** About a connection, and not about what was asked for. */
const OF_A_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length'])

/**
 * Serves the OpenAPI document at /api/openapi.json and a page for reading it at /api/docs, under the same CSP as
 * everything else. Few ask for them, so that what they are made with is read, and the document written, when somebody
 * does.
 */
export default plugin(async (app: App, { config }: { config: Config }) => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  const described = whenNeeded(async () => (await import('./openapi-document.ts')).describe(routes, config))
  app.get(
    '/api/openapi.json',
    { schema: { hide: true, response: { 200: z.record(z.string(), z.unknown()) } } },
    async () => (await described()).document,
  )
  for (const path of ['/api/docs', '/api/docs/*'])
    app.get(path, { schema: { hide: true } }, async ({ headers, raw }, reply) => {
      const page = await (await described()).answer({ url: raw.url ?? path, headers })
      if (page.statusCode === 404) return reply.callNotFound()
      for (const [name, value] of Object.entries(page.headers))
        if (value !== undefined && !OF_A_CONNECTION.has(name)) reply.header(name, value)
      return reply.code(page.statusCode).send(page.payload === '' ? undefined : page.rawPayload)
    })
})
