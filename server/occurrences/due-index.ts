import { and, eq, gt, sql } from 'drizzle-orm'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import { effectiveReminders } from '#domain/reminders/appointment-reminders.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { type DoseLog, NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'
import type { Database } from '../db/database.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { takeBack, takeBackAccount } from '../queue/set-aside.ts'
import { type DoseRow, rowsOfMedications } from '../sync/dose-rows.ts'
import { lockState } from '../sync/state.ts'
import { amongIds, countsFromLogOf } from './counts-from-log.ts'
import { dueAt, planOf, writePlans } from './medication-plan.ts'
import { DOSES_FOLLOW_WITHIN, type Overdue, overdueOf } from './plan-since.ts'
import { mayBeReminded, type Reminded, remindedPeople } from './reminded.ts'
import { renameWaiting } from './rename-waiting.ts'
import { reopenPutOff } from './reopen.ts'
import { logFor, readAppointment, readEvent, readMedication, type Stored, storedLogIds } from './stored.ts'
import { planMorning } from './supply-mornings.ts'
import { helperNotices, reminderDue, reminderMails, reminderOccurrences, supplyNotices } from './tables.ts'
import { forgetNotices, lookAtPlanned } from './told-helpers.ts'
import { type NextDue, writeDue } from './write-due.ts'

/**
 * Updates the due index for a medication that was added or changed (R2.1), and has its doses announced that were put off
 * (R2.2). Only call it inside the transaction that changes it, under the account's lock.
 * @param made what the user changed, and when: its doses since then count as if it had arrived at once (R6.4)
 */
export async function planMedication(
  tx: Database,
  userId: string,
  medication: Medication,
  now: number,
  made?: { before: Medication | null; madeAt: Instant },
): Promise<void> {
  const person = (await remindedPeople(tx, [userId])).get(userId)
  if (!person) return
  const overdue = await overdueOf(tx, userId, now)
  const known = made?.before?.important === true ? made.before : null
  const log = await logOf(tx, userId, known ? [medication, known] : [medication])
  const earlier = made && {
    before: known && { medication: known, log },
    since: msOf(made.madeAt) - DROPPED_AFTER,
    // Where it is marked now, doses of before are announced, and not told about.
    overdue: medication.important === true && !known ? overdue.get(medication.id) : undefined,
  }
  const left = earlier?.overdue === undefined ? overdue : NEW
  await writePlans(tx, [planOf(userId, { medication, log }, person, { now, overdue: left, earlier })])
  await takeBack(tx, PLANNED_KINDS, [medication.id])
  await lookAtPlanned(tx, userId, [medication.id], now)
  if (person.isSubscribed) await reopenPutOff(tx, { id: userId, zone: person.zone }, [medication.id], now)
}

/**
 * Updates the due index after doses of these medications were logged or undone, for those whose next dose depends on
 * that, and returns which these are. Only call it inside the transaction that logs them, after the log.
 * @param events the ids of what was logged: doses that come up with it, after their time, are told about
 */
export async function planCounting(
  tx: Database,
  userId: string,
  medicationIds: Iterable<string>,
  now: number,
  events: ReadonlySet<string> = new Set(),
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
  const loggedBefore = without(logged, events)
  // What cannot be read is due at once, so that materialising sets it aside (R8.1).
  const plans = stored.map((one) =>
    orElse(
      () => {
        const medication = readMedication(one)
        // Nobody is told about doses of others, so what was planned of them before does not matter.
        const isTold = medication.important === true && events.size > 0
        const earlier = isTold ? { before: { medication, log: logFor(medication, loggedBefore) }, since: 0 } : undefined
        return planOf(userId, { medication, log: logFor(medication, logged) }, person, { now, overdue, earlier })
      },
      dueAt(userId, one.id, mayBeReminded(one.record, person) ? (overdue.get(one.id) ?? now) : null),
    ),
  )
  await writePlans(tx, plans)
  return ids
}

const without = (logged: ReadonlyMap<string, readonly DoseRow[]>, events: ReadonlySet<string>) =>
  new Map([...logged].map(([id, rows]) => [id, rows.filter((row) => !events.has(row.id))]))

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
  if (!person) return
  await writeDue(tx, [nextAppointmentDue(userId, appointment, now, person)])
  await takeBack(tx, PLANNED_KINDS, [appointment.id])
}

/**
 * The kinds under which a medication or an appointment is set aside. New data may fix what was broken, so it is tried
 * again immediately (R8.3).
 */
const PLANNED_KINDS = ['schedule', 'reminder', 'dose-mail', 'helper-notice'] as const

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
  const plan = (medication: Medication) =>
    planOf(userId, { medication, log: NOTHING_LOGGED }, person, { now, overdue: NEW })
  await writePlans(tx, added.medications.map(plan))
  await writeDue(
    tx,
    added.appointments.map((appointment) => nextAppointmentDue(userId, appointment, now, person)),
  )
}

/**
 * Removes a deleted medication or appointment from the index, with its occurrences and mails. What helpers were told of
 * lately stays until it is withdrawn (R11.4).
 */
export async function forgetRecord(tx: Database, userId: string, medicationId: string, now: number): Promise<void> {
  for (const table of [reminderDue, reminderMails, reminderOccurrences, supplyNotices]) {
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.medicationId, medicationId)))
  }
  await forgetNotices(tx, userId, medicationId, now)
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
  const atOnce = (id: string) => overdue.get(id) ?? now
  const logged = await logsOf(tx, userId, records)
  const plan = (stored: Stored) => {
    const medication = readMedication(stored)
    return planOf(userId, { medication, log: logFor(medication, logged) }, person, { now, overdue })
  }
  await writePlans(
    tx,
    records.map((stored) =>
      orElse(
        () => plan(stored),
        dueAt(userId, stored.id, mayBeReminded(stored.record, person) ? atOnce(stored.id) : null),
      ),
    ),
  )
  await writeDue(
    tx,
    planned.map(({ id, record }) =>
      orElse(() => nextAppointmentDue(userId, readAppointment({ id, record }), now, person), {
        medicationId: id,
        userId,
        dueAt: atOnce(id),
      }),
    ),
  )
  await renameWaiting(tx, userId, { records, logged, zone: person.zone })
  await takeBackAccount(tx, userId)
  const lookAt = new Date(now)
  await tx.update(reminderOccurrences).set({ lookAt }).where(eq(reminderOccurrences.userId, userId))
  // What is looked at soon is left: it may wait for the doses that a device is just sending.
  const soon = new Date(now + DOSES_FOLLOW_WITHIN)
  for (const table of [reminderMails, helperNotices]) {
    await tx
      .update(table)
      .set({ lookAt })
      .where(and(eq(table.userId, userId), gt(table.lookAt, soon)))
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
