import { CUES } from './cues.ts'
import { ofSameText } from './same-text.ts'

/** A word with a digit, or with a letter of the other case, where print has none. */
const MIXED = /(?<![\p{L}\p{N}|])(?=[\p{L}0158|]*\p{L})[\p{L}0158|]{3,}(?![\p{L}\p{N}])/gu

/** A shorter one with a digit is a code: `W1A`. */
const SHORTEST = 4

const CAPITAL_OF: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B', l: 'I', '|': 'I' }
const SMALL_OF: Record<string, string> = { 0: 'o', 1: 'l', 5: 's', 8: 'b', '|': 'l' }

/**
 * A text with the letters of its words as they were printed, where a camera read them as digits or as letters of the other case:
 * `CARDlOLOGY`, `Rheumatol0gy`, `BrookIands`. Every character keeps its place. `McIntyre` and `A1` stay what they are.
 */
export const withLetters = ofSameText((text: string): string =>
  CUES.mayBeMisread.test(text) ? text.replace(MIXED, mended) : text,
)

/** As almost all words are printed. */
export const CLEAN = /^(?:\p{Lu}?[\p{Ll}]+|\p{Lu}+)$/u

function mended(word: string): string {
  if (CLEAN.test(word)) return word
  const letters = word.replace(/[^\p{L}]/gu, '')
  const digits = word.length - letters.length
  if (digits * 2 > letters.length || (digits > 0 && word.length < SHORTEST)) return word
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  // A capital word has small letters only where they are the l of an I.
  if (capitals > 1 && /^[\p{Lu}l0158|]+$/u.test(word) && capitals * 2 > word.length)
    return word.replace(/[l0158|]/g, (letter) => CAPITAL_OF[letter] ?? letter)
  if (!/^.[\p{Ll}I0158|]+$/u.test(word) || /^Ma?c[I|]/.test(word)) return word
  const [first = '', ...rest] = word
  const begin = /\d/.test(first) ? (CAPITAL_OF[first] ?? first) : first
  return begin + rest.map((letter) => (letter === 'I' ? 'l' : (SMALL_OF[letter] ?? letter))).join('')
}
