import { CUES } from './cues.ts'
import { plainWords } from './lexicon.ts'
import { isNumberWord } from './numbers.ts'
import { repaired } from './spelling.ts'

/** Mixed letters and digits: what text recognition makes of a word or a number. */
const MIXED = /(?<![\p{L}\p{N}.,/])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{2,14}(?![\p{L}\p{N}])/giu
const LONE_L =
  /(?<=^|\s)[lI](?=\s+(?:[Tt]ab|TAB|[Cc]ap|CAP|[Pp]uff|PUFF|[Dd]rop|DROP|[Pp]atch|PATCH|[Ss]achet|SACHET))/g

/**
 * Repairs letters and digits that text recognition confused (`TW1CE`, `0NE`, `l2 hours`), keeping the length, and
 * returns the positions: what was repaired is a guess.
 */
export function putRight(text: string): { text: string; at: ReadonlySet<number> } {
  const at = new Set<number>()
  const replaced = (pattern: RegExp, right: (word: string) => string | null) => (said: string) =>
    said.replace(pattern, (word: string, ...rest: unknown[]) => {
      const becomes = right(word)
      if (becomes === null || becomes === word) return word
      at.add(rest.find((one) => typeof one === 'number') as number)
      return becomes
    })
  const done = [
    replaced(MIXED, wordOf),
    replaced(CUES.number, (word) => (/[lIOo]/.test(word) ? digitsOf(word) : null)),
    replaced(LONE_L, () => '1'),
  ].reduce((said, put) => put(said), text)
  return { text: done, at }
}

/** Returns the word of directions that a word with digits stands for; null for other words. */
function wordOf(mixed: string): string | null {
  const small = mixed.toLowerCase()
  if (/^(?:\d+[a-z]+|[a-z]\d+|q\d+[a-z]*|x\d+)$/.test(small) && !/^[015][a-z]{2,}$/.test(small)) return null
  for (const one of ['i', 'l']) {
    const word = small.replace(/[01358]/g, (digit) => LETTERS[digit] ?? one)
    // Shorthand is never guessed: `T1D` is an illness.
    if (word.length < (isNumberWord(word) ? 3 : 4) || !/^[a-z]+$/.test(word)) continue
    const isKnown = plainWords(word) !== undefined || isNumberWord(word)
    if (isKnown || repaired(word) !== null) return word
  }
  return null
}

const LETTERS: Record<string, string> = { '0': 'o', '3': 'e', '5': 's', '8': 'b' }

const digitsOf = (word: string): string => word.replace(/[lI]/g, '1').replace(/[Oo]/g, '0')

const LAST_WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{3,20}$/u
/** The reach of a word of up to twenty letters and the character before it, all of them outside the basic plane. */
const LAST_WORD_REACH = 42

/** Returns whether a text ends in such a word that cannot be repaired: its end was not fully read. */
export function endsMisread(text: string): boolean {
  const last = LAST_WORD.exec(text.trimEnd().slice(-LAST_WORD_REACH))?.[0].toLowerCase() ?? ''
  if (!/\d/.test(last) || !/\p{L}/u.test(last)) return false
  // Names of vitamins, and numbers with their units.
  if (/^\p{L}{1,2}\d+$/u.test(last) || wordOf(last) !== null) return false
  const unit = /^\d+(\p{L}+)$/u.exec(last)?.[1]
  return unit === undefined || plainWords(unit) === undefined
}
