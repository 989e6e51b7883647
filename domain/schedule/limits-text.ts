import { type Amount, amountText, isPlural } from '../lib/amount.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import { doseAmountText } from './amounts.ts'

/** Returns hours of a label: `4 hours`, `1 hour`, `1.5 hours`, and `30 minutes` below one. */
export function apartText(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} minutes`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** Returns `8 tablets`, or without a unit `4 doses`. */
export const countText = (amount: Amount, unit: string | null): string =>
  unit === null ? `${amountText(amount)} ${isPlural(amount) ? 'doses' : 'dose'}` : doseAmountText(amount, unit)

/** Returns what the label limits, part by part: `at least 4 hours apart`, `at most 8 tablets in 24 hours`. */
export const limitsText = ({ minHours, maxIn24h }: DoseLimits, unit: string | null): string[] => [
  ...(minHours === null ? [] : [`at least ${apartText(minHours)} apart`]),
  ...(maxIn24h === null ? [] : [`at most ${countText(maxIn24h, unit)} in 24 hours`]),
]
