import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { amountText } from '#domain/lib/amount.ts'
import { someAmountSchema } from '#domain/lib/amount-schema.ts'
import { withWesternDigits } from '#domain/lib/digits.ts'
import { type DoseLimits, doseLimitsSchema } from '#domain/records/dose-limits.ts'

/** The limits as typed; missing from drafts of an earlier version. */
export const limitValuesShape = {
  minHours: z._default(z.string(), ''),
  maxIn24h: z._default(z.string(), ''),
} as const

export type LimitValues = { [Field in keyof typeof limitValuesShape]: string }

export const EMPTY_LIMITS: LimitValues = { minHours: '', maxIn24h: '' }

export const limitValuesOf = (limits: DoseLimits | null | undefined): LimitValues => ({
  minHours: limits?.minHours == null ? '' : String(limits.minHours),
  maxIn24h: limits?.maxIn24h == null ? '' : amountText(limits.maxIn24h),
})

/** Returns the limits as far as the fields hold them; null if neither does. */
export function limitsOfValues(values: LimitValues): DoseLimits | null {
  const minHours = hoursOf(values.minHours)
  const max = someAmountSchema.safeParse(values.maxIn24h)
  const maxIn24h = max.success ? max.data : null
  return minHours === null && maxIn24h === null ? null : { minHours, maxIn24h }
}

/** Returns what is wrong with which field. An empty one limits nothing. */
export function limitErrors(values: LimitValues): Partial<LimitValues> {
  const isWrong = (text: string, value: unknown) => text.trim() !== '' && value === null
  return {
    ...(isWrong(values.minHours, hoursOf(values.minHours)) && {
      minHours: t('Enter hours from 0.25 to 168, such as 4 or 0.5'),
    }),
    ...(isWrong(values.maxIn24h, someAmountSchema.safeParse(values.maxIn24h).success ? '' : null) && {
      maxIn24h: t('Write an amount like 4, ½ or 2.5'),
    }),
  }
}

function hoursOf(typed: string): number | null {
  const text = withWesternDigits(typed)
  if (!/^\s*\d{0,3}([.,]\d{1,2})?\s*$/.test(text) || text.trim() === '') return null
  const read = doseLimitsSchema.safeParse({ minHours: Number(text.replace(',', '.')), maxIn24h: null })
  return read.success ? read.data.minHours : null
}
