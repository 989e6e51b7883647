import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { type Amount, amountText, parseAmount } from '#domain/lib/amount.ts'
import { amountIn } from '#domain/lib/amount-schema.ts'
import { betweenCommas } from '#domain/lib/digits.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { storableText } from '#domain/lib/storable-text.ts'
import type { DoseAmounts } from '#domain/schedule/amounts.ts'
import { wallTimes } from '#domain/schedule/every-hours.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { amountError, sizeError } from '#src/session/amount-rule.ts'

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
  const each = amountIn(values.each) ?? inTurn?.find((amount) => amount !== '0') ?? null
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
  const { unit, each, amountsBy } = values
  const isCounted = unit.trim() !== '' || each.trim() !== '' || amountsBy !== 'each'
  if (!isCounted) return {}
  const error = unitError(unit)
  return {
    ...(error !== null && { unit: error }),
    ...(amountsBy === 'day' ? inTurnErrors(values) : eachErrors(values)),
  }
}

/** Returns what is wrong with what is counted, or null. */
export function unitError(unit: string): string | null {
  if (unit.trim() === '') return t('Choose what is counted, such as tablet')
  return storableText(30).safeParse(unit).success ? null : t('Use at most 30 characters.')
}

function inTurnErrors(values: AmountValues): AmountErrors {
  const inTurn = amountsInTurn(values.amountsInTurn)
  if (!inTurn) return { amountsInTurn: t('Write an amount like 1, ½, 0.25 or 1/3, with commas between days') }
  if (inTurn.length < 2 || inTurn.length > 62) return { amountsInTurn: t('Write 2 to 62 days, with commas between') }
  if (inTurn.every((amount) => amount === '0')) return { amountsInTurn: t('Some day must have a dose') }
  const error = inTurn.map(sizeError).find((one) => one !== null)
  return error ? { amountsInTurn: error } : {}
}

function eachErrors({ each, amountsBy, amountAt }: AmountValues): AmountErrors {
  const error = amountError(each)
  const wrong = Object.values(amountAt).find((text) => text.trim() !== '' && amountError(text) !== null)
  return {
    ...(error !== null && { each: error }),
    ...(amountsBy === 'time' &&
      wrong !== undefined && {
        amountAt: t('Write an amount like 1, ½, 0.25 or 1/3, not “{text}”', { text: wrong }),
      }),
  }
}
