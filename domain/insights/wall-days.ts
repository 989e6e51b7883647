import { datesFrom, type LocalDate, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { endOfDay, instantAt, offsetAt, startOfDay } from '../lib/zone.ts'

/** A date on the wall of a zone, and which instant each of its minutes is. */
export interface WallDay {
  date: LocalDate
  /** Milliseconds since the epoch of that many minutes after midnight, as `instantAt` says it. */
  at(minutes: number): number
}

/**
 * The dates from `from` to `to`, both inclusive. On a day without a changeover every time is a sum: a year of doses asks for
 * thousands of instants, and `instantAt` formats three dates for each.
 */
export const wallDays = (from: LocalDate, to: LocalDate, zone: string): WallDay[] =>
  Array.from(datesFrom(from, to), (date) => wallDay(date, zone))

function wallDay(date: LocalDate, zone: string): WallDay {
  const start = startOfDay(date, zone)
  const offset = offsetAt(start, zone)
  // Before the day too: where midnight itself is skipped, the first minutes of the date belong to the gap.
  const isEven = offsetAt(start - 1, zone) === offset && offsetAt(endOfDay(date, zone) - 1, zone) === offset
  if (!isEven) return { date, at: (minutes) => instantAt(date, localTimeOf(minutes), zone) }
  return { date, at: (minutes) => start + minutes * MINUTE }
}
