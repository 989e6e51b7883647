import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { firstSpoken } from '#domain/language/languages.ts'
import { goingOn, inLanguage } from '../../platform/language.ts'

/** More than any browser lists. */
const MOST_LANGUAGES = 20

declare module 'fastify' {
  interface FastifyRequest {
    /** Continues in the language of the request. */
    inItsLanguage: (next: () => void) => void
  }
}

/**
 * Answers in the first language of `Accept-Language` that the app speaks, until the gate knows the account and speaks its
 * language. Weights are ignored: browsers list in order of preference (RFC 9110, 12.5.4).
 */
export default plugin(async (app: FastifyInstance) => {
  app.decorateRequest('inItsLanguage', null as never)
  app.addHook('onRequest', (request, _reply, done) => {
    const wanted = (request.headers['accept-language'] ?? '').split(',', MOST_LANGUAGES)
    inLanguage(firstSpoken(wanted.map((entry) => entry.split(';', 1)[0]?.trim() ?? '')), () => {
      request.inItsLanguage = goingOn()
      done()
    })
  })
  // What reads the body goes on in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => request.inItsLanguage(done))
})
