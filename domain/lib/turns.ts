import { dayNumberOf } from './day-number.ts'
import type { LocalDate } from './local-time.ts'

/**
 * Returns a function that says which of so many days in turn a date is, from 0, counted from the anchor. Dates before
 * it count backwards. Meant for many dates: the anchor is read once.
 */
export function turnFrom(anchor: LocalDate, length: number): (date: LocalDate) => number {
  const first = dayNumberOf(anchor)
  return (date) => {
    const turn = (dayNumberOf(date) - first) % length
    return turn < 0 ? turn + length : turn
  }
}
