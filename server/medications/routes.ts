import { z } from 'zod'
import {
  addMedicationBody,
  deletedAnswer,
  editMedicationBody,
  medicationAnswer,
  medicationListAnswer,
} from '#domain/protocol/medications.ts'
import type { Routes } from '../http/context.ts'
import { listRoute } from '../http/list-route.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { writeRoute } from '../http/write-route.ts'
import { medicationCalls } from './calls.ts'
import { listed, medicationsEtag, medicationsOf } from './medications.ts'

const idParams = z.object({ id: z.string() })

/** Serves medications: the specification's four calls. */
export const medicationRoutes: Routes = async (app, context) => {
  answerWithSyncHeaders(app, context)

  listRoute(app, context, {
    path: '/api/medications',
    row: medicationAnswer,
    answer: medicationListAnswer,
    etag: medicationsEtag,
    rows: async (user, now) => (await medicationsOf(context.db, user.id)).map((record) => listed(record, user, now)),
  })

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
