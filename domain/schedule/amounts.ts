import { apart } from '../language/apart.ts'
import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import { type Amount, amountText, countOf } from '../lib/amount.ts'
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

/** The offered units that are words, and what a dose is counted in where nothing says it. */
const WORDS = {
  dose: msg('{count, plural, one {{amount} dose} other {{amount} doses}}'),
  tablet: msg('{count, plural, one {{amount} tablet} other {{amount} tablets}}'),
  capsule: msg('{count, plural, one {{amount} capsule} other {{amount} capsules}}'),
  puff: msg('{count, plural, one {{amount} puff} other {{amount} puffs}}'),
  drop: msg('{count, plural, one {{amount} drop} other {{amount} drops}}'),
  unit: msg('{count, plural, one {{amount} unit} other {{amount} units}}'),
  patch: msg('{count, plural, one {{amount} patch} other {{amount} patches}}'),
  sachet: msg('{count, plural, one {{amount} sachet} other {{amount} sachets}}'),
  spray: msg('{count, plural, one {{amount} spray} other {{amount} sprays}}'),
}

/** Returns whether it is an offered unit that is a word: it has a plural. */
export const isUnitWord = (unit: string): unit is keyof typeof WORDS => Object.hasOwn(WORDS, unit)

/** Returns the written amount with its unit, in the grammar of `count`. A unit of the user's own is left as it is. */
export const withUnit = (amount: string, unit: string, count: number): string =>
  isUnitWord(unit) ? t(WORDS[unit], { count, amount }) : apart(`${amount} ${unit}`)

/** Returns `1½ tablets`, `½ tablet`, `2 patches`, `5 mL`. A unit of the user's own is left as they wrote it. */
export const doseAmountText = (amount: Amount, unit: string): string =>
  withUnit(amountText(amount), unit, countOf(amount))

/** Returns `tablets`, `patches`, `mL`: how English, which is what dictation hears, names many. */
export const manyOf = (unit: string): string =>
  isUnitWord(unit) ? (unit.endsWith('ch') ? `${unit}es` : `${unit}s`) : unit
