import directions from '../vocabulary/direction-words.json' with { type: 'json' }
import misread from '../vocabulary/misread.json' with { type: 'json' }
import { editDistance } from '../words/edit-distance.ts'
import { plainWords, SPELLINGS } from './lexicon.ts'
import { isNumberWord, NUMBER_WORDS } from './numbers.ts'

/** Words of directions long enough to be recognised when mistyped; shorthand is never guessed. */
const WORDS = [...SPELLINGS, ...NUMBER_WORDS].filter((word) => /^[a-z]{4,}$/.test(word))
/** By length and by each of their first two letters, one of which must begin the mistyped word. */
const BEGINNINGS = Map.groupBy(
  WORDS.flatMap((word) => [...new Set(word.slice(0, 2))].map((letter) => ({ word, letter, mask: lettersOf(word) }))),
  ({ word, letter }) => `${word.length}${letter}`,
)
const SHORT_WORDS = ['day', 'two', 'one', 'six', 'ten', 'the', 'for', 'and', 'tab', 'cap']

/** Ordinary words that are one letter away from a word of directions. */
const OTHERS: ReadonlySet<string> = new Set(directions.ordinary)

export const isOrdinary = (word: string): boolean => OTHERS.has(word)

/**
 * Returns the word of directions that a mistyped word stands for; null when it is known, is an ordinary word, or when
 * none or several are near. Near means one slip (a letter left out, added, exchanged, or two swapped), two from nine
 * letters on; the first letter stays, or is swapped with the second. In words of three letters only a swap counts. Text
 * recognition reads `vv` for w and `rn` for m.
 */
export function repaired(word: string): string | null {
  if (word.length < 3 || word.length > 16 || !/^[a-z]+$/.test(word)) return null
  if (plainWords(word) !== undefined || isNumberWord(word) || isOrdinary(word)) return null
  if (word.length === 3) return SHORT_WORDS.find((short) => isSwapped(word, short)) ?? null
  const printed = RUN_TOGETHER.map(([from, to]) => word.replace(from, to))
  const meant = printed.find((one) => one !== word && (plainWords(one) || isNumberWord(one)))
  if (meant !== undefined) return meant
  const begun = misreadFirst(word)
  if (begun !== null) return begun
  const slips = word.length >= 9 ? 2 : 1
  let nearest: string | null = null
  let least = slips + 1
  const mask = lettersOf(word)
  const near = [-2, -1, 0, 1, 2].filter((more) => Math.abs(more) <= slips)
  for (const other of near.flatMap((more) => BEGINNINGS.get(`${word.length + more}${word[0]}`) ?? [])) {
    const known = other.word
    if (!startsAlike(word, known) || lettersApart(mask, other.mask) > 2 * slips) continue
    const distance = editDistance(word, known)
    if (distance < least) {
      nearest = known
      least = distance
    } else if (distance === least && nearest !== null && plainWords(known) !== plainWords(nearest))
      // A missing letter is the likelier slip: `tice` is `twice` rather than `time`.
      nearest = known.length === nearest.length ? null : known.length > nearest.length ? known : nearest
  }
  return nearest
}

/** `tvvice`, `tirnes`, `rnorning`. */
const RUN_TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/vv/g, 'w'],
  [/rn/g, 'm'],
  [/rn/, 'm'],
]

/** Letters that text recognition confuses with a first letter: `cvening`, `fwice`, `hefore`. */
const TAKEN_FOR: Record<string, string> = misread.first.letters

/** Returns the word that differs only in its first letter, from five letters on; null if there are several. */
function misreadFirst(word: string): string | null {
  if (word.length < 5) return null
  const [first = ''] = word
  const meant = [...(TAKEN_FOR[first] ?? '')]
    .map((letter) => letter + word.slice(1))
    .filter((one) => plainWords(one) !== undefined || isNumberWord(one))
  return meant.length === 1 ? (meant[0] ?? null) : null
}

/**
 * Counts letters that only one of the two has; every slip makes two at most. This avoids most distance calculations.
 */
function lettersApart(one: number, other: number): number {
  let mask = one ^ other
  let count = 0
  for (; mask !== 0; mask &= mask - 1) count += 1
  return count
}

function lettersOf(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) - 97)
  return mask
}

const startsAlike = (word: string, known: string): boolean =>
  word[0] === known[0] || (word[0] === known[1] && word[1] === known[0])

function isSwapped(word: string, known: string): boolean {
  const [a, b, c] = word
  return known === `${b}${a}${c}` || known === `${a}${c}${b}`
}
