import { CUES } from './cues.ts'
import { ofSameText } from './same-text.ts'

/** A word with a digit, or with a letter in the wrong case, which print does not have. */
const MIXED = /(?<![\p{L}\p{N}|])(?=[\p{L}0158|]*\p{L})[\p{L}0158|]{3,}(?![\p{L}\p{N}])/gu

/** A shorter word with a digit is a code: `W1A`. */
const SHORTEST = 4

const CAPITAL_OF: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B', l: 'I', '|': 'I' }
const SMALL_OF: Record<string, string> = { 0: 'o', 1: 'l', 5: 's', 8: 'b', '|': 'l' }

/**
 * Restores the letters of words where a camera read them as digits or in the wrong case: `CARDlOLOGY`, `Rheumatol0gy`,
 * `BrookIands`. Every character keeps its position. `McIntyre` and `A1` stay as they are.
 */
export const withLetters = ofSameText((text: string): string =>
  CUES.mayBeMisread.test(text) ? text.replace(MIXED, mended) : text,
)

/** The usual case of printed words. */
export const CLEAN = /^(?:\p{Lu}?[\p{Ll}]+|\p{Lu}+)$/u

function mended(word: string): string {
  if (CLEAN.test(word)) return word
  const letters = word.replace(/[^\p{L}]/gu, '')
  const digits = word.length - letters.length
  if (digits * 2 > letters.length || (digits > 0 && word.length < SHORTEST)) return word
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  // A word in capitals contains small letters only as an l read for an I.
  if (capitals > 1 && /^[\p{Lu}l0158|]+$/u.test(word) && capitals * 2 > word.length)
    return word.replace(/[l0158|]/g, (letter) => CAPITAL_OF[letter] ?? letter)
  if (!/^.[\p{Ll}I0158|]+$/u.test(word) || /^Ma?c[I|]/.test(word)) return word
  const [first = '', ...rest] = word
  const begin = /\d/.test(first) ? (CAPITAL_OF[first] ?? first) : first
  return begin + rest.map((letter) => (letter === 'I' ? 'l' : (SMALL_OF[letter] ?? letter))).join('')
}
