import { t } from '../language/translate.ts'
import { type Amount, amountText, countOf } from '../lib/amount.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import { doseAmountText } from './amounts.ts'

/** Returns hours of a label: `4 hours`, `1 hour`, `1.5 hours`, and `30 minutes` below one. */
export function apartText(hours: number): string {
  return hours < 1
    ? t('{count, plural, one {# minute} other {# minutes}}', { count: Math.round(hours * 60) })
    : t('{count, plural, one {# hour} other {# hours}}', { count: hours })
}

/** Returns `8 tablets`, or without a unit `4 doses`. */
export const countText = (amount: Amount, unit: string | null): string =>
  unit === null
    ? t('{count, plural, one {{amount} dose} other {{amount} doses}}', {
        count: countOf(amount),
        amount: amountText(amount),
      })
    : doseAmountText(amount, unit)

/** Returns what the label limits, part by part: `at least 4 hours apart`, `at most 8 tablets in 24 hours`. */
export const limitsText = ({ minHours, maxIn24h }: DoseLimits, unit: string | null): string[] => [
  ...(minHours === null ? [] : [t('at least {time} apart', { time: apartText(minHours) })]),
  ...(maxIn24h === null ? [] : [t('at most {amount} in 24 hours', { amount: countText(maxIn24h, unit) })]),
]
