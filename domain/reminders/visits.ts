import type { AppointmentId, SlotId } from '../lib/ids.ts'
import { msOf, toInstant } from '../lib/instant.ts'
import { addDays, formatDate, formatTime12, HOUR, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { type Appointment, changedAtOf, momentOf, type RemindBefore } from '../records/appointment.ts'
import { shortHash } from '../schedule/slot-id.ts'
import type { Reminder } from './alerts.ts'

/** One reminder before a visit (docs/reminders.md, R7). */
export interface VisitReminder {
  /** In the form of a slot id, which is what notification log, notifications and pushes know. */
  id: SlotId
  appointment: Appointment
  minutes: RemindBefore
  /** When it rings, and from when on it does not any more (ms since the epoch). */
  at: number
  until: number
}

/** A reminder that nothing could bring is of no use after this (ms), nor once the visit begins. */
export const USEFUL_FOR = 2 * HOUR
/** For so long (ms) "in 2 hours" is true enough. */
const ON_TIME = 5 * MINUTE

/**
 * The identity of a reminder: a hash of appointment, date and time of the visit, and minutes before it, so that every
 * device and the server name it alike. Whoever moves the visit makes other reminders of it.
 */
export const visitReminderId = (
  appointment: Pick<Appointment, 'id' | 'appointmentDate' | 'appointmentTime'>,
  minutes: RemindBefore,
): SlotId => shortHash(`${appointment.id}|${momentOf(appointment)}|${minutes}`)

/**
 * The reminders of a visit to come, the first one first; none of one that is completed. A day before is the same time
 * on the wall of the day before, where changeovers count as with doses (R1.2); two hours are as long as any.
 * @param zone the plan zone
 */
export function visitReminders(appointment: Appointment, zone: string): VisitReminder[] {
  if (appointment.isCompleted) return []
  const begins = instantOf(appointment, zone)
  return appointment.remindBefore
    .map((minutes) => {
      const at = minutes === 1440 ? dayBefore(appointment, zone) : begins - minutes * MINUTE
      const until = Math.min(begins, at + USEFUL_FOR)
      return { id: visitReminderId(appointment, minutes), appointment, minutes, at, until }
    })
    .sort((a, b) => a.at - b.at)
}

/** When the visit begins (ms). */
const instantOf = ({ appointmentDate, appointmentTime }: Appointment, zone: string): number =>
  instantAt(appointmentDate, appointmentTime, zone)

const dayBefore = ({ appointmentDate, appointmentTime }: Appointment, zone: string): number =>
  instantAt(addDays(appointmentDate, -1), appointmentTime, zone)

/** Those of them that ring: not one whose time was past when the visit was entered or changed (R7.3). */
export const ringingReminders = (appointment: Appointment, zone: string): VisitReminder[] =>
  visitReminders(appointment, zone).filter(({ at }) => at >= msOf(changedAtOf(appointment)))

/**
 * The reminders of all visits that should ring at `now` (ms). Whether one was announced before is the notification
 * log's to say.
 */
export const dueVisits = (appointments: readonly Appointment[], zone: string, now: number): VisitReminder[] =>
  appointments
    .flatMap((appointment) => ringingReminders(appointment, zone))
    .filter(({ at, until }) => at <= now && now < until)

/** Its one announcement, as the notification log has it. */
export const reminderOfVisit = ({ id, at }: Pick<VisitReminder, 'id' | 'at'>): Reminder => ({
  slotId: id,
  start: toInstant(at),
  stage: 0,
})

/**
 * The tag of all notifications of a visit, so that a later reminder takes the place of an earlier one. Fits a Topic
 * (RFC 8030).
 */
export const visitTag = (id: AppointmentId): string => id.replaceAll('-', '')

export const VISIT_TITLE = 'Appointment Reminder'

/** `Appointment with Sarah Lee tomorrow at 2:30 PM`, as it is right at `now` (ms). */
export function visitSentence({ appointment, minutes, at }: VisitReminder, now: number, zone: string): string {
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
export function visitBody(reminder: VisitReminder, now: number, zone: string): string {
  const { location } = reminder.appointment
  return [visitSentence(reminder, now, zone), ...(location === '' ? [] : [location])].join('\n')
}

/** The visits of this device, as far as their notifications go (R7.6). */
export interface VisitsHere {
  /** The tags of those that this device holds, or knows something newer of than the server. */
  known: ReadonlySet<string>
  /** All of their reminders, past and to come. */
  planned: ReadonlySet<SlotId>
}

/** What this device knows of reminders before visits at one instant. */
export interface LocalVisits extends VisitsHere {
  /** Those that should ring now; whether one was announced is the notification log's to say. */
  due: VisitReminder[]
}

/** Returns that of the visits that are held, and of the ids that writes wait for. */
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
