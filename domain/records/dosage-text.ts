import { apart } from '../language/apart.ts'
import { t } from '../language/translate.ts'
import { amountText } from '../lib/amount.ts'
import { inRow } from '../lib/text.ts'
import { amountsText } from '../schedule/amounts-text.ts'
import { unitText } from '../schedule/unit-text.ts'
import type { Medication } from './medication.ts'
import type { Strength } from './strength.ts'

/**
 * Returns what was typed as the dosage, and where nothing was, what the plan and the label say: `1 or ½ tablet of
 * 500 mg` (additions, 1.2).
 */
export function dosageText({ dosage, amounts, strength }: Pick<Medication, 'dosage' | 'amounts' | 'strength'>): string {
  if (dosage !== '') return apart(dosage)
  return amounts ? withStrength(amountsText(amounts), amounts.unit, strength) : strengthText(strength)
}

/** Returns `2 tablets of 500 mg`, or `2 puffs, 100 mcg per dose` where the label's strength is not that of a unit. */
export function withStrength(amount: string, unit: string, strength: Strength | null | undefined): string {
  if (!strength) return amount
  const { per } = strength
  return per === unit
    ? t('{amount} of {strength}', { amount, strength: strengthText(strength) })
    : inRow([amount, fullStrengthText(strength)])
}

/** Returns `500 mg per tablet`. */
export const fullStrengthText = (strength: Strength): string =>
  t('{strength} per {unit}', { strength: strengthText(strength), unit: unitText(strength.per) })

const strengthText = (strength: Strength | null | undefined): string =>
  strength ? apart(`${amountText(strength.amount)} ${strength.unit}`) : ''
