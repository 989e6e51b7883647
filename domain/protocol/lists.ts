import * as z from 'zod/mini'
import { isUuid } from '../lib/ids.ts'
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

/** A record that only a newer version of the app understands, as far as this one can tell. */
export interface UnreadRecord {
  id: string
  /** Of the medicine or the doctor; null if it has none. */
  name: string | null
}

export interface ReadList<L extends ListName> {
  records: ListRecords[L][]
  /** In the list too: they were not deleted (docs/sync-spec.md, S3.7). */
  unread: UnreadRecord[]
}

/** Returns the records in the response of GET `/api/<name>`; null if it is no list, or something in it has no id. */
export function readList<L extends ListName>(list: L, body: unknown): ReadList<L> | null {
  if (!Array.isArray(body)) return null
  const read: ReadList<L> = { records: [], unread: [] }
  for (const entry of body) {
    const record = readRecord(list, entry)
    const unread = record ? null : unreadRecord(entry)
    if (record) read.records.push(record)
    else if (unread) read.unread.push(unread)
    else return null
  }
  return read
}

function unreadRecord(entry: unknown): UnreadRecord | null {
  const { id, name, doctorName } = (entry ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || !isUuid(id)) return null
  const said = [name, doctorName].find((text) => typeof text === 'string' && text !== '')
  return { id, name: typeof said === 'string' ? said : null }
}
