import { isLocalDate, type LocalDate, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'

/** The same day that many calendar months (0 or more) later; in a month without that day its last one: January 31 and one month is February 28. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
  if (!isLocalDate(moved)) throw new RangeError(`${date} and ${months} months is no date`)
  return moved
}

/** The instant (ms) at which the wall of the zone shows the same time as at `start`, that many calendar months later. */
export function monthsAfter(start: number, months: number, zone: string): number {
  const { date, time } = localAt(start, zone)
  return instantAt(addMonths(date, months), time, zone) + (start % MINUTE)
}
