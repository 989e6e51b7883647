import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import type { AppointmentId, SlotId } from '../lib/ids.ts'
import { msOf, toInstant } from '../lib/instant.ts'
import { addDays, formatDate, formatTime12, HOUR, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { type Appointment, changedAtOf, momentOf, type RemindBefore } from '../records/appointment.ts'
import { shortHash } from '../schedule/slot-id.ts'
import type { Reminder } from './alerts.ts'

/** One reminder before an appointment (docs/reminders.md, R7). */
export interface AppointmentReminder {
  /** In the form of a slot id, which notification log, notifications and pushes use. */
  id: SlotId
  appointment: Appointment
  minutes: RemindBefore
  /** When it is announced, and from when it no longer is (ms since the epoch). */
  at: number
  until: number
}

/** A reminder that could not be delivered is useless after this (ms), and once the appointment has begun. */
export const USEFUL_FOR = 2 * HOUR
/** For this long (ms), "in 2 hours" is accurate enough. */
const ON_TIME = 5 * MINUTE

/**
 * Returns a reminder's id: a hash of the appointment, its date and time, and the minutes before it, so that every
 * device and the server use the same id. Moving the appointment makes different reminders.
 */
export const appointmentReminderId = (
  appointment: Pick<Appointment, 'id' | 'appointmentDate' | 'appointmentTime'>,
  minutes: RemindBefore,
): SlotId => shortHash(`${appointment.id}|${momentOf(appointment)}|${minutes}`)

/**
 * Returns the reminders of an upcoming appointment, the first one first; none if it is completed. A day before is the
 * same local time on the previous day, where clock changes count as for doses (R1.2). Two hours are always two hours.
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

/** Returns when the appointment begins (ms). */
const instantOf = ({ appointmentDate, appointmentTime }: Appointment, zone: string): number =>
  instantAt(appointmentDate, appointmentTime, zone)

const dayBefore = ({ appointmentDate, appointmentTime }: Appointment, zone: string): number =>
  instantAt(addDays(appointmentDate, -1), appointmentTime, zone)

/**
 * Returns those that are announced: not one whose time had passed when the appointment was entered or changed (R7.3).
 */
export const effectiveReminders = (appointment: Appointment, zone: string): AppointmentReminder[] =>
  appointmentReminders(appointment, zone).filter(({ at }) => at >= msOf(changedAtOf(appointment)))

/**
 * Returns the reminders of all appointments that should be announced at `now` (ms). The notification log knows whether
 * one was announced before.
 */
export const dueAppointments = (
  appointments: readonly Appointment[],
  zone: string,
  now: number,
): AppointmentReminder[] =>
  appointments
    .flatMap((appointment) => effectiveReminders(appointment, zone))
    .filter(({ at, until }) => at <= now && now < until)

/** Returns its only announcement, as the notification log has it. */
export const reminderOfAppointment = ({ id, at }: Pick<AppointmentReminder, 'id' | 'at'>): Reminder => ({
  slotId: id,
  start: toInstant(at),
  stage: 0,
})

/**
 * Returns the tag of all notifications of an appointment, so that a later reminder replaces an earlier one. It fits
 * into a Topic (RFC 8030).
 */
export const appointmentTag = (id: AppointmentId): string => id.replaceAll('-', '')

export const APPOINTMENT_TITLE = msg('Appointment Reminder')

/** Returns `Appointment with Sarah Lee tomorrow at 2:30 PM`, worded for `now` (ms). */
export function appointmentSentence(
  { appointment, minutes, at }: AppointmentReminder,
  now: number,
  zone: string,
): string {
  const { doctorName, appointmentDate, appointmentTime } = appointment
  const { date: today } = localAt(now, zone)
  const values = { doctorName, time: formatTime12(appointmentTime) }
  if (minutes === 120 && now < at + ON_TIME) return t('Appointment with {doctorName} in 2 hours, at {time}', values)
  if (appointmentDate === today) return t('Appointment with {doctorName} today at {time}', values)
  return appointmentDate === addDays(today, 1)
    ? t('Appointment with {doctorName} tomorrow at {time}', values)
    : t('Appointment with {doctorName} on {date} at {time}', { ...values, date: formatDate(appointmentDate) })
}

/** Returns the sentence, followed by the location. */
export function appointmentBody(reminder: AppointmentReminder, now: number, zone: string): string {
  const { location } = reminder.appointment
  return [appointmentSentence(reminder, now, zone), ...(location === '' ? [] : [location])].join('\n')
}

/** This device's appointments, as far as notifications are concerned (R7.6). */
export interface AppointmentsHere {
  /** The tags of those that this device has, or knows something newer about than the server. */
  known: ReadonlySet<string>
  /** All of their reminders, past and future. */
  planned: ReadonlySet<SlotId>
}

/** What this device knows about reminders before appointments at one instant. */
export interface LocalAppointments extends AppointmentsHere {
  /** Those that should be announced now. The notification log knows whether one already was. */
  due: AppointmentReminder[]
}

/** Returns this for the device's appointments and the ids with pending writes. */
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
