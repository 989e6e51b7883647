import { z } from 'zod'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import {
  addMedicationBody,
  deletedAnswer,
  editMedicationBody,
  medicationAnswer,
  medicationListAnswer,
} from '#domain/protocol/medications.ts'
import type { Routes } from '../http/context.ts'
import { isCurrent } from '../http/if-none-match.ts'
import { sendList, WRITTEN_BY_ROW } from '../http/long-list.ts'
import { accountOf } from '../http/plugins/access.ts'
import { answerWithSyncHeaders, sayCommit, syncStateOf } from '../http/plugins/sync-headers.ts'
import { writeRoute, writerOf } from '../http/write-route.ts'
import { epochOf } from '../sync/state.ts'
import { medicationCalls } from './calls.ts'
import { listed, medicationsEtag, medicationsOf } from './medications.ts'

const idParams = z.object({ id: z.string() })

/** Medications: the specification's four calls. */
export const medicationRoutes: Routes = async (app, context) => {
  const { db, clock, facts } = context
  const onRequest = app.requireUse('health')
  answerWithSyncHeaders(app, context)

  app.get(
    '/api/medications',
    {
      onRequest,
      schema: {
        headers: z.looseObject({ 'if-none-match': z.string().optional() }),
        response: { 200: medicationListAnswer, 304: z.null(), '4xx': errorBodySchema },
      },
      ...WRITTEN_BY_ROW,
    },
    async (request, reply) => {
      const user = writerOf(accountOf(request))
      const now = clock.now()
      const state = syncStateOf(request)
      const etag = medicationsEtag(epochOf(facts, state), user, state, now)
      sayCommit(reply, state.seq).headers({ etag, 'cache-control': 'private, no-cache' })
      if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send(null)
      const records = await medicationsOf(db, user.id)
      const rows = records.map((record) => listed(record, user, now))
      return sendList(reply, medicationAnswer, rows)
    },
  )

  writeRoute(app, context, medicationCalls.add, {
    body: addMedicationBody,
    response: { 201: medicationAnswer },
  })
  writeRoute(app, context, medicationCalls.edit, {
    params: idParams,
    body: editMedicationBody,
    response: { 200: medicationAnswer },
  })
  writeRoute(app, context, medicationCalls.remove, { params: idParams, response: { 200: deletedAnswer } })
}
