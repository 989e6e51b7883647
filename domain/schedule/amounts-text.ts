import { t } from '../language/translate.ts'
import { type Amount, amountText, isPlural } from '../lib/amount.ts'
import { listed, offered } from '../lib/text.ts'
import { type DoseAmounts, doseAmountText, manyOf } from './amounts.ts'

/**
 * Returns what each single dose can be, as `doseAmountText` says it and as English does: the log holds words of the
 * language of its time.
 */
export const doseTexts = ({ unit, each, byTime, byDay }: DoseAmounts): string[] =>
  [each, ...Object.values(byTime ?? {}), ...(byDay?.amounts ?? [])].flatMap((amount) => [
    doseAmountText(amount, unit),
    `${amountText(amount)} ${isPlural(amount) ? manyOf(unit) : unit}`,
  ])

/** Returns `2 tablets`; `1 or 1½ tablets` where times differ, `5, 4 and 4 tablets in turn` where days do. */
export function amountsText({ unit, each, byTime, byDay }: DoseAmounts): string {
  if (byDay)
    return t('{amounts} in turn', {
      amounts: listed(byDay.amounts.map(amountText).with(-1, doseAmountText(lastOf(byDay.amounts), unit))),
    })
  const different = [...new Set([each, ...Object.values(byTime ?? {})])]
  if (different.length === 1) return doseAmountText(each, unit)
  return offered(different.map(amountText).with(-1, doseAmountText(lastOf(different), unit)))
}

const lastOf = (amounts: readonly Amount[]): Amount => amounts.at(-1) as Amount
