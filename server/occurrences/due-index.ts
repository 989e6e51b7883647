import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import { effectiveReminders } from '#domain/reminders/appointment-reminders.ts'
import { isOfData } from '../db/apart.ts'
import type { Database } from '../db/database.ts'
import { asRows } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { transaction } from '../db/transaction.ts'
import { takeBack, takeBackAccount } from '../queue/set-aside.ts'
import { lockState } from '../sync/state.ts'
import { nextSlotAt } from './next-slot.ts'
import { isImportant, isReminded, mayBeReminded, type Reminded, remindedPeople } from './reminded.ts'
import { readAppointment, readMedication } from './stored.ts'
import { reminderDue, reminderMails, reminderOccurrences } from './tables.ts'

/**
 * A medication with the instant (ms) of its next dose that is not materialised yet, or an appointment with that of its
 * next reminder (R7.2); null if there is none ahead.
 */
export interface NextDue {
  /** Or the appointment. */
  medicationId: string
  userId: string
  dueAt: number | null
}

/**
 * Updates the due index for a medication that was added or changed (R2.1). Only call it inside the transaction that
 * changes it, under the account's lock. Planning starts 15 minutes ago: a dose that an edit moves into that window is
 * still announced, and an earlier materialised one is known by its occurrence.
 */
export async function planMedication(tx: Database, userId: string, medication: Medication, now: number): Promise<void> {
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (person) await writeAnew(tx, nextDue(userId, medication, now, person))
}

/** Does the same for an appointment (R7.2): its reminders, starting with those still in their window. */
export async function planAppointment(
  tx: Database,
  userId: string,
  appointment: Appointment,
  now: number,
): Promise<void> {
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (person) await writeAnew(tx, nextAppointmentDue(userId, appointment, now, person))
}

/** The new data may fix what was broken, so it is tried again immediately (R8.3). */
async function writeAnew(tx: Database, due: NextDue): Promise<void> {
  await writeDue(tx, [due])
  await takeBack(tx, PLANNED_KINDS, [due.medicationId])
}

/** The kinds under which a medication or an appointment is set aside. */
const PLANNED_KINDS = ['schedule', 'reminder', 'dose-mail'] as const

/** Does the same for everything that an import adds. */
export async function planAdded(
  tx: Database,
  userId: string,
  added: { medications: readonly Medication[]; appointments: readonly Appointment[] },
  now: number,
): Promise<void> {
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return
  await writeDue(tx, [
    ...added.medications.map((medication) => nextDue(userId, medication, now, person)),
    ...added.appointments.map((appointment) => nextAppointmentDue(userId, appointment, now, person)),
  ])
}

/** Removes a deleted medication or appointment from the index, with its occurrences and mails. */
export async function forgetRecord(tx: Database, userId: string, medicationId: string): Promise<void> {
  for (const table of [reminderDue, reminderMails, reminderOccurrences]) {
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.medicationId, medicationId)))
  }
  await takeBack(tx, PLANNED_KINDS, [medicationId])
}

/**
 * Replans a whole account, inside the transaction that gives it another zone or saves a subscription. Takes the
 * account's lock. Pending occurrences and mails are processed again, since their instants may have moved (R1.4).
 * Everything set aside is tried again. A record that cannot be planned becomes due immediately, so that materialising
 * sets it aside (R8.1).
 */
export async function planAccount(tx: Database, userId: string, now: number): Promise<void> {
  await lockState(tx, userId, now)
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return
  const records = await tx
    .select({ id: medications.id, record: medications.record })
    .from(medications)
    .where(eq(medications.userId, userId))
  const planned = await tx
    .select({ id: appointments.id, record: appointments.record })
    .from(appointments)
    .where(and(eq(appointments.userId, userId), mayHaveReminders))
  const dueAtOnce = (medicationId: string): NextDue => ({ medicationId, userId, dueAt: now })
  await writeDue(tx, [
    ...records.map((stored) =>
      orElse(
        () => nextDue(userId, readMedication(stored), now, person),
        mayBeReminded(stored.record, person) ? dueAtOnce(stored.id) : { ...dueAtOnce(stored.id), dueAt: null },
      ),
    ),
    ...planned.map((stored) =>
      orElse(() => nextAppointmentDue(userId, readAppointment(stored), now, person), dueAtOnce(stored.id)),
    ),
  ])
  await takeBackAccount(tx, userId)
  const lookAt = new Date(now)
  await tx.update(reminderOccurrences).set({ lookAt }).where(eq(reminderOccurrences.userId, userId))
  await tx
    .update(reminderMails)
    .set({ lookAt })
    .where(and(eq(reminderMails.userId, userId), isNotNull(reminderMails.lookAt)))
}

/** Returns the result of the work, or the fallback if it throws. */
function orElse<T>(work: () => T, fallback: T): T {
  try {
    return work()
  } catch {
    return fallback
  }
}

