import strengths from '../vocabulary/strengths.json' with { type: 'json' }

/**
 * The two significant digits of strengths that do not end in five, with any number of zeros or a point: 1.2, 12, 120
 * and 1200 mg.
 */
const PAIRS: ReadonlySet<string> = new Set(strengths.pairs)
/** The same for three digits and more that do not end in 25 or 75. */
const LONGER: ReadonlySet<string> = new Set(strengths.longer)

/**
 * Returns whether medications are made with that many milligrams or micrograms. No list is complete; a strength in none
 * is more often a misread digit (`66 mg` for 60) than a rare one, so the user checks it.
 * @param amount above 0
 */
export function isUsualStrength(amount: number): boolean {
  const digits = String(amount)
    .replace('.', '')
    .replace(/^0+|(?<!0)0+$/g, '')
  if (digits.length < 2) return true
  if (digits.length === 2) return digits.endsWith('5') || PAIRS.has(digits)
  return /^\d{1,2}[27]5$/.test(digits) || LONGER.has(digits)
}
