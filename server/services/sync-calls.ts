import { editDocumentBody } from '#domain/protocol/documents.ts'
import { addMedicationBody, editMedicationBody } from '#domain/protocol/medications.ts'
import { profileBody } from '#domain/protocol/user.ts'
import { doseEventSchema } from '#domain/records/dose-event.ts'
import { medicationSchema } from '#domain/records/medication.ts'
import { deleteDocumentEffect, editDocumentEffect } from './documents.ts'
import { recordDoseEffect } from './doses.ts'
import { giveBackAddition, giveBackDeletion, giveBackEdit, giveBackRecord } from './give-back.ts'
import { addMedicationEffect, deleteMedicationEffect, editMedicationEffect } from './medications.ts'
import { editProfileEffect } from './profile.ts'
import { type WriteCall, writeCall } from './sync-writes.ts'

export const addMedicationCall = writeCall({
  method: 'POST',
  path: '/api/medications',
  body: addMedicationBody,
  effect: (scope, { body }) =>
    scope.originalSeq === null ? addMedicationEffect(scope, body) : giveBackAddition(scope, body),
})

export const editMedicationCall = writeCall({
  method: 'PATCH',
  path: '/api/medications/:id',
  body: editMedicationBody,
  effect: (scope, { id, body }) =>
    scope.originalSeq === null ? editMedicationEffect(scope, id, body) : giveBackEdit(scope, id, body),
})

export const deleteMedicationCall = writeCall({
  method: 'DELETE',
  path: '/api/medications/:id',
  body: null,
  erases: 'medication',
  effect: (scope, { id }) =>
    scope.originalSeq === null ? deleteMedicationEffect(scope, id) : giveBackDeletion(scope, id),
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
  effect: (scope, { id }) => deleteDocumentEffect(scope, id),
})

export const editProfileCall = writeCall({
  method: 'PATCH',
  path: '/api/user/profile',
  body: profileBody,
  effect: (scope, { body }) => editProfileEffect(scope, body),
})

/** Only for what is given back after a restore: a record as a device knew it (S11.5). */
const giveBackMedicationCall = writeCall({
  method: 'PUT',
  path: '/api/medications/:id',
  body: medicationSchema,
  effect: (scope, { id, body }) => giveBackRecord(scope, id, body),
})

/** Every write that a batch may carry. */
const CALLS: readonly WriteCall[] = [
  addMedicationCall,
  editMedicationCall,
  deleteMedicationCall,
  recordDoseCall,
  editProfileCall,
  giveBackMedicationCall,
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
