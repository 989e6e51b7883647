import type { AppointmentId } from '#domain/lib/ids.ts'
import { appointmentsOf, type LocalAppointments } from '#domain/reminders/appointment-reminders.ts'
import type { DosewellDatabase } from './database.ts'

/** Returns what this device knows of reminders before appointments at `now` (ms). */
export async function readAppointments(db: DosewellDatabase, zone: string, now: number): Promise<LocalAppointments> {
  const [held, written] = await Promise.all([db.appointments.toArray(), writtenHere(db)])
  return appointmentsOf(held, written, zone, now)
}

/**
 * Returns appointments with a write the server has not accepted yet; for these, this device knows more than the server.
 */
async function writtenHere(db: DosewellDatabase): Promise<AppointmentId[]> {
  const entries = await db.outbox.where('state').anyOf('waiting', 'attention').toArray()
  return entries.filter(({ kind }) => kind === 'appointment').map(({ recordId }) => recordId as string as AppointmentId)
}
