import type { FormName } from './glyphs.tsx'

/**
 * The first matching pattern wins: "capsule" before "caplet" before "tablet", because labels that name the rarer form
 * do so on purpose.
 */
const WORDS: readonly [RegExp, FormName][] = [
  [/\b(inhaler|inhalers|puff|puffs|puffer|spray|sprays|nebuliser|nebulizer)\b/i, 'puff'],
  [/\b(capsule|capsules|caps?)\b/i, 'capsule'],
  [/\b(caplet|caplets|xr|sr|er|mr|cr|modified release|extended release|slow release)\b/i, 'caplet'],
  [/\b(tablet|tablets|tabs?)\b/i, 'tablet'],
]

/**
 * Returns the form that a medicine's own text names (its name, dosage and frequency), or the round tablet if it names
 * none (docs/look.md, Medication card).
 */
export function formOfWords(...words: string[]): FormName {
  const text = words.join(' ')
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'round'
}
