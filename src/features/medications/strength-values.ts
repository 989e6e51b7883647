import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { amountText } from '#domain/lib/amount.ts'
import { strengthSchema } from '#domain/records/medication-extras-schema.ts'
import type { Strength } from '#domain/records/strength.ts'
import { amountError } from '#src/session/amount-rule.ts'
import { unitError } from './amount-values.ts'

/** The strength as typed; missing from drafts of an earlier version. */
export const strengthValuesShape = {
  strengthAmount: z._default(z.string(), ''),
  strengthUnit: z._default(z.string(), ''),
  strengthPer: z._default(z.string(), ''),
} as const

export type StrengthValues = { [Field in keyof typeof strengthValuesShape]: string }

export const EMPTY_STRENGTH: StrengthValues = { strengthAmount: '', strengthUnit: '', strengthPer: '' }

export const strengthValuesOf = (strength: Strength | null | undefined): StrengthValues =>
  strength
    ? { strengthAmount: amountText(strength.amount), strengthUnit: strength.unit, strengthPer: strength.per }
    : EMPTY_STRENGTH

/** Returns the strength as far as the fields define one; null if they do not. */
export function strengthOfValues({ strengthAmount, strengthUnit, strengthPer }: StrengthValues): Strength | null {
  const read = strengthSchema.safeParse({ amount: strengthAmount, unit: strengthUnit, per: strengthPer })
  return read.success ? read.data : null
}

/** Returns what is wrong with which field: all three are filled in, or none. */
export function strengthErrors(values: StrengthValues): Partial<StrengthValues> {
  const { strengthAmount, strengthUnit, strengthPer } = values
  if ([strengthAmount, strengthUnit, strengthPer].every((text) => text.trim() === '')) return {}
  const [amount, unit, per] = [amountError(strengthAmount), unitError(strengthUnit), unitError(strengthPer)]
  return {
    ...(amount && { strengthAmount: amount }),
    ...(unit && { strengthUnit: strengthUnit.trim() === '' ? t('Enter the unit, such as mg') : unit }),
    ...(per && { strengthPer: strengthPer.trim() === '' ? t('Enter in what, such as tablet or 5 mL') : per }),
  }
}

export const sameStrength = (one: Strength | null, other: Strength | null): boolean =>
  one?.amount === other?.amount && one?.unit === other?.unit && one?.per === other?.per
