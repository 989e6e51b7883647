import { bare } from '../lib/bare.ts'
import type { AppointmentId } from '../lib/ids.ts'
import type { Instant } from '../lib/instant.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'

/** How long before an appointment a reminder can come, in minutes: two hours, a day. */
export const REMIND_BEFORE = [120, 1440] as const
export type RemindBefore = (typeof REMIND_BEFORE)[number]

/** The local date and time of an appointment in the plan zone. Both together are one unit for merging. */
export interface AppointmentMoment {
  appointmentDate: LocalDate
  appointmentTime: LocalTime
}

/** What a user types for an appointment (specification, section 3); empty if nothing was entered. */
export interface AppointmentTexts {
  doctorName: string
  specialty: string
  location: string
  notes: string
  phoneNumber: string
}

export interface Appointment extends AppointmentTexts, AppointmentMoment {
  id: AppointmentId
  /** Which reminders come before it, the shortest first; none if empty. */
  remindBefore: RemindBefore[]
  /** Upcoming until the user marks it as completed, which cannot be reversed (specification, section 4). */
  isCompleted: boolean
  createdAt: Instant
  updatedAt: Instant
  /**
   * When the user entered or last changed it, by the device's clock, but never later than the server received it.
   * Without a network that can be long before `updatedAt`. Absent in records from before it was stored.
   */
  changedAt?: Instant | undefined
}

/** Returns when the user last had it open to change it. */
export const changedAtOf = ({ changedAt, updatedAt }: Pick<Appointment, 'changedAt' | 'updatedAt'>): Instant =>
  changedAt ?? updatedAt

type AppointmentKey = Pick<Appointment, 'doctorName' | 'appointmentDate' | 'appointmentTime'>

/** Returns a key that is equal for two appointments exactly if they are duplicates, to find those among thousands. */
export const appointmentKey = (appointment: AppointmentKey): string =>
  `${momentOf(appointment)} ${bare(appointment.doctorName)}`

/**
 * Returns whether both have the same doctor, ignoring case and spaces, and the same date and time (readings,
 * Medications).
 */
export const isSameAppointment = (a: AppointmentKey, b: AppointmentKey): boolean =>
  momentOf(a) === momentOf(b) && bare(a.doctorName) === bare(b.doctorName)

/** Returns `2026-11-20T14:30`: such texts sort like the appointments. */
export const momentOf = ({ appointmentDate, appointmentTime }: AppointmentMoment): string =>
  `${appointmentDate}T${appointmentTime}`

const byMoment = (a: Appointment, b: Appointment): number =>
  momentOf(a) < momentOf(b) ? -1 : momentOf(a) > momentOf(b) ? 1 : a.id < b.id ? -1 : 1

/** Returns the appointments that are not completed, the next one first (specification, section 2). */
export const upcomingAppointments = (all: readonly Appointment[]): Appointment[] =>
  all.filter(({ isCompleted }) => !isCompleted).sort(byMoment)

/** Returns the completed ones, the latest first. */
export const completedAppointments = (all: readonly Appointment[]): Appointment[] =>
  all.filter(({ isCompleted }) => isCompleted).sort((a, b) => byMoment(b, a))
