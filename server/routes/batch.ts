import { batchAnswer, batchBody } from '#domain/protocol/batch.ts'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import type { Routes } from '../context.ts'
import { accountOf } from '../plugins/access.ts'
import { logFault } from '../plugins/errors.ts'
import { answerWithSyncHeaders } from '../plugins/sync-headers.ts'
import { recordDoseSet } from '../services/dose-set.ts'
import { type BatchPorts, performCall, runBatch } from '../services/sync-batch.ts'
import { editProfileCall } from '../services/sync-calls.ts'
import { writerById, writerOf } from './write-route.ts'

/** A client fills a batch with 600,000 characters at most (src/sync/drain.ts), and one may be three bytes long. */
const BODY_LIMIT = 2 * 1024 * 1024

/** What a device sends when it was away for a moment: nobody else notices it. */
const FEW = 20

/** Several waiting writes in one request, in order (docs/architecture.md). */
export const batchRoutes: Routes = async (app, context) => {
  answerWithSyncHeaders(app, context)

  app.post(
    '/api/batch',
    {
      onRequest: app.requireUse('health'),
      bodyLimit: BODY_LIMIT,
      config: { checksBodyItself: true },
      schema: { body: batchBody, response: { 200: batchAnswer, '4xx': errorBodySchema } },
      // Its results are typed and our own: checking a thousand of them again takes longer than writing them down.
      serializerCompiler: () => JSON.stringify,
    },
    async (request) => {
      let user = writerOf(accountOf(request))
      const ports: BatchPorts = {
        perform: async (call) => {
          const answer = await performCall(context, user, call)
          // What comes after it means the days of the new zone.
          if (call.path === editProfileCall.path) user = await writerById(context, user.id)
          return answer
        },
        performDoses: (calls) => recordDoseSet(context, user, calls),
        onFault: (error) => logFault(request.log, error, 'call of a batch failed'),
      }
      const { calls } = request.body
      const run = () => runBatch(calls, ports)
      return calls.length > FEW ? context.longWork(user.id, run) : run()
    },
  )
}
