import { toInstant } from '../lib/instant.ts'
import type { DoseSlot } from '../schedule/slots.ts'
import { noticePath } from './grouping.ts'
import { DISCREET_TITLE } from './texts.ts'

export interface AlarmPack {
  /** Doses with an alarm, and doses whose alarm of an earlier pack is taken back. */
  slots: readonly DoseSlot[]
  withdrawn: readonly DoseSlot[]
  /** When it is made (ms). */
  now: number
  /** Where the app lives, such as `https://dosewell.example`: each alarm links to its dose. */
  origin: string
}

/** RFC 5545 counts revisions in 31 bits; seconds from here on fit until 2094. */
const FIRST_REVISION = Date.UTC(2026, 0, 1)

/**
 * The pack as a calendar file (RFC 5545): one event with an alarm for each dose, under its slot id, so that a calendar replaces
 * what an earlier pack put there: the revision (SEQUENCE) rises with the time, on whatever device it is made. Instants are UTC, so
 * that no calendar needs to know a zone. Titles are discreet: calendars are shared and shown on locked screens.
 */
export function alarmPackFile({ slots, withdrawn, now, origin }: AlarmPack): string {
  const common = [
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${Math.max(0, Math.floor((now - FIRST_REVISION) / 1000))}`,
    `SUMMARY:${DISCREET_TITLE}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
  ]
  const event = ({ id, at }: DoseSlot, lines: readonly string[]) => [
    'BEGIN:VEVENT',
    `UID:${id}@dosewell`,
    `DTSTART:${utc(at)}`,
    'DURATION:PT15M',
    ...common,
    ...lines,
    'END:VEVENT',
  ]
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    `DESCRIPTION:${DISCREET_TITLE}`,
    'END:VALARM',
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dosewell//Reminders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...slots.flatMap((slot) =>
      event(slot, [`URL:${origin}${noticePath([slot.id])}`, 'STATUS:CONFIRMED', ...alarm]),
    ),
    ...withdrawn.flatMap((slot) => event(slot, ['STATUS:CANCELLED'])),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261120T080000Z`. */
const utc = (instant: number): string => toInstant(instant).replace(/[-:]|\.\d+/g, '')

/** Lines have at most 75 octets; a longer one goes on after a line break and a space. Everything here is ASCII. */
const folded = (line: string): string =>
  line.replace(/^.{75}|.{74}/g, (part, at: number) =>
    at + part.length < line.length ? `${part}\r\n ` : part,
  )
