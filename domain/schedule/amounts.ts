import * as z from 'zod/mini'
import { type Amount, amountSchema, amountText, isPlural, someAmountSchema } from '../lib/amount.ts'
import {
  daysBetween,
  isLocalTime,
  type LocalDate,
  type LocalTime,
  localDateSchema,
  recordDateSchema,
} from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'

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

const byTime = z.record(
  z.string().check(z.refine(isLocalTime, 'must be a 24-hour time, written HH:MM')),
  someAmountSchema,
)

const amountsFrom = /* @__NO_SIDE_EFFECTS__ */ (anchorDate: typeof localDateSchema) =>
  z
    .strictObject({
      unit: storableText(30).check(z.minLength(1, 'Choose what is counted, such as tablet')),
      each: someAmountSchema,
      byTime: z.optional(byTime),
      byDay: z.optional(
        z.strictObject({
          anchorDate,
          amounts: z.array(amountSchema).check(
            z.minLength(2, 'must have at least 2 days'),
            z.maxLength(62, 'must have at most 62 days'),
            z.refine((amounts) => amounts.some((amount) => amount !== '0'), 'must have a dose on some day'),
          ),
        }),
      ),
    })
    .check(
      z.refine(({ byTime, byDay }) => byTime === undefined || byDay === undefined, {
        message: 'Choose amounts by time or by day, not both',
        path: ['byDay'],
      }),
    )

export const doseAmountsSchema = amountsFrom(recordDateSchema)
/** The same as stored: its days may count from any date. */
export const storedDoseAmountsSchema = amountsFrom(localDateSchema)

/** Returns the amount of the dose at this date and time; null where the plan has none. `"0"`: there is no dose. */
export function amountAt(amounts: DoseAmounts | undefined, date: LocalDate, time: LocalTime): Amount | null {
  if (amounts === undefined) return null
  if (amounts.byDay === undefined) return amounts.byTime?.[time] ?? amounts.each
  return amounts.byDay.amounts[turnOf(amounts.byDay, date)] ?? null
}

/** Returns which of the amounts by day in turn a date has. */
export function turnOf({ anchorDate, amounts }: NonNullable<DoseAmounts['byDay']>, date: LocalDate): number {
  const day = daysBetween(anchorDate, date) % amounts.length
  return day < 0 ? day + amounts.length : day
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
