import { addDays, type LocalDate } from '../lib/local-time.ts'

/** In `daysOfMonth`: the last day of every month. */
export const LAST_DAY = -1

/** Returns whether one of these days of the month is this date; a day that a month lacks is its last one. */
export function isDayOfMonth(daysOfMonth: readonly number[], date: LocalDate): boolean {
  const day = Number(date.slice(8))
  if (daysOfMonth.includes(day)) return true
  const isLast = addDays(date, 1).slice(8) === '01'
  return isLast && daysOfMonth.some((wanted) => wanted === LAST_DAY || wanted > day)
}
