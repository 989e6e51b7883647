import { type Amount, amountText, isPlural } from '../lib/amount.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { turnFrom } from '../lib/turns.ts'

/**
 * How much is taken (additions, 1.2).
 * - `each`: the amount of a dose
 * - `byTime`: amounts of some of the plan's times; the others take `each`
 * - `byDay`: amounts of whole days in turn from `anchorDate`; `"0"` means no dose that day. Dates before it count
 *   backwards
 */
export interface DoseAmounts {
  unit: string
  each: Amount
  byTime?: Record<string, Amount> | undefined
  byDay?: { anchorDate: LocalDate; amounts: Amount[] } | undefined
}

/** The units that the form offers; a user may write their own. */
export const UNITS = ['tablet', 'capsule', 'mL', 'puff', 'drop', 'unit', 'patch', 'sachet', 'spray', 'g'] as const

/** Returns the amount of the dose at this date and time; null where the plan has none. `"0"`: there is no dose. */
export function amountAt(amounts: DoseAmounts | undefined, date: LocalDate, time: LocalTime): Amount | null {
  if (amounts === undefined) return null
  if (amounts.byDay === undefined) return amounts.byTime?.[time] ?? amounts.each
  const { anchorDate, amounts: inTurn } = amounts.byDay
  return inTurn[turnFrom(anchorDate, inTurn.length)(date)] ?? null
}

/** Units that are written the same for one and for many. */
const SYMBOLS: ReadonlySet<string> = new Set(['mL', 'ml', 'g', 'mg', 'mcg', 'µg', 'kg', 'L', 'IU'])

/** Returns `1½ tablets`, `½ tablet`, `2 patches`, `5 mL`. A unit of the user's own is left as they wrote it. */
export function doseAmountText(amount: Amount, unit: string): string {
  return `${amountText(amount)} ${isPlural(amount) ? manyOf(unit) : unit}`
}

/** Returns `tablets`, `patches`, `mL`. A unit of the user's own is left as they wrote it. */
export function manyOf(unit: string): string {
  if (!(UNITS as readonly string[]).includes(unit) || SYMBOLS.has(unit)) return unit
  return unit.endsWith('ch') ? `${unit}es` : `${unit}s`
}
