import { dosesAnswer, dosesQuery } from '#domain/protocol/doses.ts'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import { doseEventSchema, loggedDoseEventSchema } from '#domain/records/dose-event.ts'
import type { Routes } from '../context.ts'
import { accountOf } from '../plugins/access.ts'
import { answerCompressed } from '../plugins/compress.ts'
import { answerWithSyncHeaders, sayCommit } from '../plugins/sync-headers.ts'
import { dosesSince } from '../services/doses.ts'
import { recordDoseCall } from '../services/sync-calls.ts'
import { readState } from '../services/sync-state.ts'
import { writeRoute } from './write-route.ts'

/** The dose log: appended to, and read by cursor. */
export const doseRoutes: Routes = async (app, context) => {
  const { db } = context
  answerWithSyncHeaders(app, context)
  answerCompressed(app)

  app.get(
    '/api/doses',
    {
      onRequest: app.requireUse('health'),
      schema: { querystring: dosesQuery, response: { 200: dosesAnswer, '4xx': errorBodySchema } },
      // Parsing a full page by its schema takes 40 ms, writing it as JSON 3 ms; its rows are typed and our own.
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const userId = accountOf(request).user.id
      const state = await readState(db, userId)
      sayCommit(reply, state.seq)
      return dosesSince(db, userId, state, request.query)
    },
  )

  writeRoute(app, context, recordDoseCall, {
    body: doseEventSchema,
    response: { 201: loggedDoseEventSchema },
  })
}
