import { z } from 'zod'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import type { Routes } from '../http/context.ts'
import { accountOf } from '../http/plugins/access.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { tooMany } from '../platform/errors.ts'
import { createStreams } from './streams.ts'

/** A device over the limit has other tabs to end first. */
const RETRY_SECONDS = 60

/** Server-sent change notifications: `event: versions` on connecting, on every commit of the user, and every 25 seconds. */
export const eventRoutes: Routes = async (app, context) => {
  const streams = createStreams(context)
  // Before the server stops accepting: it would wait for open connections.
  app.addHook('preClose', async () => streams.close())
  answerWithSyncHeaders(app, context)

  app.get(
    '/api/events',
    {
      // A HEAD would open a stream that nobody reads and nothing ends.
      exposeHeadRoute: false,
      onRequest: app.requireUse('health'),
      schema: {
        response: { 200: z.string().describe('Server-sent events'), '4xx': errorBodySchema },
      },
    },
    async (request, reply) => {
      const { user, sessionId } = accountOf(request)
      const stream = await streams.open({ userId: user.id, sessionId })
      if (!stream) throw tooMany(RETRY_SECONDS, 'Too many connections are open for this account.')
      // A proxy that buffers would hold every change notification back. Fastify sends a stream as it is, whatever the schema documents.
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          // Kept alive, the socket of an ended stream would hold a closing server for over a minute.
          connection: 'close',
        })
        .type('text/event-stream')
        .send(stream as unknown as string)
    },
  )
}
