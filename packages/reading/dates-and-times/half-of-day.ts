import { isLocalTime, type LocalTime } from '../calendar.ts'
import { textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { TIMES } from './cues.ts'

/** How a time was given, the surest first: with its half of the day, `at 2.30`, `11:15`, `at 3`. */
export type TimeForm = 'half-said' | 'at' | 'colon' | 'bare'

export interface SaidTime extends Read<LocalTime> {
  form: TimeForm
  /** Whether the text gives no half of the day for it. */
  isHalfOpen: boolean
  /** Whether it may not be a time at all, but an amount. */
  isLoose: boolean
}

/**
 * What hours mean when no half of the day is given: as the specification has it for appointments, or as on a clock.
 */
export type OpenHours = 'afternoon-from-1-to-5' | 'as-said'

/** Returns a time with the half of the day given in it, next to it, or nowhere; null when there is no such time. */
export function settle(
  text: string,
  place: { words: string; at: number },
  hour: number,
  minute: number,
  ampm: string | undefined,
  open: OpenHours,
): SaidTime | null {
  const end = place.at + place.words.length
  const after = TIMES.partAfter.exec(text.slice(end, end + 60))
  const before = TIMES.partBefore.exec(textBefore(text, place.at))
  const lead = TIMES.lead.exec(place.words)?.[0].length ?? 0
  const part = (ampm ?? after?.groups?.part ?? before?.groups?.part)?.toLowerCase()
  const value = timeOf(hourIn(hour, part, open), minute)
  if (value === null) return null
  const words = ampm === undefined && after ? place.words + after[0] : place.words
  return {
    value,
    words: words.slice(lead),
    at: place.at + lead,
    form: 'bare',
    isHalfOpen: part === undefined && hour > 0 && hour < 13,
    isLoose: false,
  }
}

/**
 * Returns the hour in the part of the day that it is given with. Hours above 12 are 24-hour ones, whatever half of the
 * day is given with them: `15:30 pm`.
 */
export function hourIn(hour: number, part: string | undefined, open: OpenHours): number {
  if (hour > 12) return hour
  switch (part) {
    case undefined:
      return open === 'afternoon-from-1-to-5' && hour >= 1 && hour <= 5 ? hour + 12 : hour
    case 'a':
    case 'morning':
      return hour % 12
    case 'night':
    case 'tonight':
      // Nobody says "two at night" for the afternoon.
      return hour === 12 ? 0 : hour < 5 ? hour : hour + 12
    default:
      return (hour % 12) + 12
  }
}

/** Returns the clock time; null if there is no such time. */
export function timeOf(hour: number, minute: number): LocalTime | null {
  const text = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return isLocalTime(text) ? text : null
}

const DAY_MINUTES = 24 * 60

/** Returns a time some minutes later or earlier, past midnight if necessary. */
export function shifted(time: LocalTime, minutes: number): LocalTime {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes + DAY_MINUTES
  return timeOf(Math.floor((total % DAY_MINUTES) / 60), total % 60) ?? time
}
