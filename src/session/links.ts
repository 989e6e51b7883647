import type { MedicationId, PersonId, SlotId } from '#domain/lib/ids.ts'
import { ATTENTION_PARAM, DOSE_PARAM, LOG_PARAM, PAGES, PERSON_PARAM } from '#domain/protocol/pages.ts'
import type { Gtin } from '#domain/records/barcode.ts'

/** Addresses at which things open. The sheets open over the current page. */

/** @param person whose dose it is, where the page may show somebody else; they are shown then */
export const doseLink = (id: SlotId, person?: PersonId) => ({
  search: `?${DOSE_PARAM}=${id}${person === undefined ? '' : `&${PERSON_PARAM}=${person}`}`,
})
export const logLink = (id: MedicationId) => ({ search: `?${LOG_PARAM}=${id}` })
export const ATTENTION_LINK = `?${ATTENTION_PARAM}=1`

export const ADD_APPOINTMENT_LINK = `${PAGES.appointments}?add=1`
export const ADD_MEDICATION_LINK = `${PAGES.medications}?add=1`
export const editMedicationLink = (id: MedicationId): string => `${PAGES.medications}?edit=${id}`

/** The state with which the form for a new medication opens after a scan. An address would stay in the history. */
export const scannedState = (gtin: Gtin) => ({ scanned: gtin })
