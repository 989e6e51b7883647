import { t } from '../language/translate.ts'
import { amountText, countOf } from '../lib/amount.ts'
import { formatShortDay } from '../lib/calendar-names.ts'
import type { LocalDate } from '../lib/local-time.ts'
import { doseAmountText } from '../schedule/amounts.ts'
import type { SupplyState } from './supply-state.ts'

/** Returns `12 tablets left, until Thu, Dec 3`; `Not counted yet` where nobody has counted. */
export function leftText({ onHand, unit, runsOutOn, isEstimate, daysLeft }: SupplyState): string {
  if (onHand === null) return t('Not counted yet')
  if (onHand.amount === '0') return t('Nothing left')
  const amount = doseAmountText(onHand.amount, unit)
  if (runsOutOn === null) return t('{amount} left', { amount })
  if (daysLeft === 0) return t('{amount} left, not enough for today', { amount })
  const date = formatShortDay(runsOutOn)
  return isEstimate
    ? t('{amount} left, until about {date}', { amount, date })
    : t('{amount} left, until {date}', { amount, date })
}

/** Returns `2 more were logged than were there.`; null if that is not so. */
export function excessText({ onHand }: SupplyState): string | null {
  if (onHand === null || onHand.excess === '0') return null
  return t(
    '{count, plural, one {{amount} more was logged than was there.} other {{amount} more were logged than were there.}}',
    { count: countOf(onHand.excess), amount: amountText(onHand.excess) },
  )
}

/** Returns by when to book an appointment; null if there is no need. */
export function bookText({ bookBy }: SupplyState, today: LocalDate): string | null {
  if (bookBy === null) return null
  return bookBy <= today
    ? t('No repeats left: book an appointment now.')
    : t('No repeats left: book an appointment by {date}.', { date: formatShortDay(bookBy) })
}
