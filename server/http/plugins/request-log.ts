import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/**
 * One line per answer: what was asked, by its route and never by its address, because addresses and query strings carry
 * what people dictate (`/medications?voice=…`). No headers, no bodies, no names.
 */
export default plugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
})
