import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { DeviceId, DoseEventId, MedicationId, SlotId } from '#domain/lib/ids.ts'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { doseEvents, medications, tombstones } from '../db/schema/index.ts'
import { among } from '../reminders/parameters.ts'
import { touchRings } from '../reminders/touch-rings.ts'
import { type Answer, refused } from './sync-answer.ts'
import type { SyncState } from './sync-state.ts'
import type { Effect, WriteScope } from './sync-writes.ts'

export type DoseRow = typeof doseEvents.$inferSelect

const ID_CONFLICT = refused(409, 'id_conflict', 'Another record already has this id.', 'id')

/**
 * Appends an event to the log: 201 with the event as logged. Never refused for its time. The same id with the same content
 * answers the event that is there, with other content 409. 410 when its medication was deleted, 404 when there never was one
 * (DESIGN §4 and §5).
 */
export async function recordDoseEffect(scope: WriteScope, event: DoseEvent): Promise<Effect> {
  const { tx, user, now, seq } = scope
  const problem = (await medicationProblem(scope, event)) ?? (await undoProblem(scope, event))
  if (problem) return problem
  const row = doseRow(event, user.id, seq, now)
  const inserted = await tx
    .insert(doseEvents)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: doseEvents.id })
  if (inserted.length === 0) return answerKnown(scope, event)
  await touchRings(tx, user, [event], now)
  const logged = loggedEvent(row)
  return { status: 201, body: logged, changes: 'doses', logged }
}

/** The id is taken: by this very event, by another one, or by an event of somebody else. */
async function answerKnown({ tx, user }: WriteScope, event: DoseEvent): Promise<Answer> {
  const [known] = await tx
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, user.id), eq(doseEvents.id, event.id)))
  if (!known) return ID_CONFLICT
  const isSame = JSON.stringify(eventOf(known)) === JSON.stringify(eventOf(rowOf(event)))
  return isSame ? { status: 201, body: loggedEvent(known) } : ID_CONFLICT
}

async function medicationProblem({ tx, user }: WriteScope, event: DoseEvent): Promise<Answer | null> {
  const { medicationId } = event
  const [found] = await tx
    .select({ id: medications.id })
    .from(medications)
    .where(and(eq(medications.userId, user.id), eq(medications.id, medicationId)))
  if (found) return null
  const [deleted] = await tx
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(and(eq(tombstones.userId, user.id), eq(tombstones.id, medicationId)))
  if (!deleted) return refused(404, 'not_found', 'There is no such medication.', 'medicationId')
  const name = event.snapshot.name || 'This medication'
  return refused(410, 'medication_gone', `${name} was deleted on another device.`, 'medicationId')
}

/** An undo takes back an event of the same medication, and nobody else's. */
async function undoProblem({ tx, user }: WriteScope, event: DoseEvent): Promise<Answer | null> {
  if (event.undoes === null) return null
  const [target] = await tx
    .select({ medicationId: doseEvents.medicationId })
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, user.id), eq(doseEvents.id, event.undoes)))
  if (!target) return refused(404, 'not_found', 'The entry to undo is not in your log.', 'undoes')
  if (target.medicationId === event.medicationId) return null
  return refused(409, 'id_conflict', 'The entry to undo belongs to another medication.', 'undoes')
}

/** One page of the log: everything above `since`, in the order of the commits. `state` must have been read before. */
export async function dosesSince(
  db: Database,
  userId: string,
  state: SyncState,
  { since, limit }: { since: number; limit: number },
): Promise<DosesAnswer> {
  const rows = await db
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, userId), gt(doseEvents.seq, since)))
    .orderBy(asc(doseEvents.seq))
    .limit(limit + 1)
  const events = rows.slice(0, limit).map(loggedEvent)
  const more = rows.length > limit
  const last = events.at(-1)?.seq ?? 0
  // Of the newest events some may be gone with their medication: a device that has seen the rest is not behind.
  return { events, cursor: more ? last : Math.max(last, state.dosesSeq), more }
}

/** The events of the slots planned for those local dates. */
export async function eventsOfDates(db: Database, userId: string, dates: LocalDate[]): Promise<DoseEvent[]> {
  const rows = await db
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, userId), inArray(doseEvents.plannedDate, dates)))
  return rows.map(eventOf)
}

/** The events of many people's slots planned for any of those local dates. */
export async function eventsOfPeople(
  db: Database,
  userIds: string[],
  dates: LocalDate[],
): Promise<{ userId: string; event: DoseEvent }[]> {
  const rows = await db
    .select()
    .from(doseEvents)
    .where(and(among(doseEvents.userId, userIds), inArray(doseEvents.plannedDate, dates)))
  return rows.map((row) => ({ userId: row.userId, event: eventOf(row) }))
}

const dateOrNull = (at: Instant | null): Date | null => (at === null ? null : new Date(at))
const instantOf = (at: Date): Instant => toInstant(at.getTime())

type EventRow = Omit<DoseRow, 'userId' | 'seq' | 'receivedAt'>

const rowOf = (event: DoseEvent): EventRow => ({
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
  note: event.note,
  name: event.snapshot.name,
  dosage: event.snapshot.dosage,
  plannedDate: event.snapshot.date,
  plannedTime: event.snapshot.time,
})

/** The row of an event that the server takes now, under that commit. */
export const doseRow = (event: DoseEvent, userId: string, seq: number, now: number): DoseRow => ({
  ...rowOf(event),
  userId,
  seq,
  receivedAt: new Date(now),
})

const eventOf = (row: EventRow): DoseEvent => ({
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
  note: row.note,
  snapshot: {
    name: row.name,
    dosage: row.dosage,
    date: row.plannedDate as LocalDate | null,
    time: row.plannedTime as LocalTime | null,
  },
})

/** The event as the log hands it on. */
export const loggedEvent = (row: DoseRow): LoggedDoseEvent => ({
  ...eventOf(row),
  seq: row.seq,
  receivedAt: instantOf(row.receivedAt),
})
