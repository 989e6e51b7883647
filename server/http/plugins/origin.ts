import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { t } from '#domain/language/translate.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Returns whether the browser reports that another site caused the request: by `Sec-Fetch-Site`, or by an `Origin` that
 * is neither the public address nor the one requested. Programs that send neither are not browsers and carry no user's
 * cookies. What the user did outside of any page (sharing from another app) has the site `none`, and the origin `null`.
 */
export function isForeign(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = request.headers
  if (site === 'none' && origin === 'null') return false
  return origin !== undefined && origin !== config.PUBLIC_URL && origin !== `${request.protocol}://${request.host}`
}

/** Refuses writes that another site sends on a user's behalf (there are no CORS headers anywhere). */
export const crossSiteWrites = plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!SAFE_METHODS.has(request.method) && isForeign(request, config)) {
      throw new ApiError(403, 'cross_site', t('This request came from another site and was not carried out.'))
    }
    done()
  })
})

/** Returns whether this is a browser opening a page rather than a program making a call: it asks for HTML. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)

/**
 * Redirects users who come over http to the https address when a proxy in front reports how they came. An API call is
 * refused instead: if redirected, the program would keep sending its data unencrypted without anyone noticing.
 */
export const httpsOnly = plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  if (!config.secure || config.TRUST_PROXY === false) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol !== 'https' && request.headers['x-forwarded-proto'] !== undefined) {
      if (request.url.startsWith('/api/') && !isNavigation(request))
        throw new ApiError(403, 'forbidden', t('Calls are answered over https only.'))
      return reply.code(308).redirect(`${config.PUBLIC_URL}${request.url}`, 308)
    }
  })
})
