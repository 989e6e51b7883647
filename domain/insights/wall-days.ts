import { datesFrom, type LocalDate, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { endOfDay, instantAt, offsetAt, startOfDay } from '../lib/zone.ts'

/** A date in a zone, with the instant of each of its minutes. */
export interface WallDay {
  date: LocalDate
  /** Returns the instant (milliseconds since the epoch) this many minutes after midnight, as `instantAt` would. */
  at(minutes: number): number
}

/**
 * Returns the dates from `from` to `to`, both inclusive. On a day without a clock change every time is a simple sum: a
 * year of doses needs thousands of instants, and `instantAt` formats three dates for each.
 */
export const wallDays = (from: LocalDate, to: LocalDate, zone: string): WallDay[] =>
  Array.from(datesFrom(from, to), (date) => wallDay(date, zone))

function wallDay(date: LocalDate, zone: string): WallDay {
  const start = startOfDay(date, zone)
  const offset = offsetAt(start, zone)
  // Checked before the day too: if midnight itself is skipped, the first minutes of the date belong to the gap.
  const isEven = offsetAt(start - 1, zone) === offset && offsetAt(endOfDay(date, zone) - 1, zone) === offset
  if (!isEven) return { date, at: (minutes) => instantAt(date, localTimeOf(minutes), zone) }
  return { date, at: (minutes) => start + minutes * MINUTE }
}
