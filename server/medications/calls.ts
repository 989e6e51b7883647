import { addMedicationBody, editMedicationBody, givenMedicationBody } from '#domain/protocol/medications.ts'
import { listCalls } from '../records/list-calls.ts'
import { MEDICATIONS } from './medications.ts'

export const medicationCalls = listCalls(MEDICATIONS, {
  add: addMedicationBody,
  edit: editMedicationBody,
  record: givenMedicationBody,
})
