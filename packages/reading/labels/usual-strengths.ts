import strengths from '../vocabulary/strengths.json' with { type: 'json' }

/** Two digits of strengths that do not end in five, however many noughts or a point follow or precede them: 1.2, 12, 120 and 1200 mg. */
const PAIRS: ReadonlySet<string> = new Set(strengths.pairs)
/** Of three digits and more that do not end in 25 or 75. */
const LONGER: ReadonlySet<string> = new Set(strengths.longer)

/**
 * Whether medicines are made in so many milligrams or micrograms. No list is whole; what is in none is more often a misread digit
 * (`66 mg` of 60) than a strength that few know, so a person looks at it.
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
