import type { AppointmentId } from '#domain/lib/ids.ts'
import { type LocalVisits, visitsOf } from '#domain/reminders/visits.ts'
import type { DosewellDatabase } from './database.ts'

/** Returns what this device knows of reminders before visits at `now` (ms). */
export async function readVisits(db: DosewellDatabase, zone: string, now: number): Promise<LocalVisits> {
  const [held, written] = await Promise.all([db.appointments.toArray(), writtenHere(db)])
  return visitsOf(held, written, zone, now)
}

/** Visits with a write that the server has not taken: of those this device knows more. */
async function writtenHere(db: DosewellDatabase): Promise<AppointmentId[]> {
  const entries = await db.outbox.where('state').anyOf('waiting', 'attention').toArray()
  return entries.filter(({ kind }) => kind === 'appointment').map(({ recordId }) => recordId as string as AppointmentId)
}
