import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { type Amount, amountText, parseAmount } from '#domain/lib/amount.ts'
import { betweenCommas } from '#domain/lib/digits.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { DoseAmounts } from '#domain/schedule/amounts.ts'
import { wallTimes } from '#domain/schedule/every-hours.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { NOT_AN_AMOUNT } from '#src/session/amount-rule.ts'

/** The amounts as typed; missing from drafts of an earlier version. */
export const amountValuesShape = {
  unit: z._default(z.string(), ''),
  each: z._default(z.string(), ''),
  amountsBy: z._default(z.enum(['each', 'time', 'day']), 'each'),
  /** By `HH:MM`; a time without an entry takes `each`. */
  amountAt: z._default(z.record(z.string(), z.string()), {}),
  /** `5, 4, 4` */
  amountsInTurn: z._default(z.string(), ''),
} as const

const amountValuesSchema = z.strictObject(amountValuesShape)
export type AmountValues = z.infer<typeof amountValuesSchema>

export const EMPTY_AMOUNTS: AmountValues = { unit: '', each: '', amountsBy: 'each', amountAt: {}, amountsInTurn: '' }

export function amountValuesOf(amounts: DoseAmounts | undefined): AmountValues {
  if (!amounts) return EMPTY_AMOUNTS
  const { unit, each, byTime, byDay } = amounts
  return {
    unit,
    each: amountText(each),
    amountsBy: byTime ? 'time' : byDay ? 'day' : 'each',
    amountAt: Object.fromEntries(Object.entries(byTime ?? {}).map(([time, amount]) => [time, amountText(amount)])),
    amountsInTurn: byDay?.amounts.map(amountText).join(', ') ?? '',
  }
}

/**
 * Returns the amounts as far as the fields define them; undefined if no dose is counted.
 * @param anchorDate the day from which amounts by day count
 */
export function amountsOfValues(
  values: AmountValues,
  plan: Pick<Plan, 'schedule' | 'reminderTimes'>,
  anchorDate: LocalDate,
): DoseAmounts | undefined {
  const unit = values.unit.trim()
  const inTurn = values.amountsBy === 'day' ? amountsInTurn(values.amountsInTurn) : null
  const each = parseAmount(values.each) ?? inTurn?.find((amount) => amount !== '0') ?? null
  if (unit === '' || each === null || each === '0') return undefined
  if (inTurn && inTurn.length > 1) return { unit, each, byDay: { anchorDate, amounts: inTurn } }
  if (values.amountsBy !== 'time') return { unit, each }
  const byTime = wallTimes(plan).flatMap((time): [string, Amount][] => {
    const amount = parseAmount(values.amountAt[time] ?? '')
    return amount === null || amount === '0' ? [] : [[time, amount]]
  })
  return byTime.length > 0 ? { unit, each, byTime: Object.fromEntries(byTime) } : { unit, each }
}

/** Returns the amounts in a text like `5, 4, 4`; null if one of them is none. */
export function amountsInTurn(text: string): Amount[] | null {
  const parts = betweenCommas(text).filter((part) => part.trim() !== '')
  const amounts = parts.map(parseAmount)
  return amounts.every((amount) => amount !== null) ? amounts : null
}

export type AmountErrors = Partial<Record<keyof AmountValues, string>>

/** Returns what is wrong with which field. */
export function amountErrors(values: AmountValues): AmountErrors {
  const { unit, each, amountsBy, amountAt } = values
  const isCounted = unit.trim() !== '' || each.trim() !== '' || amountsBy !== 'each'
  if (!isCounted) return {}
  const errors: AmountErrors = {}
  if (unit.trim() === '') errors.unit = t('Choose what is counted, such as tablet')
  else if (unit.trim().length > 30) errors.unit = t('Use at most 30 characters.')
  if (amountsBy === 'day') {
    const inTurn = amountsInTurn(values.amountsInTurn)
    if (!inTurn) errors.amountsInTurn = t('Write an amount like 1, ½, 0.25 or 1/3, with commas between days')
    else if (inTurn.length < 2 || inTurn.length > 62)
      errors.amountsInTurn = t('Write 2 to 62 days, with commas between')
    else if (inTurn.every((amount) => amount === '0')) errors.amountsInTurn = t('Some day must have a dose')
    return errors
  }
  if (isNoDose(each)) errors.each = t(NOT_AN_AMOUNT)
  const wrong = Object.entries(amountAt).find(([, text]) => text.trim() !== '' && isNoDose(text))
  if (amountsBy === 'time' && wrong)
    errors.amountAt = t('Write an amount like 1, ½, 0.25 or 1/3, not “{text}”', { text: wrong[1] })
  return errors
}

const isNoDose = (text: string): boolean => (parseAmount(text) ?? '0') === '0'
