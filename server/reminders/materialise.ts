import { and, lte } from 'drizzle-orm'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { isTimeZone } from '#domain/lib/zone.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { effectiveReminders } from '#domain/reminders/appointment-reminders.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { leadOf, nextSlotAt } from '../occurrences/next-slot.ts'
import { MADE_UP_FOR } from '../occurrences/plan-since.ts'
import { isReminded, type Reminded, remindedPeople } from '../occurrences/reminded.ts'
import { addSlotRows, rowOf, type SlotRow } from '../occurrences/slot-rows.ts'
import { logFor, readAppointment, readMedication, type Stored, storedLogIds } from '../occurrences/stored.ts'
import { reminderDue } from '../occurrences/tables.ts'
import { type NextDue, writeDue } from '../occurrences/write-due.ts'
import { type Fault, mayBeTried, type OnSetAside, takeBack } from '../queue/set-aside.ts'
import { type DoseRow, rowsOfMedications } from '../sync/dose-rows.ts'
import { appointmentsById, medicationsById } from './people.ts'
import { type Worked, workOnPortion } from './portions.ts'

/**
 * How long before its instant a slot becomes an occurrence (R2.2). On the hour, when most are due, planning is already
 * done and only sending is left.
 */
export const MATERIALISE_AHEAD = MINUTE

export interface MaterialiseOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** Roughly how many medications. */
  count: number
  onSetAside: OnSetAside
}

/**
 * Turns slots whose time has come into occurrences, and those of important medications also into mails that may be
 * needed (R6.4), and moves their medications on in the due index (R2.1, R2.2): one portion, in one transaction.
 * Medications that are neither important nor belong to a subscribed user leave the index. What cannot be planned is set
 * aside (R8.1). Returns the number of users processed.
 */
export async function materialise(db: Database, options: MaterialiseOptions): Promise<number> {
  const until = options.now + MATERIALISE_AHEAD
  const { people } = await workOnPortion(db, { ...options, index: 'due', until }, (tx, claimed) =>
    materialiseOf(tx, claimed, options.now),
  )
  return people
}

async function materialiseOf(tx: Database, people: string[], now: number): Promise<Worked<null>> {
  const isDue = lte(reminderDue.dueAt, new Date(now + MATERIALISE_AHEAD))
  const due = await tx
    .select()
    .from(reminderDue)
    .where(and(among(reminderDue.userId, people), isDue, mayBeTried('schedule', reminderDue.medicationId, now)))
  const reminded = await remindedPeople(tx, people)
  const ids = due.map(({ medicationId }) => medicationId)
  const records = await medicationsById(tx, ids)
  const counting = new Set([...records.values()].flatMap(storedLogIds))
  const rows = await rowsOfMedications(tx, people, [...counting])
  const known: Known = {
    reminded,
    records,
    appointments: await appointmentsById(tx, ids, records),
    logged: Map.groupBy(rows, ({ medicationId }) => medicationId),
  }
  const faults: Fault[] = []
  const materialised = due.flatMap((row) => {
    try {
      return materialiseRow(row, known, now)
    } catch (error) {
      faults.push({ kind: 'schedule', subject: row.medicationId, userId: row.userId, error })
      return []
    }
  })
  const found = {
    occurrences: materialised.flatMap(({ occurrences }) => occurrences),
    mails: materialised.flatMap(({ mails }) => mails),
  }
  const next = materialised.map((one) => one.next)
  await writeDue(tx, next)
  await addSlotRows(tx, found)
  const lost = [...reminded].filter(([, { zone }]) => !isTimeZone(zone))
  faults.push(...lost.map(([userId]) => zoneFault(userId)))
  const withZone = people.filter((userId) => !lost.some(([id]) => id === userId))
  await takeBack(tx, ['schedule', 'zone'], [...next.map(({ medicationId }) => medicationId), ...withZone])
  return { result: null, faults }
}

/** This stops nothing: doses fall back to UTC (R1.7), and an operator has to know about it. */
const zoneFault = (userId: string): Fault => ({
  kind: 'zone',
  subject: userId,
  userId,
  error: new Error('a zone that this runtime does not know'),
})

type DueRow = typeof reminderDue.$inferSelect

/** What is known about the users who are due. */
interface Known {
  reminded: ReadonlyMap<string, Reminded>
  records: ReadonlyMap<string, Stored>
  appointments: ReadonlyMap<string, Stored>
  /** The whole log of those medications that slots depend on. */
  logged: ReadonlyMap<string, readonly DoseRow[]>
}

/** What follows from a due medication: its next instant, and the rows of the slots up to now. */
interface Materialised {
  next: NextDue
  occurrences: SlotRow[]
  mails: SlotRow[]
}

/** Throws if the record cannot be read or planned. */
function materialiseRow(row: DueRow, { reminded, records, appointments, logged }: Known, now: number): Materialised {
  const person = reminded.get(row.userId)
  const [appointment, stored] = [appointments.get(row.medicationId), records.get(row.medicationId)]
  if (appointment && person?.isSubscribed) return materialiseAppointment(row, readAppointment(appointment), person, now)
  const record = stored && person && readMedication(stored)
  if (!record || !isReminded(record, person)) return nothingOf(row)
  return materialiseMedication(row, { record, log: logFor(record, logged) }, person, now)
}

const nothingOf = (row: DueRow): Materialised => ({ next: { ...row, dueAt: null }, occurrences: [], mails: [] })

function materialiseMedication(
  row: DueRow,
  { record, log }: { record: Medication; log: DoseLog },
  { zone, isSubscribed }: Reminded,
  now: number,
): Materialised {
  const lead = leadOf(record)
  const until = now + MATERIALISE_AHEAD + lead + 1
  const from = Math.max(row.dueAt.getTime() + lead, now - MADE_UP_FOR)
  const slots = planSlots(record, { from, to: until + DAY }, zone, log)
  const next = slots.find(({ at }) => at >= until)?.at ?? nextSlotAt(record, until + DAY, zone, log)
  const rows = slots.filter(({ at }) => at < until).map((slot) => rowOf(row.userId, slot, lead))
  return {
    next: { ...row, dueAt: next === null ? null : next - lead },
    occurrences: isSubscribed ? rows : [],
    mails: record.important === true ? rows : [],
  }
}

/** Reminders that are already over get a row too; they end as expired (R7.4). */
function materialiseAppointment(row: DueRow, appointment: Appointment, { zone }: Reminded, now: number): Materialised {
  const until = now + MATERIALISE_AHEAD + 1
  const ahead = effectiveReminders(appointment, zone).filter(({ at }) => at >= row.dueAt.getTime())
  const occurrences = ahead
    .filter(({ at }) => at < until)
    .map(({ id, at }) => ({
      user_id: row.userId,
      slot_id: id,
      medication_id: appointment.id,
      date: appointment.appointmentDate,
      time: appointment.appointmentTime,
      slot_at: new Date(at),
      look_at: new Date(at),
    }))
  return { next: { ...row, dueAt: ahead[occurrences.length]?.at ?? null }, occurrences, mails: [] }
}
