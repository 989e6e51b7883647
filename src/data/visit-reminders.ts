import type { AppointmentId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { dueVisits, type VisitReminder, visitReminders, visitTag } from '#domain/reminders/visits.ts'
import type { VisitsHere } from '#src/platform/show-notice.ts'
import type { DosewellDatabase } from './database.ts'

/** What this device knows of reminders before visits at one instant. */
export interface LocalVisits extends VisitsHere {
  /** Those that should ring now; whether one was announced is the ledger's to say. */
  due: VisitReminder[]
}

/** @param now milliseconds since the epoch */
export async function readVisits(db: DosewellDatabase, zone: string, now: number): Promise<LocalVisits> {
  const [held, written] = await Promise.all([db.appointments.toArray(), writtenHere(db)])
  return visitsOf(held, written, zone, now)
}

/** Visits with a write that the server has not taken: of those this device knows more. */
async function writtenHere(db: DosewellDatabase): Promise<AppointmentId[]> {
  const entries = await db.outbox.where('state').anyOf('waiting', 'attention').toArray()
  return entries.filter(({ kind }) => kind === 'appointment').map(({ recordId }) => recordId as string as AppointmentId)
}

/** The same of visits that are held, and of the ids that writes wait for. */
export function visitsOf(
  held: readonly Appointment[],
  written: readonly AppointmentId[],
  zone: string,
  now: number,
): LocalVisits {
  const reminders = held.flatMap((appointment) => visitReminders(appointment, zone))
  return {
    due: dueVisits(held, zone, now),
    known: new Set([...held.map(({ id }) => id), ...written].map(visitTag)),
    planned: new Set(reminders.map(({ id }) => id)),
  }
}
