import { t } from '../language/translate.ts'
import { toInstant } from '../lib/instant.ts'
import { instantAt } from '../lib/zone.ts'
import type { Appointment } from '../records/appointment.ts'
import { appointmentReminders } from './appointment-reminders.ts'
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

/** RFC 5545 counts revisions in 31 bits; seconds from this date on fit until 2094. */
const FIRST_REVISION = Date.UTC(2026, 0, 1)

/**
 * Returns the pack as a calendar file (RFC 5545): one event with an alarm per dose and per reminder of an appointment.
 * The ids are stable, so that a calendar replaces what an earlier pack added: the revision (SEQUENCE) rises with time,
 * on whatever device it is made. Instants are in UTC, so that no calendar needs to know a zone. Titles are discreet,
 * because calendars are shared and shown on locked screens. A notice before a dose is a second alarm of its event.
 */
export function alarmPackFile({ alarms, withdrawn, now, origin }: AlarmPack): string {
  const title = escaped(t(DISCREET_TITLE))
  const common = [...revision(now), `SUMMARY:${title}`, 'CLASS:PRIVATE', 'TRANSP:TRANSPARENT']
  const event = ({ uid, at }: Alarm, lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}@dosewell`,
    `DTSTART:${utc(at)}`,
    'DURATION:PT15M',
    ...common,
    ...lines,
    'END:VEVENT',
  ]
  const alarm = (trigger: string) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${trigger}`,
    `DESCRIPTION:${title}`,
    'END:VALARM',
  ]
  const alarmsOf = ({ before }: Alarm) => [...(before === null ? [] : alarm(`-PT${before}M`)), ...alarm('PT0S')]
  return calendarOf([
    ...alarms.flatMap((one) => event(one, [`URL:${origin}${one.path}`, 'STATUS:CONFIRMED', ...alarmsOf(one)])),
    ...withdrawn.flatMap((one) => event(one, ['STATUS:CANCELLED'])),
  ])
}

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
      const { id, doctorName, appointmentDate, appointmentTime, location, phoneNumber } = appointment
      const title = escaped(t('Appointment with {doctorName}', { doctorName }))
      return [
        'BEGIN:VEVENT',
        `UID:${id}@dosewell`,
        `DTSTART:${utc(instantAt(appointmentDate, appointmentTime, zone))}`,
        'DURATION:PT1H',
        ...revision(now),
        `SUMMARY:${title}`,
        ...(location ? [`LOCATION:${escaped(location)}`] : []),
        ...(phoneNumber ? [`DESCRIPTION:${escaped(t('Phone: {phoneNumber}', { phoneNumber }))}`] : []),
        'CLASS:PRIVATE',
        'STATUS:CONFIRMED',
        ...appointmentReminders(appointment, zone)
          .filter(({ at }) => at > now)
          .flatMap((reminder) => [
            'BEGIN:VALARM',
            `UID:${reminder.id}@dosewell`,
            'ACTION:DISPLAY',
            `TRIGGER;VALUE=DATE-TIME:${utc(reminder.at)}`,
            `DESCRIPTION:${title}`,
            'END:VALARM',
          ]),
        'END:VEVENT',
      ]
    }),
  )

const calendarOf = (events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dosewell//Reminders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

const revision = (now: number): string[] => [
  `DTSTAMP:${utc(now)}`,
  `SEQUENCE:${Math.max(0, Math.floor((now - FIRST_REVISION) / 1000))}`,
]

/** Returns `20261120T080000Z`. */
const utc = (instant: number): string => toInstant(instant).replace(/[-:]|\.\d+/g, '')

/**
 * Escapes user input as a property value (RFC 5545, 3.3.11). Other control characters are not allowed in a calendar.
 */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '')

const LINE_OCTETS = 75

/**
 * Folds a line: lines have at most 75 octets, and a longer one continues after a line break and a space, never inside a
 * character.
 */
function folded(line: string): string {
  if (/^[ -~]{0,75}$/.test(line)) return line
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > LINE_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}
