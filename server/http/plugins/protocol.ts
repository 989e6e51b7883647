import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { t } from '#domain/language/translate.ts'
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#domain/protocol/headers.ts'
import { ApiError } from '../../platform/errors.ts'

/**
 * Says which protocol this server speaks, and responds 426 to an older client, which keeps its data and updates itself
 * (docs/sync-spec.md, S10). API responses are not cached; only the client's own database stores them.
 */
export default plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done()
    reply.header(PROTOCOL_HEADER, String(PROTOCOL_VERSION))
    reply.header('cache-control', 'no-store')
    const spoken = request.headers[PROTOCOL_HEADER]
    if (spoken !== undefined && !(Number(spoken) >= PROTOCOL_VERSION)) {
      throw new ApiError(426, 'client_too_old', t('This version of the app is too old. Please reload to update it.'), {
        headers: { upgrade: `dosewell/${PROTOCOL_VERSION}` },
      })
    }
    done()
  })
})
