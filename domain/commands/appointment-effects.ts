import { isSaid } from '../language/is-said.ts'
import { t } from '../language/translate.ts'
import type { AppointmentId } from '../lib/ids.ts'
import { type Instant, laterOf, notAfter, toInstant } from '../lib/instant.ts'
import { formatDate, formatTime12 } from '../lib/local-time.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import {
  type Appointment,
  type AppointmentMoment,
  type AppointmentTexts,
  changedAtOf,
  isSameAppointment,
  type RemindBefore,
} from '../records/appointment.ts'
import type { Refusal } from './refusal.ts'

/** What a user enters for an appointment. */
export interface AppointmentInput extends AppointmentTexts, AppointmentMoment {
  remindBefore: RemindBefore[]
}

export interface NewAppointment extends AppointmentInput {
  id: AppointmentId
  createdAt: Instant
}

/** What an edit changes: texts one by one, date and time as one unit. Absent or undefined means unchanged. */
export type AppointmentChanges = { [Text in keyof AppointmentTexts]?: string | undefined } & {
  when?: AppointmentMoment | undefined
  remindBefore?: RemindBefore[] | undefined
}

/**
 * Returns a new appointment, upcoming whatever its date. `now` is in milliseconds; the creation time is never later.
 */
export function addAppointment(input: NewAppointment, now: number): Appointment {
  const createdAt = notAfter(input.createdAt, now)
  return {
    id: input.id,
    doctorName: input.doctorName,
    specialty: input.specialty,
    location: input.location,
    notes: input.notes,
    phoneNumber: input.phoneNumber,
    appointmentDate: input.appointmentDate,
    appointmentTime: input.appointmentTime,
    remindBefore: input.remindBefore,
    isCompleted: false,
    createdAt,
    updatedAt: toInstant(now),
    changedAt: createdAt,
  }
}

/**
 * Returns the appointment with these changes, made at `editedAt` by a device's clock, even if it is completed:
 * `completedRefusal` decides about that.
 */
export function changeAppointment(
  appointment: Appointment,
  { when, remindBefore, ...texts }: AppointmentChanges,
  editedAt: Instant,
  now: number,
): Appointment {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  const isChanged = given.length > 0 || when !== undefined || remindBefore !== undefined
  return {
    ...appointment,
    ...Object.fromEntries(given),
    ...when,
    remindBefore: remindBefore ?? appointment.remindBefore,
    updatedAt: toInstant(now),
    ...(isChanged ? { changedAt: laterOf(changedAtOf(appointment), notAfter(editedAt, now)) } : {}),
  }
}

/** Edits an appointment. A completed one can only be deleted (specification, section 4). */
export function editAppointment(
  appointment: Appointment,
  changes: AppointmentChanges,
  editedAt: Instant,
  now: number,
): Result<Appointment, Refusal> {
  const refusal = completedRefusal(appointment)
  return refusal ? fail(refusal) : ok(changeAppointment(appointment, changes, editedAt, now))
}

export const completeAppointment = (appointment: Appointment, now: number): Appointment =>
  appointment.isCompleted ? appointment : { ...appointment, isCompleted: true, updatedAt: toInstant(now) }

/** Returns why a completed appointment can neither be edited nor become upcoming again; null for an upcoming one. */
export const completedRefusal = ({ isCompleted }: Appointment): Refusal | null =>
  isCompleted
    ? {
        status: 409,
        code: 'appointment_completed',
        error: t('This appointment is completed. It can only be deleted.'),
      }
    : null

const duplicateText = (doctorName: string, date: string, time: string): string =>
  t('You already have an appointment with {doctorName} on {date} at {time}', { doctorName, date, time })

/** Returns whether an error says that there is such an appointment already. */
export const isDuplicateAppointment = (error: string): boolean => isSaid(error, (any) => duplicateText(any, any, any))

/**
 * Returns the refusal of a second upcoming appointment with the same doctor at the same date and time, or null
 * (readings, Medications). A completed one does not count, because entering an appointment again is the only way to
 * undo completing it by mistake.
 */
export function duplicateAppointment(
  candidate: Pick<Appointment, 'id' | 'doctorName' | 'appointmentDate' | 'appointmentTime'>,
  others: readonly Appointment[],
): Refusal | null {
  const twin = others.find(
    (other) => other.id !== candidate.id && !other.isCompleted && isSameAppointment(other, candidate),
  )
  if (!twin) return null
  return {
    status: 409,
    code: 'duplicate',
    error: duplicateText(twin.doctorName, formatDate(twin.appointmentDate), formatTime12(twin.appointmentTime)),
    field: 'doctorName',
  }
}
