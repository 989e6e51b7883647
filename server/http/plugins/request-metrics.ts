import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { RequestMetrics } from '../../metrics/requests.ts'

/** Counts each request after the response, so that counting delays no one. */
export default plugin(async (app: FastifyInstance, { metrics }: { metrics: RequestMetrics }) => {
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    metrics.answered({
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
})
