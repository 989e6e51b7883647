import * as z from 'zod/mini'
import { COLUMNS_FORM, COLUMNS_PAGE, DOSE_PAGE, dosesAnswer, dosesQuery } from '#domain/protocol/doses.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { dosesColumnsAnswer } from '#domain/protocol/log-columns.ts'
import { logColumnsOf } from '#domain/protocol/log-columns-write.ts'
import { doseEventSchema, recordedDoseSchema } from '#domain/records/dose-event.ts'
import type { Routes } from '../http/context.ts'
import { answerCompressed } from '../http/plugins/compress.ts'
import { answerWithSyncHeaders, sayCommit, syncStateOf } from '../http/plugins/sync-headers.ts'
import { stateForCursor } from '../http/state-for-cursor.ts'
import { personOf } from '../http/who.ts'
import { writeRoute } from '../http/write-route.ts'
import { recordDoseCall } from './calls.ts'
import { dosesSince } from './doses.ts'

/** Serves the dose log: appending to it, and reading it by cursor. */
export const doseRoutes: Routes = async (app, context) => {
  const { db } = context
  answerWithSyncHeaders(app, context)
  answerCompressed(app)

  app.get(
    '/api/doses',
    {
      onRequest: app.requireUse('health', 'read'),
      schema: {
        querystring: dosesQuery,
        response: { 200: z.union([dosesAnswer, dosesColumnsAnswer]), '4xx': errorBodySchema },
      },
      // Parsing a full page with its schema takes 40 ms, serialising it 3 ms. The rows are typed and our own.
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const personId = personOf(request).id
      const { since, form, limit } = request.query
      const state = await stateForCursor(context, since, personId, syncStateOf(request))
      sayCommit(reply, state.seq)
      const isColumns = form === COLUMNS_FORM
      const page = { since, limit: limit ?? (isColumns ? COLUMNS_PAGE : DOSE_PAGE) }
      const { events, cursor, more } = await dosesSince(db, personId, state, page)
      return isColumns ? { columns: logColumnsOf(events), cursor, more } : { events, cursor, more }
    },
  )

  writeRoute(app, context, recordDoseCall, {
    body: doseEventSchema,
    response: { 201: recordedDoseSchema },
    isBuilt: true,
  })
}
