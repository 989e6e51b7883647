import { and, eq, gt, sql } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import type { Database } from '../db/database.ts'
import { among, asRows } from '../db/parameters.ts'
import { medications, pushSubscriptions, reminderDue, reminderRings, users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import { lockState } from '../services/sync-state.ts'
import { nextSlotAt } from './next-slot.ts'

/** A medication with the instant (ms) of its next dose that was not taken up; null when it has none ahead. */
export interface NextDue {
  medicationId: string
  userId: string
  dueAt: number | null
}

/**
 * Brings the due index up to date with a medication that was added or changed (R2.1). Only inside the transaction that changes
 * it, under the account's lock. It begins 15 minutes ago: what an edit moves into the window still rings, and what was
 * taken up before is known by its ring.
 */
export async function planMedication(
  tx: Database,
  userId: string,
  medication: Medication,
  now: number,
): Promise<void> {
  const zone = await zoneOfSubscriber(tx, userId)
  if (zone === null) return
  await writeDue(tx, [nextDue(userId, medication, now, zone)])
}

/** Takes a medication that is deleted out of the index, with its rings. */
export async function forgetMedication(tx: Database, userId: string, medicationId: string): Promise<void> {
  for (const table of [reminderDue, reminderRings]) {
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.medicationId, medicationId)))
  }
}

/**
 * Plans a whole account anew, inside the transaction that gives it another zone or stores a subscription: takes the account's
 * lock. Rings that stand are looked at again, since their instants may have moved (R1.4).
 */
export async function planAccount(tx: Database, userId: string, now: number): Promise<void> {
  await lockState(tx, userId, now)
  const zone = await zoneOfSubscriber(tx, userId)
  if (zone === null) return
  const records = await tx
    .select({ record: medications.record })
    .from(medications)
    .where(eq(medications.userId, userId))
  await writeDue(
    tx,
    records.map(({ record }) => nextDue(userId, record, now, zone)),
  )
  await tx
    .update(reminderRings)
    .set({ lookAt: new Date(now) })
    .where(eq(reminderRings.userId, userId))
}

/**
 * The zone an account is planned in; null when it has no subscription. Nothing could be sent to it then, so that it has no
 * rows here at all: its first subscription makes them.
 */
async function zoneOfSubscriber(tx: Database, userId: string): Promise<string | null> {
  const subscription = tx
    .select({ one: sql`1` })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, users.id))
  const [user] = await tx
    .select({ zone: users.timeZone })
    .from(users)
    .where(and(eq(users.id, userId), sql`exists (${subscription})`))
  return user ? (user.zone ?? 'UTC') : null
}

const nextDue = (userId: string, medication: Medication, now: number, zone: string): NextDue => ({
  medicationId: medication.id,
  userId,
  dueAt: nextSlotAt(medication, now - DROPPED_AFTER + 1, zone),
})

/** Stores the next instants of many medications, and removes those that have none. */
export async function writeDue(tx: Database, rows: readonly NextDue[]): Promise<void> {
  const ahead = rows.filter(({ dueAt }) => dueAt !== null)
  if (ahead.length > 0) {
    const values = ahead.map((row) => ({
      medication_id: row.medicationId,
      user_id: row.userId,
      due_at: new Date(row.dueAt ?? 0),
    }))
    await tx.execute(sql`
      insert into reminder_due (medication_id, user_id, due_at)
      select medication_id, user_id, due_at
      from jsonb_to_recordset(${asRows(values)}) as row (medication_id uuid, user_id uuid, due_at timestamptz)
      on conflict (medication_id) do update set due_at = excluded.due_at`)
  }
  const over = rows.filter(({ dueAt }) => dueAt === null).map(({ medicationId }) => medicationId)
  if (over.length > 0) await tx.delete(reminderDue).where(among(reminderDue.medicationId, over))
}

/**
 * Plans accounts that have a subscription and medications missing from the index: those of data that are older than it. In
 * portions by account, each in a transaction of its own. Answers the account to go on after; null at the end.
 */
export async function planMissing(
  db: Database,
  after: string | null,
  now: number,
  portion: number,
): Promise<string | null> {
  const due = db.select({ one: sql`1` }).from(reminderDue).where(eq(reminderDue.medicationId, medications.id))
  const missing = db
    .select({ one: sql`1` })
    .from(medications)
    .where(and(eq(medications.userId, pushSubscriptions.userId), mayHaveDoses(now), sql`not exists (${due})`))
  const people = await db
    .selectDistinct({ userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(and(after === null ? undefined : gt(pushSubscriptions.userId, after), sql`exists (${missing})`))
    .orderBy(pushSubscriptions.userId)
    .limit(portion)
  for (const { userId } of people) await transaction(db, (tx) => planAccount(tx, userId, now))
  return people.length < portion ? null : (people.at(-1)?.userId ?? null)
}

/**
 * Leaves out what has nothing ahead: what is taken only when needed, was stopped, or ended. Such medications are never in the
 * index, and without this every start would plan all their accounts anew.
 */
function mayHaveDoses(now: number) {
  // A zone may still be at the day before.
  const yesterday = new Date(now - DAY).toISOString().slice(0, 10)
  const { record } = medications
  return sql`(jsonb_array_length(${record}->'reminderTimes') > 0 and ${record}->>'stoppedAt' is null
    and coalesce(${record}->>'endDate' >= ${yesterday}, true))`
}
