import * as z from 'zod/mini'
import { type AppointmentId, appointmentIdSchema } from '../lib/ids.ts'
import { type Instant, instantSchema } from '../lib/instant.ts'
import {
  type LocalDate,
  type LocalTime,
  localDateSchema,
  localTimeSchema,
  recordDateSchema,
} from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'

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

export const appointmentTexts = {
  doctorName: storableText(200).check(z.minLength(1, 'Doctor name is required')),
  specialty: storableText(200),
  location: storableText(500),
  notes: storableText(2000),
  phoneNumber: storableText(50),
} as const

export const momentFields = {
  appointmentDate: recordDateSchema,
  appointmentTime: localTimeSchema,
} as const

/** Stored values may have any date that exists, so that the record can still be edited or deleted. */
export const storedMomentFields = { ...momentFields, appointmentDate: localDateSchema } as const

export const remindBeforeSchema = z.pipe(
  z.array(z.literal(REMIND_BEFORE)).check(z.maxLength(10)),
  z.transform((minutes) => [...new Set(minutes)].sort((a, b) => a - b)),
)

/**
 * A whole record, as stored, replayed or imported: what an account once contained is never refused by a current rule
 * (decision 043).
 */
export const appointmentSchema = z.object({
  id: appointmentIdSchema,
  ...appointmentTexts,
  ...storedMomentFields,
  remindBefore: remindBeforeSchema,
  isCompleted: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  changedAt: z.optional(instantSchema),
})

/** Returns when the user last had it open to change it. */
export const changedAtOf = ({ changedAt, updatedAt }: Pick<Appointment, 'changedAt' | 'updatedAt'>): Instant =>
  changedAt ?? updatedAt

/** Keyboards compose accents differently; NFC turns both forms into one `é`. */
const bare = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')

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
