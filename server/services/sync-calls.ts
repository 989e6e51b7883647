import type { $ZodType } from 'zod/v4/core'
import { addAppointmentBody, editAppointmentBody } from '#domain/protocol/appointments.ts'
import { editDocumentBody } from '#domain/protocol/documents.ts'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import { addMedicationBody, editMedicationBody, givenMedicationBody } from '#domain/protocol/medications.ts'
import { confirmBody } from '#domain/protocol/prescriptions.ts'
import { profileBody } from '#domain/protocol/user.ts'
import { appointmentSchema } from '#domain/records/appointment.ts'
import { doseEventSchema } from '#domain/records/dose-event.ts'
import { APPOINTMENTS } from './appointments.ts'
import { DOCUMENTS, editDocumentEffect } from './documents.ts'
import { recordDoseEffect } from './doses.ts'
import { giveBackAddition, giveBackDeletion, giveBackEdit, giveBackRecord } from './give-back.ts'
import { MEDICATIONS } from './medications.ts'
import { deletePictureEffect } from './picture-list.ts'
import { confirmEffect, PRESCRIPTIONS } from './prescriptions.ts'
import { editProfileEffect } from './profile.ts'
import type { Addition, RecordList } from './record-list.ts'
import { addEffect, deleteEffect, editEffect } from './record-writes.ts'
import { type WriteCall, writeCall } from './sync-writes.ts'

/** The writes of a list; `putBack` only for what is given back after a restore: a record as a device knew it (S11.5). */
interface ListCalls {
  add: WriteCall
  edit: WriteCall
  remove: WriteCall
  putBack: WriteCall
}

interface Bodies<R, Add, Edit> {
  add: $ZodType<Add>
  edit: $ZodType<Edit>
  record: $ZodType<R>
}

function callsOf<R extends AnyRecord, Add extends Addition, Edit>(
  list: RecordList<R, Add, Edit>,
  bodies: Bodies<R, Add, Edit>,
): ListCalls {
  const path = `/api/${list.name}`
  const own = `${path}/:id`
  return {
    add: writeCall({
      method: 'POST',
      path,
      body: bodies.add,
      effect: (scope, { body }) =>
        scope.originalSeq === null ? addEffect(list, scope, body) : giveBackAddition(list, scope, body),
    }),
    edit: writeCall({
      method: 'PATCH',
      path: own,
      body: bodies.edit,
      effect: (scope, { id, body }) =>
        scope.originalSeq === null ? editEffect(list, scope, id, body) : giveBackEdit(list, scope, id, body),
    }),
    remove: writeCall({
      method: 'DELETE',
      path: own,
      body: null,
      erases: list.kind,
      effect: (scope, { id }) =>
        scope.originalSeq === null ? deleteEffect(list, scope, id) : giveBackDeletion(list, scope, id),
    }),
    putBack: writeCall({
      method: 'PUT',
      path: own,
      body: bodies.record,
      effect: (scope, { id, body }) => giveBackRecord(list, scope, id, body),
    }),
  }
}

export const medicationCalls = callsOf(MEDICATIONS, {
  add: addMedicationBody,
  edit: editMedicationBody,
  record: givenMedicationBody,
})

export const appointmentCalls = callsOf(APPOINTMENTS, {
  add: addAppointmentBody,
  edit: editAppointmentBody,
  record: appointmentSchema,
})

export const recordDoseCall = writeCall({
  method: 'POST',
  path: '/api/doses',
  body: doseEventSchema,
  effect: (scope, { body }) => recordDoseEffect(scope, body),
})

export const editDocumentCall = writeCall({
  method: 'PATCH',
  path: '/api/medical-documents/:id',
  body: editDocumentBody,
  effect: (scope, { id, body }) => editDocumentEffect(scope, id, body),
})

/** Its files are removed by its own route: a batch carries no deletion of documents. */
export const deleteDocumentCall = writeCall({
  method: 'DELETE',
  path: '/api/medical-documents/:id',
  body: null,
  erases: 'document',
  effect: (scope, { id }) => deletePictureEffect(DOCUMENTS, scope, id),
})

export const confirmMedicationsCall = writeCall({
  method: 'POST',
  path: '/api/prescriptions/:id/confirm-medications',
  body: confirmBody,
  effect: (scope, { id, body }) => confirmEffect(scope, id, body.medications),
})

/** Its files are removed by its own route, as those of a document. */
export const deletePrescriptionCall = writeCall({
  method: 'DELETE',
  path: '/api/prescriptions/:id',
  body: null,
  erases: 'prescription',
  effect: (scope, { id }) => deletePictureEffect(PRESCRIPTIONS, scope, id),
})

export const editProfileCall = writeCall({
  method: 'PATCH',
  path: '/api/user/profile',
  body: profileBody,
  effect: (scope, { body }) => editProfileEffect(scope, body),
})

/** Every write that a batch may carry. */
const CALLS: readonly WriteCall[] = [
  ...Object.values(medicationCalls),
  recordDoseCall,
  editProfileCall,
  ...Object.values(appointmentCalls),
]

/** The write behind a method and a path without query, with the `:id` of the path; null when there is none. */
export function findCall(method: string, path: string): { call: WriteCall; id: string } | null {
  for (const call of CALLS) {
    if (call.method !== method) continue
    const [before = '', after] = call.path.split(':id')
    if (after === undefined && path === before) return { call, id: '' }
    if (after === undefined || !path.startsWith(before)) continue
    const id = path.slice(before.length)
    if (/^[\w-]+$/.test(id)) return { call, id }
  }
  return null
}
