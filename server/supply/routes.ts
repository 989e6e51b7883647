import * as z from 'zod/mini'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { SUPPLY_PAGE, supplyAnswer, supplyEventsAnswer, supplyEventsQuery } from '#domain/protocol/supply.ts'
import { supplyEventSchema } from '#domain/records/new-supply-event.ts'
import { loggedSupplyEventSchema } from '#domain/records/supply-event.ts'
import type { Routes } from '../http/context.ts'
import { answerCompressed } from '../http/plugins/compress.ts'
import { answerWithSyncHeaders, sayCommit, syncStateOf } from '../http/plugins/sync-headers.ts'
import { stateForCursor } from '../http/state-for-cursor.ts'
import { personOf, writerOf } from '../http/who.ts'
import { writeRoute } from '../http/write-route.ts'
import { recordSupplyCall } from './calls.ts'
import { suppliesOf } from './supplies.ts'
import { supplyEventsSince } from './supply-log.ts'

/** Serves the log of supplies, and what follows from it (additions, 2). */
export const supplyRoutes: Routes = async (app, context) => {
  const { db, clock } = context
  const onRequest = app.requireUse('health', 'read')
  answerWithSyncHeaders(app, context)
  answerCompressed(app)

  app.get(
    '/api/supply-events',
    {
      onRequest,
      schema: { querystring: supplyEventsQuery, response: { 200: supplyEventsAnswer, '4xx': errorBodySchema } },
      // As for the dose log: the rows are typed and our own.
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const personId = personOf(request).id
      const { since, limit = SUPPLY_PAGE } = request.query
      const state = await stateForCursor(context, since, personId, syncStateOf(request))
      sayCommit(reply, state.seq)
      return supplyEventsSince(db, personId, state, { since, limit })
    },
  )

  writeRoute(app, context, recordSupplyCall, {
    body: supplyEventSchema,
    response: { 201: loggedSupplyEventSchema },
  })

  app.get(
    '/api/supplies',
    { onRequest, schema: { response: { 200: z.array(supplyAnswer), '4xx': errorBodySchema } } },
    async (request) => suppliesOf(db, writerOf(personOf(request)), clock.now()),
  )
}
