import type { LocalDate } from '../lib/local-time.ts'
import type { DayRecord } from './spans.ts'

/** Consecutive days on which every planned dose was taken. */
export interface FullDays {
  from: LocalDate
  to: LocalDate
  /** How many of them had a dose. */
  days: number
}

const isBroken = ({ skipped, missed }: DayRecord): boolean => skipped + missed > 0

/**
 * Returns the runs of full days, oldest first. A day without a planned dose neither ends a run nor counts. A day with
 * an open dose is left out until the dose is settled, and today until it is over.
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

/** Returns the run that is still going at the end of these days, or null if there is none. */
export function currentFullDays(days: readonly DayRecord[], today: LocalDate): FullDays | null {
  const lastBreak = days.findLast(isBroken)
  const last = fullDays(days, today).at(-1)
  return last && (!lastBreak || lastBreak.date < last.from) ? last : null
}

/** Returns the longest run (of several, the newest), or null if there is none. */
export const longestFullDays = (days: readonly DayRecord[], today: LocalDate): FullDays | null =>
  fullDays(days, today).reduce<FullDays | null>(
    (longest, one) => (longest && longest.days > one.days ? longest : one),
    null,
  )
