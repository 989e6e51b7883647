import { randomUUID } from 'node:crypto'
import type { Appointment } from '#domain/records/appointment.ts'
import type { User } from './user.ts'
import { dateIn, timeIn } from './zones.ts'

/** Returns the minute that many minutes from now, on the user's wall clock, where it is about noon (zones.ts). */
export const whenIn = (
  { timeZone }: Pick<User, 'timeZone'>,
  minutes: number,
): { appointmentDate: string; appointmentTime: string } => ({
  appointmentDate: dateIn(timeZone, 0),
  appointmentTime: timeIn(timeZone, minutes),
})

/** Adds an appointment that many minutes from now, with a reminder two hours before, through the API. */
export async function addAppointment(
  user: Pick<User, 'call' | 'timeZone'>,
  fields: { doctorName: string; location?: string },
  minutes: number,
): Promise<Appointment> {
  const { status, body } = await user.call<Appointment>('POST', '/api/appointments', {
    id: randomUUID(),
    specialty: '',
    location: '',
    notes: '',
    phoneNumber: '',
    remindBefore: [120],
    ...whenIn(user, minutes),
    ...fields,
  })
  if (status !== 201) throw new Error(`adding an appointment answered ${status}: ${JSON.stringify(body)}`)
  return body
}
