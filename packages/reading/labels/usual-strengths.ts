/** Two digits of strengths that do not end in five, however many noughts or a point follow or precede them: 1.2, 12, 120 and 1200 mg. */
const PAIRS = new Set(
  '11 12 13 14 16 18 21 22 24 26 28 32 33 34 36 42 44 46 48 49 51 54 56 64 72 74 76 81 82 84 86 88 92 97 98'.split(' '),
)
/** Of three digits and more that do not end in 25 or 75. */
const LONGER = new Set('112 113 134 137 145 147 162 165 187 1875 237 2375 245 267 285 655 665'.split(' '))

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
