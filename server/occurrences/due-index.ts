import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { effectiveReminders } from '#domain/reminders/appointment-reminders.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { type DoseLog, NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'
import type { Database } from '../db/database.ts'
import { among, textsAsJson } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { takeBack, takeBackAccount } from '../queue/set-aside.ts'
import { type DoseRow, rowsOfMedications } from '../sync/dose-rows.ts'
import { lockState } from '../sync/state.ts'
import { leadOf, nextSlotAt } from './next-slot.ts'
import { type Overdue, overdueOf, planSince, planSinceLogged } from './plan-since.ts'
import { isReminded, mayBeReminded, type Reminded, remindedPeople } from './reminded.ts'
import { reopenPutOff } from './reopen.ts'
import { logFor, readAppointment, readEvent, readMedication, type Stored, storedLogIds } from './stored.ts'
import { planMorning } from './supply-mornings.ts'
import { helperNotices, reminderDue, reminderMails, reminderOccurrences, supplyNotices } from './tables.ts'
import { type NextDue, writeDue } from './write-due.ts'

/**
 * Updates the due index for a medication that was added or changed (R2.1), and has its doses announced that were put off
 * (R2.2). Only call it inside the transaction that changes it, under the account's lock.
 */
export async function planMedication(tx: Database, userId: string, medication: Medication, now: number): Promise<void> {
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return
  const since = planSince(medication, now, await overdueOf(tx, userId, now))
  await writeAnew(tx, nextDue(userId, medication, since, person, await logOf(tx, userId, [medication])))
  if (person.isSubscribed) await reopenPutOff(tx, { id: userId, zone: person.zone }, [medication.id], now)
}

/**
 * Updates the due index after doses of these medications were logged or undone, for those whose next dose depends on
 * that, and returns which these are. Only call it inside the transaction that logs them, after the log.
 */
export async function planCounting(
  tx: Database,
  userId: string,
  medicationIds: Iterable<string>,
  now: number,
): Promise<string[]> {
  const stored = await tx
    .select({ id: medications.id, record: medications.record })
    .from(medications)
    .where(and(eq(medications.userId, userId), countsFromLogOf(amongIds([...medicationIds]))))
  const ids = stored.map(({ id }) => id)
  const person = ids.length === 0 ? undefined : (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return ids
  const logged = await logsOf(tx, userId, stored)
  const overdue = await overdueOf(tx, userId, now)
  // What cannot be read is due at once, so that materialising sets it aside (R8.1).
  const due = stored.map((one) =>
    orElse(
      () => {
        const medication = readMedication(one)
        const since = planSinceLogged(medication, now, overdue)
        return nextDue(userId, medication, since, person, logFor(medication, logged))
      },
      { medicationId: one.id, userId, dueAt: mayBeReminded(one.record, person) ? (overdue.get(one.id) ?? now) : null },
    ),
  )
  await writeDue(tx, due)
  return ids
}

interface Logged {
  /** A condition on rows of `medications`: one of those whose doses were logged. */
  isOne: SQL
  /** Their ids as texts, in brackets. */
  texts: SQL
}

const amongIds = (medicationIds: readonly string[]): Logged => ({
  isOne: among(medications.id, medicationIds),
  texts: textsAsJson(medicationIds),
})

/** A condition on rows of `medications`: those whose next dose depends on what was logged of these. */
export const countsFromLogOf = ({ isOne, texts }: Logged): SQL | undefined =>
  or(and(isOne, countsFromOwn), follows(texts))

const countsFromOwn = sql`(${medications.record} @> '{"schedule":{"kind":"after-taken"}}' or ${medications.record} @>
  '{"schedule":{"kind":"phases","steps":[{"schedule":{"kind":"after-taken"}}]}}')`

/** A condition on rows of `medications`: those that follow one of these (`after-dose`). */
const follows = (texts: SQL) =>
  and(
    sql`${medications.record} @> '{"schedule":{"kind":"after-dose"}}'`,
    sql`${medications.record}->'schedule'->>'medicationId' in ${texts}`,
  )

/** Returns the logs that it takes to plan these medications, by medication. */
async function logsOf(tx: Database, userId: string, all: readonly Stored[]): Promise<Map<string, DoseRow[]>> {
  const rows = await rowsOfMedications(tx, [userId], [...new Set(all.flatMap(storedLogIds))])
  return Map.groupBy(rows, ({ medicationId }) => medicationId)
}

/** Returns the log of those medications whose slots depend on it. */
async function logOf(tx: Database, userId: string, all: readonly Medication[]): Promise<DoseLog> {
  const rows = await rowsOfMedications(tx, [userId], countFromLog(all))
  return doseLogOf({ medications: all, events: rows.map(readEvent) })
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

/** What is new is in no index yet. */
const NEW: Overdue = new Map()

/** Does the same for everything that an import adds; its log is not there yet (`planCounting`). */
export async function planAdded(
  tx: Database,
  userId: string,
  added: { medications: readonly Medication[]; appointments: readonly Appointment[] },
  now: number,
): Promise<void> {
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return
  await writeDue(tx, [
    ...added.medications.map((medication) =>
      nextDue(userId, medication, planSince(medication, now, NEW), person, NOTHING_LOGGED),
    ),
    ...added.appointments.map((appointment) => nextAppointmentDue(userId, appointment, now, person)),
  ])
}

/** Removes a deleted medication or appointment from the index, with its occurrences and mails. */
export async function forgetRecord(tx: Database, userId: string, medicationId: string): Promise<void> {
  for (const table of [reminderDue, reminderMails, helperNotices, reminderOccurrences, supplyNotices]) {
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.medicationId, medicationId)))
  }
  await takeBack(tx, PLANNED_KINDS, [medicationId])
}

