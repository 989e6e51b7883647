import { t } from '../language/translate.ts'
import { instantAt } from '../lib/zone.ts'
import type { Appointment } from '../records/appointment.ts'
import { appointmentReminders } from './appointment-reminders.ts'
import { alarmLines, calendarOf, escaped, revision, utc } from './icalendar-text.ts'
import { DISCREET_TITLE } from './texts.ts'

/** One event of a pack. */
export interface Alarm {
  /** The same in every pack, so that a later one replaces it; for a dose, its slot id. */
  uid: string
  /** The time of the alarm (ms since the epoch). */
  at: number
  /** Where in the app it leads. */
  path: string
  /** How many minutes before it there is a notice as well; null: none. */
  before: number | null
}

export interface AlarmPack {
  /** The alarms, and those of an earlier pack that are withdrawn. */
  alarms: readonly Alarm[]
  withdrawn: readonly Alarm[]
  /** When it is made (ms). */
  now: number
  /** The app's origin, such as `https://dosewell.example`; each alarm links to it. */
  origin: string
}

/**
 * Returns the pack as a calendar file (RFC 5545): one event with an alarm per dose and per reminder of an appointment.
 * The ids are stable, so that a calendar replaces what an earlier pack added: the revision (SEQUENCE) rises with time,
 * on whatever device it is made. Instants are in UTC, so that no calendar needs to know a zone. Titles are discreet,
 * because calendars are shared and shown on locked screens. A notice before a dose is a second alarm of its event.
 */
export function alarmPackFile({ alarms, withdrawn, now, origin }: AlarmPack): string {
  const common = { title: t(DISCREET_TITLE), now }
  return calendarOf([
    ...alarms.flatMap((one) => ringingEvent(one, { ...common, origin })),
    ...withdrawn.flatMap((one) => shortEvent(one, { ...common, lines: ['STATUS:CANCELLED'] })),
  ])
}

/** What its events have in common. */
interface Shown {
  /** As it is read, not escaped. */
  title: string
  /** When the calendar is made (ms). */
  now: number
}

/** Returns the event of an alarm, with a link into the app; it sounds unless that is turned off. */
export const ringingEvent = (
  alarm: Alarm,
  { origin, rings = true, ...shown }: Shown & { origin: string; rings?: boolean },
): string[] => {
  const title = escaped(shown.title)
  const { path, before } = alarm
  const alarms = [...(before === null ? [] : alarmLines(`-PT${before}M`, title)), ...alarmLines('PT0S', title)]
  return shortEvent(alarm, {
    ...shown,
    lines: [`URL:${origin}${path}`, 'STATUS:CONFIRMED', ...(rings ? alarms : [])],
  })
}

const shortEvent = (
  { uid, at }: Pick<Alarm, 'uid' | 'at'>,
  { title, now, lines }: Shown & { lines: readonly string[] },
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}@dosewell`,
  `DTSTART:${utc(at)}`,
  'DURATION:PT15M',
  ...revision(now),
  `SUMMARY:${escaped(title)}`,
  'CLASS:PRIVATE',
  'TRANSP:TRANSPARENT',
  ...lines,
  'END:VEVENT',
]

export interface AppointmentExport {
  appointments: readonly Appointment[]
  /** The plan zone, in which the appointments take place. */
  zone: string
  /** When it is made (ms). */
  now: number
}

/**
 * Returns appointments as a calendar file with what a calendar needs to lead there. Specialty and notes are left out,
 * because they are private even where a calendar is shared. A later file replaces what an earlier one added. Upcoming
 * reminders become alarms, each with its own id (RFC 9074) and at its instant, since a day before is not always 24
 * hours (R7.1).
 */
export const appointmentsFile = ({ appointments, zone, now }: AppointmentExport): string =>
  calendarOf(
    appointments.flatMap((appointment) => {
      const { doctorName } = appointment
      return appointmentEvent(appointment, { title: t('Appointment with {doctorName}', { doctorName }), zone, now })
    }),
  )

/**
 * Returns the event of an appointment, with alarms for what is ahead of `now` (ms).
 * @param isDiscreet leaves out place and phone number too
 */
export function appointmentEvent(
  appointment: Appointment,
  { title, zone, now, isDiscreet = false }: Shown & { zone: string; isDiscreet?: boolean },
): string[] {
  const { id, appointmentDate, appointmentTime, location, phoneNumber } = appointment
  const words = escaped(title)
  const where = location ? [`LOCATION:${escaped(location)}`] : []
  const phone = phoneNumber ? [`DESCRIPTION:${escaped(t('Phone: {phoneNumber}', { phoneNumber }))}`] : []
  return [
    'BEGIN:VEVENT',
    `UID:${id}@dosewell`,
    `DTSTART:${utc(instantAt(appointmentDate, appointmentTime, zone))}`,
    'DURATION:PT1H',
    ...revision(now),
    `SUMMARY:${words}`,
    ...(isDiscreet ? [] : [...where, ...phone]),
    'CLASS:PRIVATE',
    'STATUS:CONFIRMED',
    ...appointmentReminders(appointment, zone)
      .filter(({ at }) => at > now)
      .flatMap((reminder) => [
        'BEGIN:VALARM',
        `UID:${reminder.id}@dosewell`,
        'ACTION:DISPLAY',
        `TRIGGER;VALUE=DATE-TIME:${utc(reminder.at)}`,
        `DESCRIPTION:${words}`,
        'END:VALARM',
      ]),
    'END:VEVENT',
  ]
}
