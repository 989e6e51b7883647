import { type BatchBody, batchAnswer, batchBody } from '#domain/protocol/batch.ts'
import { BATCH_PATH } from '#domain/protocol/batch-path.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { editProfileCall } from '../accounts/calls.ts'
import { userById } from '../accounts/users.ts'
import { isDoseCall, recordDoseSet } from '../doses/dose-set.ts'
import type { Context, Routes } from '../http/context.ts'
import { acceptCompressed, answerCompressed } from '../http/plugins/compress.ts'
import { logFault } from '../http/plugins/errors.ts'
import { asHeardBy } from '../http/plugins/person-gate.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { askerOf, authorOf, personOf, selfOf, writerOf } from '../http/who.ts'
import type { Writer } from '../sync/writes.ts'
import { type BatchPorts, performCall, runBatch } from './batch.ts'

/** A client puts at most 600,000 characters into a batch (src/sync/drain.ts), and one may be three bytes long. */
const BODY_LIMIT = 2 * 1024 * 1024

/** What a device sends after a short absence, too little to hold up anyone else. */
const FEW = 20

/** Returns the writer as the account's profile stands now. */
async function writerById(context: Context, account: CurrentUser): Promise<Writer> {
  return writerOf(selfOf({ user: (await userById(context, account.id)) ?? account }))
}

/** Serves several pending writes in one request, in order (docs/architecture.md). */
export const batchRoutes: Routes = async (app, context) => {
  answerWithSyncHeaders(app, context)
  acceptCompressed(app, BODY_LIMIT)
  // Nobody could want to guess the places of doses.
  answerCompressed(app, ({ body }, { statusCode }) => statusCode === 200 && (body as BatchBody).calls.every(isDoseCall))

  app.post(
    BATCH_PATH,
    {
      onRequest: app.requireUse('health', 'log'),
      bodyLimit: BODY_LIMIT,
      config: { checksBodyItself: true },
      schema: { body: batchBody, response: { 200: batchAnswer, '4xx': errorBodySchema } },
      // The results are typed and our own: checking a thousand of them again takes longer than writing them.
      serializerCompiler: () => JSON.stringify,
    },
    async (request) => {
      const { user: account } = askerOf(request)
      const { id, role, timeZone } = personOf(request)
      let user = writerOf({ id, timeZone })
      const isSelf = id === selfOf({ user: account }).id
      const by = authorOf(request)
      const heard = (error: unknown): never => {
        throw asHeardBy(request, error)
      }
      const ports: BatchPorts = {
        perform: async (call) => {
          const answer = await performCall(context, { user, role, isSelf, by }, call).catch(heard)
          // Later calls refer to days in the new zone.
          if (call.path === editProfileCall.path && isSelf) user = await writerById(context, account)
          return answer
        },
        performDoses: (calls) => recordDoseSet(context, user, calls, by).catch(heard),
        onFault: (error) => logFault(request.log, error, 'call of a batch failed'),
      }
      const { calls } = request.body
      const run = () => runBatch(calls, ports)
      return calls.length > FEW ? context.longWork(user.id, run) : run()
    },
  )
}
