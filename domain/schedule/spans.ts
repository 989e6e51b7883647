import { addDays, FIRST_DATE, LAST_DATE, type LocalDate } from '../lib/local-time.ts'
import { pauseAt } from './pauses.ts'
import type { Plan } from './plan.ts'

/** Dates on which a plan is in force, or on none of which it is. */
export interface Span {
  /** Both inclusive. */
  from: LocalDate
  to: LocalDate
  isInForce: boolean
}

/**
 * Returns a function that gives the longest span around a date in which all dates are inside the plan and not paused, or
 * none is.
 */
export function spansOf({ startDate, endDate, pauses = [] }: Pick<Plan, 'startDate' | 'endDate' | 'pauses'>) {
  const [first, last] = [startDate ?? FIRST_DATE, endDate ?? LAST_DATE]
  return (date: LocalDate): Span => {
    if (date < first) return { from: FIRST_DATE, to: addDays(first, -1), isInForce: false }
    if (date > last) return { from: addDays(last, 1), to: LAST_DATE, isInForce: false }
    const pause = pauseAt(pauses, date)
    if (pause) return { from: pause.from, to: pause.to ?? LAST_DATE, isInForce: false }
    const before = pauses.flatMap(({ to }) => (to !== null && to < date ? [addDays(to, 1)] : []))
    const after = pauses.flatMap(({ from }) => (from > date ? [addDays(from, -1)] : []))
    return { from: [first, ...before].sort().at(-1) ?? first, to: [last, ...after].sort()[0] ?? last, isInForce: true }
  }
}
