import type { LocalDate } from '../lib/local-time.ts'
import type { DayRecord } from './spans.ts'

/** Days on end on which every planned dose was taken. */
export interface FullDays {
  from: LocalDate
  to: LocalDate
  /** How many of them had a dose. */
  days: number
}

const isBroken = ({ skipped, missed }: DayRecord): boolean => skipped + missed > 0

/**
 * The stretches of full days, the oldest first. A day without a planned dose neither ends one nor counts; one with a dose still
 * open is left out until it is settled, and today until it is over.
 */
export function fullDays(days: readonly DayRecord[], today: LocalDate): FullDays[] {
  const found: FullDays[] = []
  let current: FullDays | null = null
  for (const day of days) {
    if (isBroken(day)) current = null
    else if (day.taken > 0 && day.open === 0 && day.date < today) {
      if (!current) {
        current = { from: day.date, to: day.date, days: 0 }
        found.push(current)
      }
      current.to = day.date
      current.days += 1
    }
  }
  return found
}

/** The stretch that still goes on at the end of these days: nothing has ended it since. Null when there is none. */
export function currentFullDays(days: readonly DayRecord[], today: LocalDate): FullDays | null {
  const lastBreak = days.findLast(isBroken)
  const last = fullDays(days, today).at(-1)
  return last && (!lastBreak || lastBreak.date < last.from) ? last : null
}

/** The longest one, the newest of several; null when there is none. */
export const longestFullDays = (days: readonly DayRecord[], today: LocalDate): FullDays | null =>
  fullDays(days, today).reduce<FullDays | null>(
    (longest, one) => (longest && longest.days > one.days ? longest : one),
    null,
  )
