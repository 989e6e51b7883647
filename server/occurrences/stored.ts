import { type Appointment, appointmentSchema } from '#domain/records/appointment.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { type Medication, medicationSchema } from '#domain/records/medication.ts'
import { type DoseRow, eventOf } from '../sync/dose-rows.ts'
import { doseEvents } from '../sync/tables.ts'

/** A record as the database has it. */
export interface Stored {
  id: string
  /** What is to be a medication or an appointment. */
  record: unknown
}

/** A row that is not what its table is to hold. Its cause names the rule. */
class Unreadable extends Error {}

/**
 * The medication of a row. A record that does not hold to its schema would not always throw while it is planned: it might as well
 * remind at no time at all, or at a wrong one.
 * @throws Unreadable
 */
export const readMedication = (stored: Stored): Medication => readRecord(stored, medicationSchema)

/** The same of an appointment. */
export const readAppointment = (stored: Stored): Appointment => readRecord(stored, appointmentSchema)

type Reading<R> = { success: true; data: R } | { success: false; error: unknown }

function readRecord<R extends { id: string }>(
  { id, record }: Stored,
  schema: { safeParse(record: unknown): Reading<R> },
): R {
  const read = schema.safeParse(record)
  if (!read.success) throw new Unreadable('a record does not hold to its schema', { cause: read.error })
  if (read.data.id !== id) throw new Unreadable('a record has the id of another row')
  return read.data
}

const KINDS: ReadonlySet<string> = new Set(doseEvents.kind.enumValues)

/** The event of a row of the log. @throws Unreadable, and a RangeError for an instant that is none */
export function readEvent(row: DoseRow): DoseEvent {
  if (!KINDS.has(row.kind)) throw new Unreadable('an event is of no known kind')
  return eventOf(row)
}
