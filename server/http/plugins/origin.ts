import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Whether a browser says that another site caused the request: by `Sec-Fetch-Site`, or by an `Origin` that is neither the
 * public address nor the one the request came to. Programs that send neither are no browsers and carry no one's cookies.
 */
export function isForeign(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = request.headers
  return origin !== undefined && origin !== config.PUBLIC_URL && origin !== `${request.protocol}://${request.host}`
}

/** Refuses writes that another site sends in a person's name (there are no CORS headers anywhere). */
export const crossSiteWrites = plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  app.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.has(request.method) && isForeign(request, config)) {
      throw new ApiError(403, 'cross_site', 'This request came from another site and was not carried out.')
    }
  })
})

/** Whether a browser goes to a page, rather than a program calling: it wants HTML. */
const isAppointment = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)

/**
 * Sends people who came by http to the https address, where a proxy in front says how they came. A call of the API is refused: redirected,
 * it would go on sending what it holds unencrypted, and nobody would notice.
 */
export const httpsOnly = plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  if (!config.secure || config.TRUST_PROXY === false) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol !== 'https' && request.headers['x-forwarded-proto'] !== undefined) {
      if (request.url.startsWith('/api/') && !isAppointment(request))
        throw new ApiError(403, 'forbidden', 'Calls are answered over https only.')
      return reply.code(308).redirect(`${config.PUBLIC_URL}${request.url}`, 308)
    }
  })
})
