import type { AppointmentId, SlotId } from '../lib/ids.ts'
import { msOf, toInstant } from '../lib/instant.ts'
import { addDays, formatDate, formatTime12, HOUR, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { type Appointment, changedAtOf, momentOf, type RemindBefore } from '../records/appointment.ts'
import { shortHash } from '../schedule/slot-id.ts'
import type { Reminder } from './alerts.ts'

/** One reminder before an appointment (docs/reminders.md, R7). */
export interface AppointmentReminder {
  /** In the form of a slot id, which is what notification log, notifications and pushes know. */
  id: SlotId
  appointment: Appointment
  minutes: RemindBefore
  /** When it rings, and from when on it does not any more (ms since the epoch). */
  at: number
  until: number
}

/** A reminder that nothing could bring is of no use after this (ms), nor once the appointment begins. */
export const USEFUL_FOR = 2 * HOUR
/** For so long (ms) "in 2 hours" is true enough. */
const ON_TIME = 5 * MINUTE

/**
 * The identity of a reminder: a hash of appointment, date and time of the appointment, and minutes before it, so that every
 * device and the server name it alike. Whoever moves the appointment makes other reminders of it.
 */
export const appointmentReminderId = (
  appointment: Pick<Appointment, 'id' | 'appointmentDate' | 'appointmentTime'>,
  minutes: RemindBefore,
): SlotId => shortHash(`${appointment.id}|${momentOf(appointment)}|${minutes}`)

/**
 * The reminders of an appointment to come, the first one first; none of one that is completed. A day before is the same time
 * on the wall of the day before, where changeovers count as with doses (R1.2); two hours are as long as any.
 * @param zone the plan zone
 */
export function appointmentReminders(appointment: Appointment, zone: string): AppointmentReminder[] {
  if (appointment.isCompleted) return []
  const begins = instantOf(appointment, zone)
  return appointment.remindBefore
    .map((minutes) => {
      const at = minutes === 1440 ? dayBefore(appointment, zone) : begins - minutes * MINUTE
      const until = Math.min(begins, at + USEFUL_FOR)
      return { id: appointmentReminderId(appointment, minutes), appointment, minutes, at, until }
    })
    .sort((a, b) => a.at - b.at)
}

/** When the appointment begins (ms). */
const instantOf = ({ appointmentDate, appointmentTime }: Appointment, zone: string): number =>
  instantAt(appointmentDate, appointmentTime, zone)

const dayBefore = ({ appointmentDate, appointmentTime }: Appointment, zone: string): number =>
  instantAt(addDays(appointmentDate, -1), appointmentTime, zone)

/** Those of them that ring: not one whose time was past when the appointment was entered or changed (R7.3). */
export const effectiveReminders = (appointment: Appointment, zone: string): AppointmentReminder[] =>
  appointmentReminders(appointment, zone).filter(({ at }) => at >= msOf(changedAtOf(appointment)))

/**
 * The reminders of all appointments that should ring at `now` (ms). Whether one was announced before is the notification
 * log's to say.
 */
export const dueAppointments = (
  appointments: readonly Appointment[],
  zone: string,
  now: number,
): AppointmentReminder[] =>
  appointments
    .flatMap((appointment) => effectiveReminders(appointment, zone))
    .filter(({ at, until }) => at <= now && now < until)

/** Its one announcement, as the notification log has it. */
export const reminderOfAppointment = ({ id, at }: Pick<AppointmentReminder, 'id' | 'at'>): Reminder => ({
  slotId: id,
  start: toInstant(at),
  stage: 0,
})

/**
 * The tag of all notifications of an appointment, so that a later reminder takes the place of an earlier one. Fits a Topic
 * (RFC 8030).
 */
export const appointmentTag = (id: AppointmentId): string => id.replaceAll('-', '')

export const APPOINTMENT_TITLE = 'Appointment Reminder'

/** `Appointment with Sarah Lee tomorrow at 2:30 PM`, as it is right at `now` (ms). */
export function appointmentSentence(
  { appointment, minutes, at }: AppointmentReminder,
  now: number,
  zone: string,
): string {
  const { doctorName, appointmentDate, appointmentTime } = appointment
  const time = `at ${formatTime12(appointmentTime)}`
  const { date: today } = localAt(now, zone)
  const day =
    appointmentDate === today
      ? 'today '
      : appointmentDate === addDays(today, 1)
        ? 'tomorrow '
        : `on ${formatDate(appointmentDate)} `
  const isOnTime = minutes === 120 && now < at + ON_TIME
  return `Appointment with ${doctorName} ${isOnTime ? 'in 2 hours, ' : day}${time}`
}

/** The sentence, and where it is. */
export function appointmentBody(reminder: AppointmentReminder, now: number, zone: string): string {
  const { location } = reminder.appointment
  return [appointmentSentence(reminder, now, zone), ...(location === '' ? [] : [location])].join('\n')
}

/** The appointments of this device, as far as their notifications go (R7.6). */
export interface AppointmentsHere {
  /** The tags of those that this device holds, or knows something newer of than the server. */
  known: ReadonlySet<string>
  /** All of their reminders, past and to come. */
  planned: ReadonlySet<SlotId>
}

/** What this device knows of reminders before appointments at one instant. */
export interface LocalAppointments extends AppointmentsHere {
  /** Those that should ring now; whether one was announced is the notification log's to say. */
  due: AppointmentReminder[]
}

/** Returns that of the appointments that are held, and of the ids that writes wait for. */
export function appointmentsOf(
  held: readonly Appointment[],
  written: readonly AppointmentId[],
  zone: string,
  now: number,
): LocalAppointments {
  const reminders = held.flatMap((appointment) => appointmentReminders(appointment, zone))
  return {
    due: dueAppointments(held, zone, now),
    known: new Set([...held.map(({ id }) => id), ...written].map(appointmentTag)),
    planned: new Set(reminders.map(({ id }) => id)),
  }
}