const nextDue = (userId: string, medication: Medication, now: number, person: Reminded): NextDue => ({
  medicationId: medication.id,
  userId,
  dueAt: isReminded(medication, person) ? nextSlotAt(medication, now - DROPPED_AFTER + 1, person.zone) : null,
})

/** Reminders that are already materialised have their row in `reminder_rings`, which stays. */
const nextAppointmentDue = (userId: string, appointment: Appointment, now: number, person: Reminded): NextDue => ({
  medicationId: appointment.id,
  userId,
  dueAt:
    (person.isSubscribed ? effectiveReminders(appointment, person.zone) : []).find(({ until }) => until > now)?.at ??
    null,
})

/**
 * A condition on rows of `appointments`: all except those that certainly have no reminders. It never fails, whatever a
 * record contains; unreadable records match, and are found when they are read.
 */
const mayHaveReminders = sql`coalesce(${appointments.record}->'remindBefore', '[]'::jsonb) <> '[]'::jsonb
  and (${appointments.record}->'isCompleted') is distinct from 'true'::jsonb`

/** The first instant (ms) whose text has a year of more than four digits, which PostgreSQL cannot read. */
const END_OF_TIME = Date.parse('9999-12-31T23:59:59.999Z') + 1

/** Saves the next instants of many medications and appointments, and removes those without one. */
export async function writeDue(tx: Database, all: readonly NextDue[]): Promise<void> {
  // A stored date may be any date; one in the last hours of 9999 falls into the year 10000 west of Greenwich.
  const rows = all.map((row) => ({
    ...row,
    dueAt: (row.dueAt ?? END_OF_TIME) < END_OF_TIME ? row.dueAt : null,
  }))
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
      on conflict (medication_id) do update set due_at = excluded.due_at
      where reminder_due.user_id = excluded.user_id`)
  }
  const over = rows.filter(({ dueAt }) => dueAt === null)
  if (over.length > 0) {
    const values = over.map((row) => ({ medication_id: row.medicationId, user_id: row.userId }))
    await tx.execute(sql`
      delete from reminder_due
      using jsonb_to_recordset(${asRows(values)}) as row (medication_id uuid, user_id uuid)
      where reminder_due.medication_id = row.medication_id and reminder_due.user_id = row.user_id`)
  }
}

export interface Planned {
  /** The account to continue after; null at the end. */
  next: string | null
  /** The faults of accounts that could not be planned; they are still missing. */
  faults: unknown[]
}

/**
 * Plans accounts whose medications or appointments are missing from the index because they are older than it (R2.1). It
 * works in portions of accounts, each account in its own transaction, whether the others succeed or not.
 */
export async function planMissing(db: Database, after: string | null, now: number, portion: number): Promise<Planned> {
  // Found with the indexes of subscriptions and of important medications, so that no other accounts are read.
  const { rows } = (await db.execute(sql`
    with people as (
      select user_id, true as subscribed from push_subscriptions
      union select user_id, false from medications where ${isImportant})
    select distinct user_id from people
    where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`} and exists (
      select 1 from medications
      where medications.user_id = people.user_id and (people.subscribed or ${isImportant}) and ${mayHaveDoses(now)}
        and not exists (select 1 from reminder_due where reminder_due.medication_id = medications.id)
      union all select 1 from appointments
      where appointments.user_id = people.user_id and people.subscribed and ${mayHaveReminders}
        and ${appointments.record}->>'appointmentDate' >= ${yesterday(now)}
        and not exists (select 1 from reminder_due where reminder_due.medication_id = appointments.id))
    order by user_id limit ${portion}`)) as unknown as { rows: { user_id: string }[] }
  const faults: unknown[] = []
  for (const { user_id } of rows) {
    await transaction(db, (tx) => planAccount(tx, user_id, now)).catch((error: unknown) => {
      if (!isOfData(error)) throw error
      faults.push(error)
    })
  }
  return { next: rows.length < portion ? null : (rows.at(-1)?.user_id ?? null), faults }
}

/**
 * Leaves out medications with nothing ahead: taken only when needed, stopped, or ended. They are never in the index,
 * and without this every start would replan all their accounts. It never fails, whatever a record contains.
 */
function mayHaveDoses(now: number) {
  const { record } = medications
  const hasTimes = sql`coalesce(${record}->'reminderTimes', 'null'::jsonb) <> '[]'::jsonb`
  const hasOwn = sql`coalesce(${record}->'schedule'->>'kind' in ('hours', 'phases'), false)`
  return sql`((${hasTimes} or ${hasOwn}) and ${record}->>'stoppedAt' is null
    and coalesce(${record}->>'endDate' >= ${yesterday(now)}, true))`
}

/** Some zone may still be at the day before. */
const yesterday = (now: number): string => new Date(now - DAY).toISOString().slice(0, 10)
