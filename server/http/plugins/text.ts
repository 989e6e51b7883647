import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { invalid } from '../../platform/errors.ts'
import { textProblem } from '../../sync/text-problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks the texts in its body itself: a batch responds for each of its calls separately. */
    checksBodyItself?: boolean
  }
}

/** Refuses text that cannot be stored before any schema sees it. */
export default plugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const body = request.routeOptions.config.checksBodyItself ? null : request.body
    for (const part of [request.params, request.query, body]) {
      const problem = textProblem(part)
      if (problem) throw invalid(problem.field || 'body', problem.sentence)
    }
    done()
  })
})
