import { CUES } from './cues.ts'
import { CARDINAL, type SpokenNumber } from './spoken-numbers.ts'

const ZERO = new Set(['oh', 'o', 'zero', 'nought', 'naught'])
const REPEATED = new Map(Object.entries({ double: 2, triple: 3, treble: 3 }))
/** Words that end a group with zeros: `oh eight hundred`. */
const ZEROS = new Map(Object.entries({ hundred: '00', thousand: '000' }))
/** Digits of the shortest number spoken like that, and of the longest (ITU-T E.164). */
const FEWEST = 7
const MOST = 15
/** With fewer digit words it is written, not spoken. */
const FEWEST_WORDS = 3

/** The words, in small letters, that a telephone number may begin with if it does not begin with a digit. */
export const PHONE_WORDS: ReadonlySet<string> = new Set([...ZERO, 'plus', ...REPEATED.keys(), ...CARDINAL.keys()])

/**
 * Returns whether a word can be the first of a spoken telephone number: a zero or a plus, or any digits after words for
 * telephones.
 * @param before the words right before, with a space between them
 */
export function beginsPhone(word: string, before: string): boolean {
  if (ZERO.has(word) || word === 'plus' || /^0\d/.test(word)) return true
  return (PHONE_WORDS.has(word) || /^\d+$/.test(word)) && CUES.led.test(before)
}

/**
 * Returns the telephone number that some words spell out digit by digit, including `oh`, `double four` and
 * `eight hundred`; null where there is none.
 * @param words in small letters, from one that begins such a number (`beginsPhone`), with nothing but spaces, hyphens
 * and commas between them
 */
export function spokenPhone(words: readonly string[]): SpokenNumber | null {
  let digits = ''
  let spoken = 0
  let singles = 0
  let groups = 0
  let length = words[0] === 'plus' ? 1 : 0
  while (length < words.length) {
    const group = groupAt(words, length)
    if (group === null) break
    digits += group.digits
    if (!/^\d/.test(words[length] ?? '')) spoken += group.length
    groups += 1
    if (group.digits.length === 1 || REPEATED.has(words[length] ?? '')) singles += 1
    length += group.length
  }
  if (digits.length < FEWEST || digits.length > MOST || spoken < FEWEST_WORDS) return null
  // Times in a list seldom have one digit each.
  if (singles * 2 < groups) return null
  return { digits: words[0] === 'plus' ? `+${digits}` : digits, length }
}

/** One or more digits: `oh`, `double four`, `8 hundred`, `twenty three`, `7946`. */
function groupAt(words: readonly string[], at: number): SpokenNumber | null {
  const [word = '', next = ''] = words.slice(at, at + 2)
  const times = REPEATED.get(word)
  if (times !== undefined) {
    const digit = digitsOf(next)
    return digit?.length === 1 ? { digits: digit.repeat(times), length: 2 } : null
  }
  const digits = digitsOf(word)
  if (digits === null) return null
  const zeros = digits.length === 1 && digits !== '0' ? ZEROS.get(next) : undefined
  if (zeros !== undefined) return { digits: digits + zeros, length: 2 }
  const unit = digitsOf(next)
  const isTens = /^[2-9]0$/.test(digits) && CARDINAL.has(word)
  return isTens && unit !== null && /^[1-9]$/.test(unit) && CARDINAL.has(next)
    ? { digits: digits.slice(0, 1) + unit, length: 2 }
    : { digits, length: 1 }
}

function digitsOf(word: string): string | null {
  if (ZERO.has(word)) return '0'
  if (/^\d+$/.test(word)) return word
  const value = CARDINAL.get(word)
  return value === undefined ? null : String(value)
}
