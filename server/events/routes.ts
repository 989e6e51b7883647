import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { Routes } from '../http/context.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { askerOf, personOf } from '../http/who.ts'
import { peopleOf } from '../people/people.ts'
import { tooMany } from '../platform/errors.ts'
import { createStreams } from './streams.ts'

/** A device over the limit has to close other tabs first. */
const RETRY_SECONDS = 60

/**
 * Serves change notifications as server-sent events: `event: versions` on connecting, on every commit of the person, and
 * every 25 seconds. Of everybody the account may see, where it asks for that: a browser opens few streams at a time.
 */
export const eventRoutes: Routes = async (app, context) => {
  const streams = createStreams(context)
  // Before the server stops accepting, because it would wait for open connections.
  app.addHook('preClose', async () => streams.close())
  answerWithSyncHeaders(app, context)

  app.get(
    '/api/events',
    {
      // A HEAD request would open a stream that nothing reads or ends.
      exposeHeadRoute: false,
      onRequest: app.requireUse('health', 'read'),
      schema: {
        querystring: z.object({
          everyone: z.literal('1').optional().describe('About everybody the account may see, instead of one person'),
        }),
        response: { 200: z.string().describe('Server-sent events'), '4xx': errorBodySchema },
      },
    },
    async (request, reply) => {
      const { user, sessionId } = askerOf(request)
      const { id } = personOf(request)
      const everybody = request.query.everyone ? await peopleOf(context, user) : []
      const others = everybody.filter((person) => !person.isWithheld && person.id !== id).map((person) => person.id)
      const stream = await streams.open({ people: [id, ...others], accountId: user.id, sessionId })
      if (!stream) throw tooMany(RETRY_SECONDS, t('Too many connections are open for this account.'))
      // A buffering proxy would hold back every change notification. Fastify sends a stream as it is, whatever the
      // schema documents.
      return reply
        .headers({
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          // With keep-alive, the socket of an ended stream would delay a closing server by over a minute.
          connection: 'close',
        })
        .type('text/event-stream')
        .send(stream as unknown as string)
    },
  )
}
