import { plainWords } from './lexicon.ts'
import { isNumberWord } from './numbers.ts'

/** Longer words are not directions that lost their spaces. */
const LONGEST = 28
const MOST_PARTS = 6
/** Shorter words occur in too many others. */
const SHORT = new Set('by at in on to as or of up a ml mg'.split(' '))
/** Words in their own right that consist of two. */
const OWN = new Set('today tonight intake uptake everyone anytime daytime onetime'.split(' '))

/**
 * Returns the known words in a word that lost its spaces (`bymouth`, `weeklyfor`, `twiceaday`); null if any letter is
 * left over. Takes the longest first word that leaves known ones.
 */
export function runTogether(word: string): readonly string[] | null {
  if (word === 'aday') return ['a', 'day']
  if (word.length < 6 || word.length > LONGEST || OWN.has(word) || !/^[a-z]+$/.test(word)) return null
  // `dropper`, `topper`: an ending, not the word `per`.
  if (word.endsWith('per') || word.endsWith('pers')) return null
  const parts = partsOf(word, MOST_PARTS)
  return parts?.some((part) => part.length >= 4) ? parts : null
}

function partsOf(rest: string, most: number): string[] | null {
  if (rest === '') return []
  if (most === 0) return null
  for (let length = Math.min(rest.length, 14); length >= 1; length -= 1) {
    const part = rest.slice(0, length)
    if (!isPart(part)) continue
    const others = partsOf(rest.slice(length), most - 1)
    if (others !== null) return [part, ...others]
  }
  return null
}

const isPart = (part: string): boolean =>
  part.length < 3 ? SHORT.has(part) : plainWords(part) !== undefined || isNumberWord(part)