/**
 * Replans a whole account, inside the transaction that gives it another zone or saves a subscription. Takes the
 * account's lock. Pending occurrences and mails are processed again, since their instants may have moved (R1.4), and
 * everything set aside is tried again. A record that cannot be planned becomes due at once, so that materialising sets
 * it aside (R8.1).
 */
export async function planAccount(tx: Database, userId: string, now: number): Promise<void> {
  await lockState(tx, userId, now)
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return
  if (person.isSubscribed) await planMorning(tx, userId, person.zone, now)
  const records = await tx
    .select({ id: medications.id, record: medications.record })
    .from(medications)
    .where(eq(medications.userId, userId))
  const planned = await tx
    .select({ id: appointments.id, record: appointments.record })
    .from(appointments)
    .where(and(eq(appointments.userId, userId), mayHaveReminders))
  const overdue = await overdueOf(tx, userId, now)
  const dueAtOnce = (id: string): NextDue => ({ medicationId: id, userId, dueAt: overdue.get(id) ?? now })
  const logged = await logsOf(tx, userId, records)
  const plan = (stored: Stored) => {
    const medication = readMedication(stored)
    return nextDue(userId, medication, planSince(medication, now, overdue), person, logFor(medication, logged))
  }
  await writeDue(tx, [
    ...records.map((stored) =>
      orElse(
        () => plan(stored),
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
  for (const table of [reminderMails, helperNotices]) {
    await tx
      .update(table)
      .set({ lookAt })
      .where(and(eq(table.userId, userId), isNotNull(table.lookAt)))
  }
  const ids = records.map(({ id }) => id)
  if (person.isSubscribed) await reopenPutOff(tx, { id: userId, zone: person.zone }, ids, now)
}

/** Returns the result of the work, or the fallback if it throws. */
function orElse<T>(work: () => T, fallback: T): T {
  try {
    return work()
  } catch {
    return fallback
  }
}

/** @param since where planning starts (ms) */
function nextDue(userId: string, medication: Medication, since: number, person: Reminded, log: DoseLog): NextDue {
  const isDue = isReminded(medication, person)
  const next = isDue ? nextSlotAt(medication, since, person.zone, log) : null
  return { medicationId: medication.id, userId, dueAt: next === null ? null : next - leadOf(medication) }
}

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
export const mayHaveReminders = sql`coalesce(${appointments.record}->'remindBefore', '[]'::jsonb) <> '[]'::jsonb
  and (${appointments.record}->'isCompleted') is distinct from 'true'::jsonb`
