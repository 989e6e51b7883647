import { amountText } from '#domain/lib/amount.ts'
import { formatMonthDay, formatWeekday, type LocalDate } from '#domain/lib/local-time.ts'
import { doseAmountText } from '#domain/schedule/amounts.ts'
import type { SupplyState } from '#domain/supply/supply-state.ts'

/** Returns `Thu, Dec 3`. */
const dayText = (date: LocalDate): string => `${formatWeekday(date)}, ${formatMonthDay(date)}`

/** Returns `12 tablets left, until Thu, Dec 3`; `Not counted yet` where nobody has counted. */
export function leftText({ onHand, unit, runsOutOn, isEstimate, daysLeft }: SupplyState): string {
  if (onHand === null) return 'Not counted yet'
  if (onHand.amount === '0') return 'Nothing left'
  const left = `${doseAmountText(onHand.amount, unit)} left`
  if (runsOutOn === null) return left
  if (daysLeft === 0) return `${left}, not enough for today`
  return `${left}, until ${isEstimate ? 'about ' : ''}${dayText(runsOutOn)}`
}

/** Returns `2 more were logged than were there.`; null if that is not so. */
export function excessText({ onHand }: SupplyState): string | null {
  if (onHand === null || onHand.excess === '0') return null
  const isOne = onHand.excess === '1'
  return `${amountText(onHand.excess)} more ${isOne ? 'was' : 'were'} logged than ${isOne ? 'was' : 'were'} there.`
}

/** Returns by when to book an appointment; null if there is no need. */
export function bookText({ bookBy }: SupplyState, today: LocalDate): string | null {
  if (bookBy === null) return null
  return bookBy <= today
    ? 'No repeats left: book an appointment now.'
    : `No repeats left: book an appointment by ${dayText(bookBy)}.`
}
