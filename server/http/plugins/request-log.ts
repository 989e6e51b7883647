import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/**
 * Writes one line per response. It names the route, never the address, because addresses and query strings can contain
 * what users dictate (`/medications?voice=…`). No headers, no bodies, no names.
 */
export default plugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
})
