import { and, eq, gt, inArray, or, type SQL } from 'drizzle-orm'
import type { Amount } from '#domain/lib/amount.ts'
import type { DeviceId, DoseEventId, MedicationId, SlotId, UserId } from '#domain/lib/ids.ts'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { isInLog } from './log-place.ts'
import { doseEvents } from './tables.ts'

export type DoseRow = typeof doseEvents.$inferSelect

/**
 * Returns the events of the slots planned for these local dates.
 * @param whole medications whose whole log is returned too (`countFromLog`)
 */
export async function eventsOfDates(
  db: Database,
  userId: string,
  dates: LocalDate[],
  whole: readonly string[] = [],
): Promise<DoseEvent[]> {
  const rows = await db
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, userId), isOf(dates, whole), isInLog))
  return rows.map(eventOf)
}

const isOf = (dates: LocalDate[], medicationIds: readonly string[]): SQL | undefined => {
  const isOfDate = inArray(doseEvents.plannedDate, dates)
  return medicationIds.length === 0 ? isOfDate : or(isOfDate, among(doseEvents.medicationId, medicationIds))
}

/** Returns the whole log of these medications of these users. */
export async function rowsOfMedications(
  db: Database,
  userIds: Iterable<string>,
  medicationIds: readonly string[],
): Promise<DoseRow[]> {
  if (medicationIds.length === 0) return []
  return db
    .select()
    .from(doseEvents)
    .where(and(among(doseEvents.userId, userIds), among(doseEvents.medicationId, medicationIds), isInLog))
}

/** Returns the snoozes and moves of doses of these medications to an instant (ms) after that one. */
export async function snoozesSince(
  db: Database,
  userId: string,
  medicationIds: readonly string[],
  since: number,
): Promise<DoseEvent[]> {
  if (medicationIds.length === 0) return []
  const isRecent = and(eq(doseEvents.kind, 'snoozed'), gt(doseEvents.until, new Date(since)))
  const rows = await db
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, userId), among(doseEvents.medicationId, medicationIds), isRecent, isInLog))
  return rows.map(eventOf)
}

/**
 * Returns the stored log rows of several users for the slots planned on any of these local dates, and the whole log of
 * some medications.
 */
export async function eventRowsOfPeople(
  db: Database,
  userIds: Iterable<string>,
  dates: LocalDate[],
  whole: readonly string[] = [],
): Promise<DoseRow[]> {
  return db
    .select()
    .from(doseEvents)
    .where(and(among(doseEvents.userId, userIds), isOf(dates, whole), isInLog))
}

const dateOrNull = (at: Instant | null): Date | null => (at === null ? null : new Date(at))
const instantOf = (at: Date): Instant => toInstant(at.getTime())

type EventRow = Omit<DoseRow, 'userId' | 'seq' | 'receivedAt' | keyof ByColumns>

/** Returns the columns that come from the device. */
export const rowOf = (event: DoseEvent): EventRow => ({
  id: event.id,
  medicationId: event.medicationId,
  slotId: event.slotId,
  kind: event.kind,
  at: new Date(event.at),
  loggedAt: new Date(event.loggedAt),
  until: dateOrNull(event.until),
  undoes: event.undoes,
  deviceId: event.deviceId,
  deviceName: event.deviceName,
  amount: event.amount,
  unit: event.unit,
  takenAmount: event.takenAmount ?? null,
  movedTo: event.movedTo ?? null,
  note: event.note,
  name: event.snapshot.name,
  dosage: event.snapshot.dosage,
  plannedDate: event.snapshot.date,
  plannedTime: event.snapshot.time,
  plannedAmount: event.snapshot.amount ?? null,
  plannedUnit: event.snapshot.unit ?? null,
  plannedAt: dateOrNull(event.snapshot.plannedAt ?? null),
})

/** Where and when the server accepts an event, and who logged it if that was not the person. */
export interface Accepted {
  userId: string
  seq: number
  now: number
  by?: LoggedBy | null
}

/** Builds the row of an event that the server accepts now, in this commit. */
export const doseRow = (event: DoseEvent, { userId, seq, now, by = null }: Accepted): DoseRow => ({
  ...rowOf(event),
  userId,
  seq,
  receivedAt: new Date(now),
  ...byColumns(by),
})

type ByColumns = Pick<DoseRow, 'loggedById' | 'loggedByName'>

/** Returns the columns of both logs that say who made an entry. */
export const byColumns = (by: LoggedBy | null): ByColumns => ({
  loggedById: by?.id ?? null,
  loggedByName: by?.name ?? null,
})

/** Returns what these columns say, as an entry has it. */
export const byOf = ({ loggedById, loggedByName }: ByColumns): { by?: LoggedBy } =>
  loggedById === null ? {} : { by: { id: loggedById as UserId, name: loggedByName ?? '' } }

/** Returns the event as the device sent it. */
export const eventOf = (row: EventRow): DoseEvent => ({
  id: row.id as DoseEventId,
  medicationId: row.medicationId as MedicationId,
  slotId: row.slotId as SlotId | null,
  kind: row.kind,
  at: instantOf(row.at),
  loggedAt: instantOf(row.loggedAt),
  until: row.until && instantOf(row.until),
  undoes: row.undoes as DoseEventId | null,
  deviceId: row.deviceId as DeviceId,
  deviceName: row.deviceName,
  amount: row.amount,
  unit: row.unit,
  ...(row.takenAmount !== null && { takenAmount: row.takenAmount as Amount }),
  ...(row.movedTo !== null && { movedTo: row.movedTo as LocalTime }),
  note: row.note,
  snapshot: {
    name: row.name,
    dosage: row.dosage,
    date: row.plannedDate as LocalDate | null,
    time: row.plannedTime as LocalTime | null,
    ...(row.plannedAmount !== null && { amount: row.plannedAmount as Amount }),
    ...(row.plannedUnit !== null && { unit: row.plannedUnit }),
    ...(row.plannedAt !== null && { plannedAt: instantOf(row.plannedAt) }),
  },
})

/** Returns the event as the log lists it. */
export const loggedEvent = (row: DoseRow): LoggedDoseEvent => ({
  ...eventOf(row),
  seq: row.seq,
  receivedAt: instantOf(row.receivedAt),
  ...byOf(row),
})
