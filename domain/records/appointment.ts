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

/** How long before an appointment it may be announced, in minutes: two hours, a day. */
export const REMIND_BEFORE = [120, 1440] as const
export type RemindBefore = (typeof REMIND_BEFORE)[number]

/** How the form, the card and the lists of writes call them. */
export const LEAD_LABELS: Record<RemindBefore, string> = { 120: '2 hours before', 1440: '1 day before' }

/** When an appointment is, on the wall of the plan zone. Both together are one unit for merging. */
export interface AppointmentMoment {
  appointmentDate: LocalDate
  appointmentTime: LocalTime
}

/** What a person types for an appointment (specification, section 3); empty where there is nothing. */
export interface AppointmentTexts {
  doctorName: string
  specialty: string
  location: string
  notes: string
  phoneNumber: string
}

export interface Appointment extends AppointmentTexts, AppointmentMoment {
  id: AppointmentId
  /** Which reminders come before it, the shortest first; none when empty. */
  remindBefore: RemindBefore[]
  /** Upcoming until the person says that it is over. Nothing reverses it (specification, section 4). */
  isCompleted: boolean
  createdAt: Instant
  updatedAt: Instant
  /**
   * When a person entered it or changed it last, by the clock of their device, but never after the server heard of it. Without a
   * network that is long before `updatedAt`. Absent in records from before it was kept.
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

/** As they may be stored, on any date that there is: whoever reads them can still edit or delete the record. */
export const storedMomentFields = { ...momentFields, appointmentDate: localDateSchema } as const

export const remindBeforeSchema = z.pipe(
  z.array(z.literal(REMIND_BEFORE)).check(z.maxLength(10)),
  z.transform((minutes) => [...new Set(minutes)].sort((a, b) => a - b)),
)

/** A whole record, as it is stored, given back or imported: what an account once held is never refused for a rule of today (decision 043). */
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

/** When a person last had it before their eyes to change it. */
export const changedAtOf = ({ changedAt, updatedAt }: Pick<Appointment, 'changedAt' | 'updatedAt'>): Instant =>
  changedAt ?? updatedAt

/** Keyboards differ in how they compose accents: NFC makes one `é` of both. */
const bare = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/g, '')

type AppointmentKey = Pick<Appointment, 'doctorName' | 'appointmentDate' | 'appointmentTime'>

/** What two appointments have in common exactly when they are the same: to find twins among thousands. */
export const appointmentKey = (appointment: AppointmentKey): string =>
  `${momentOf(appointment)} ${bare(appointment.doctorName)}`

/** Same doctor, ignoring case and spaces, at the same date and time (readings, Medications). */
export const isSameAppointment = (a: AppointmentKey, b: AppointmentKey): boolean =>
  momentOf(a) === momentOf(b) && bare(a.doctorName) === bare(b.doctorName)

/** `2026-11-20T14:30`: such texts sort like the appointments. */
export const momentOf = ({ appointmentDate, appointmentTime }: AppointmentMoment): string =>
  `${appointmentDate}T${appointmentTime}`

const byMoment = (a: Appointment, b: Appointment): number =>
  momentOf(a) < momentOf(b) ? -1 : momentOf(a) > momentOf(b) ? 1 : a.id < b.id ? -1 : 1

/** The appointments that are not completed, the next one first (specification, section 2). */
export const upcomingAppointments = (all: readonly Appointment[]): Appointment[] =>
  all.filter(({ isCompleted }) => !isCompleted).sort(byMoment)

/** The completed ones, the last one first. */
export const completedAppointments = (all: readonly Appointment[]): Appointment[] =>
  all.filter(({ isCompleted }) => isCompleted).sort((a, b) => byMoment(b, a))
