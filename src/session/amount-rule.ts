import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { parseAmount } from '#domain/lib/amount.ts'
import { amountIn, LARGEST_AMOUNT } from '#domain/lib/amount-schema.ts'

/** What a form says about a text that is no amount. */
export const NOT_AN_AMOUNT = msg('Write an amount like 1, ½, 0.25 or 1/3')

/** Returns what is wrong with a typed amount that has to be more than 0; null if nothing is. */
export function amountError(typed: string): string | null {
  return (parseAmount(typed) ?? '0') === '0' ? t(NOT_AN_AMOUNT) : sizeError(typed)
}

/** Returns what to say of an amount that is too large, or too small a part, to be saved; null if it is neither. */
export const sizeError = (typed: string): string | null =>
  amountIn(typed) === null ? t('Write at most {most}, and no part smaller than 1/1000', { most: LARGEST_AMOUNT }) : null
