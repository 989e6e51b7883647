import type { FormName } from './glyphs.tsx'

/**
 * The first pattern that fits wins: "capsule" before "caplet" before "tablet", because labels name the rarer form on
 * purpose.
 */
const WORDS: readonly [RegExp, FormName][] = [
  [/\b(inhaler|inhalers|puff|puffs|puffer|spray|sprays|nebuliser|nebulizer)\b/i, 'puff'],
  [/\b(capsule|capsules|caps?)\b/i, 'capsule'],
  [/\b(caplet|caplets|xr|sr|er|mr|cr|modified release|extended release|slow release)\b/i, 'caplet'],
  [/\b(tablet|tablets|tabs?)\b/i, 'tablet'],
]

/**
 * The form a medicine's own words speak of (its name, dosage and frequency); the round tablet where they say nothing
 * (docs/look.md, Medication card).
 */
export function formOfWords(...words: string[]): FormName {
  const text = words.join(' ')
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'round'
}
