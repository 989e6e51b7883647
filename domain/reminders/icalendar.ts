import { toInstant } from '../lib/instant.ts'
import { instantAt } from '../lib/zone.ts'
import type { Appointment } from '../records/appointment.ts'
import { appointmentReminders } from './appointment-reminders.ts'
import { DISCREET_TITLE } from './texts.ts'

/** One event of a pack. */
export interface Alarm {
  /** The same in every pack, so that a later one replaces it: of a dose its slot id. */
  uid: string
  /** When it rings (ms since the epoch). */
  at: number
  /** Where in the app it leads. */
  path: string
}

export interface AlarmPack {
  /** What rings, and what an earlier pack let ring and is taken back. */
  alarms: readonly Alarm[]
  withdrawn: readonly Alarm[]
  /** When it is made (ms). */
  now: number
  /** Where the app lives, such as `https://dosewell.example`: each alarm links into it. */
  origin: string
}

/** RFC 5545 counts revisions in 31 bits; seconds from here on fit until 2094. */
const FIRST_REVISION = Date.UTC(2026, 0, 1)

/**
 * The pack as a calendar file (RFC 5545): one event with an alarm for each dose and each reminder of an appointment, under an
 * id that lasts, so that a calendar replaces what an earlier pack put there: the revision (SEQUENCE) rises with the
 * time, on whatever device it is made. Instants are UTC, so that no calendar needs to know a zone. Titles are discreet:
 * calendars are shared and shown on locked screens.
 */
export function alarmPackFile({ alarms, withdrawn, now, origin }: AlarmPack): string {
  const common = [...revision(now), `SUMMARY:${DISCREET_TITLE}`, 'CLASS:PRIVATE', 'TRANSP:TRANSPARENT']
  const event = ({ uid, at }: Alarm, lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}@dosewell`,
    `DTSTART:${utc(at)}`,
    'DURATION:PT15M',
    ...common,
    ...lines,
    'END:VEVENT',
  ]
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:PT0S', `DESCRIPTION:${DISCREET_TITLE}`, 'END:VALARM']
  return calendarOf([
    ...alarms.flatMap((one) => event(one, [`URL:${origin}${one.path}`, 'STATUS:CONFIRMED', ...alarm])),
    ...withdrawn.flatMap((one) => event(one, ['STATUS:CANCELLED'])),
  ])
}

export interface AppointmentExport {
  appointments: readonly Appointment[]
  /** The plan zone: on its wall the appointments stand. */
  zone: string
  /** When it is made (ms). */
  now: number
}

/**
 * Appointments as a calendar file: what a calendar needs to lead there, without specialty and notes, which are nobody's
 * business where a calendar is shared. A later file replaces what an earlier one put there. Reminders that are still
 * ahead are alarms, each under its id (RFC 9074) and at its instant: a day before is not always 24 hours (R7.1).
 */
export const appointmentsFile = ({ appointments, zone, now }: AppointmentExport): string =>
  calendarOf(
    appointments.flatMap((appointment) => {
      const { id, doctorName, appointmentDate, appointmentTime, location, phoneNumber } = appointment
      const title = escaped(`Appointment with ${doctorName}`)
      return [
        'BEGIN:VEVENT',
        `UID:${id}@dosewell`,
        `DTSTART:${utc(instantAt(appointmentDate, appointmentTime, zone))}`,
        'DURATION:PT1H',
        ...revision(now),
        `SUMMARY:${title}`,
        ...(location ? [`LOCATION:${escaped(location)}`] : []),
        ...(phoneNumber ? [`DESCRIPTION:${escaped(`Phone: ${phoneNumber}`)}`] : []),
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

/** `20261120T080000Z`. */
const utc = (instant: number): string => toInstant(instant).replace(/[-:]|\.\d+/g, '')

/**
 * What people typed, as the value of a property (RFC 5545, 3.3.11). Other control characters have no place in a
 * calendar.
 */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '')

const LINE_OCTETS = 75

/** Lines have at most 75 octets; a longer one goes on after a line break and a space, never inside a character. */
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
