import { isUuid } from '#domain/lib/ids.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentSchema } from '#domain/records/appointment-schema.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { medicationSchema } from '#domain/records/medication-schema.ts'
import { countFromLog, datesAround } from '#domain/schedule/counting.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'
import { type DoseRow, eventOf } from '../sync/dose-rows.ts'
import { doseEvents } from '../sync/tables.ts'

/** A record as stored in the database. */
export interface Stored {
  id: string
  /** Expected to be a medication or an appointment. */
  record: unknown
}

/** A row that does not match its table's schema. Its cause names the rule. */
class Unreadable extends Error {}

/**
 * Returns the medication of a row. Planning an invalid record would not always throw; it might instead remind at no
 * time at all, or at a wrong one.
 * @throws Unreadable
 */
export const readMedication = (stored: Stored): Medication => readRecord(stored, medicationSchema)

/** The same for an appointment. */
export const readAppointment = (stored: Stored): Appointment => readRecord(stored, appointmentSchema)

/**
 * Returns the medications whose whole log it takes to plan a stored one (`countFromLog`), whatever else the record
 * contains: in a text of the user's the quotes would be escaped.
 */
export function storedLogIds({ id, record }: Stored): string[] {
  const text = JSON.stringify(record)
  const own = text.includes('"kind":"after-taken"') ? [id] : []
  if (!text.includes('"kind":"after-dose"')) return own
  return [...new Set([...own, ...plansOf(record).flatMap(followedByStored)])]
}

/**
 * Returns the dates whose log it takes to decide about doses of these dates (`datesBeside`).
 * @param some the medications of the doses
 */
export function storedLogDates(dates: readonly LocalDate[], some: Iterable<Stored>): LocalDate[] {
  const isFollowing = [...some].some((stored) => storedLogIds(stored).some((id) => id !== stored.id))
  const around = isFollowing ? dates.flatMap((date) => datesAround({ from: date, to: date })) : []
  return [...new Set([...dates, ...around])]
}

function plansOf(record: unknown): unknown[] {
  const { versions } = (record ?? {}) as { versions?: unknown }
  return [record, ...(Array.isArray(versions) ? versions : [])]
}

function followedByStored(plan: unknown): string[] {
  const { schedule } = (plan ?? {}) as { schedule?: { kind?: unknown; medicationId?: unknown } | null }
  const id = schedule?.kind === 'after-dose' ? schedule.medicationId : null
  return typeof id === 'string' && isUuid(id) ? [id] : []
}

/**
 * Returns what the plan of a medication has to know of the log.
 * @param rows the whole log of `storedLogIds`, by medication
 */
export function logFor(medication: Medication, rows: ReadonlyMap<string, readonly DoseRow[]>): DoseLog {
  const events = countFromLog([medication]).flatMap((id) => (rows.get(id) ?? []).map(readEvent))
  return doseLogOf({ medications: [medication], events })
}

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

/**
 * Returns the event of a row of the log.
 * @throws Unreadable, and a RangeError for an invalid instant
 */
export function readEvent(row: DoseRow): DoseEvent {
  if (!KINDS.has(row.kind)) throw new Unreadable('an event is of no known kind')
  return eventOf(row)
}
