import * as z from 'zod/mini'
import type { Appointment } from '../records/appointment.ts'
import { appointmentSchema } from '../records/appointment-schema.ts'
import type { Medication } from '../records/medication.ts'
import { listedMedicationSchema } from '../records/medication-schema.ts'

/** The records of each list that a device reads as a whole and reconciles with its own (docs/architecture.md). */
export interface ListRecords {
  medications: Medication
  appointments: Appointment
}

/**
 * The name of such a list: the path of its calls (`/api/<name>`, `/api/<name>/<id>`), and its field in change
 * notifications (events.ts).
 */
export type ListName = keyof ListRecords
export type AnyRecord = ListRecords[ListName]

/** In the order in which they are fetched and replayed. */
export const LIST_NAMES = ['medications', 'appointments'] as const satisfies readonly ListName[]

const medication = z.pipe(
  listedMedicationSchema,
  z.transform(({ isActive: _computed, ...record }): Medication => record),
)

const recordSchemas: { [L in ListName]: z.ZodMiniType<ListRecords[L]> } = {
  medications: medication,
  appointments: appointmentSchema,
}

/** Returns one record from a response of the list's calls; null if it is not a record. */
export const readRecord = <L extends ListName>(list: L, body: unknown): ListRecords[L] | null =>
  recordSchemas[list].safeParse(body).data ?? null

/** Returns the records in the response of GET `/api/<name>`; null if one of them is not a record. */
export const readList = <L extends ListName>(list: L, body: unknown): ListRecords[L][] | null =>
  z.array(recordSchemas[list]).safeParse(body).data ?? null
