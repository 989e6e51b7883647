import { toInstant } from '../lib/instant.ts'

/** RFC 5545 counts revisions in 31 bits; seconds from this date on fit until 2094. */
const FIRST_REVISION = Date.UTC(2026, 0, 1)

/**
 * Returns a calendar (RFC 5545) of these lines of events.
 * @param head further properties of the calendar itself
 */
export const calendarOf = (events: readonly string[], head: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dosewell//Reminders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...head,
    ...events,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

/** Returns what says which of two versions of an event is the later one; `now` (ms) is when it is made. */
export const revision = (now: number): string[] => [
  `DTSTAMP:${utc(now)}`,
  `SEQUENCE:${Math.max(0, Math.floor((now - FIRST_REVISION) / 1000))}`,
]

/** Returns an alarm that shows this (escaped) text. */
export const alarmLines = (trigger: string, title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER:${trigger}`,
  `DESCRIPTION:${title}`,
  'END:VALARM',
]

/** Returns `20261120T080000Z`. */
export const utc = (instant: number): string => toInstant(instant).replace(/[-:]|\.\d+/g, '')

/**
 * Escapes user input as a property value (RFC 5545, 3.3.11). Other control characters are not allowed in a calendar.
 */
export const escaped = (text: string): string =>
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
