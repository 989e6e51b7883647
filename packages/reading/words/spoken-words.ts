import { beginsNumber, NUMBER_WORDS, type SpokenNumber, spokenNumber, strengthLength } from './spoken-numbers.ts'
import { beginsPhone, PHONE_WORDS, spokenPhone } from './spoken-phone.ts'

/** A part of the plain text, and its position in the original. */
export interface Piece {
  text: string
  from: number
  to: number
  /** Whether it is between words. */
  isGap: boolean
}

export interface Word extends Piece {
  /** What separates this word from the one before. */
  gap: Piece
}

const FILLER = /^(?:u+m+|u+h+|e+r+m*|e+h+|h+m+|m{2,})$/i

const BEGINS_OTHER = new Set([...NUMBER_WORDS, ...PHONE_WORDS, 'like', 'arvo'])

/** Returns whether a word can be the first of those to rewrite: most are not, and need not be checked in each way. */
const mayBeRewritten = (word: string): boolean =>
  word.length === 1 || BEGINS_OTHER.has(word) || /^\d/.test(word) || FILLER.test(word)

/** Returns what the words from `index` on become: nothing for a filler, digits for a number, else the word itself. */
export function rewrite(
  words: readonly Word[],
  small: readonly string[],
  index: number,
): { text: string | null; length: number } {
  const word = small[index] ?? ''
  if (!mayBeRewritten(word)) return { text: words[index]?.text ?? '', length: 1 }
  if (FILLER.test(word) || isFiller(small, index)) return { text: null, length: 1 }
  const letters = spelled(words, small, index)
  if (letters !== null) return letters
  if (isHalfDay(words, small, index)) return { text: `${word}m`, length: 2 }
  if (word === 'o' && small[index + 1] === 'clock') return { text: "o'clock", length: 2 }
  if (word === 'arvo') return { text: 'afternoon', length: 1 }
  const phone = phoneAt(words, small, index)
  if (phone !== null) return { text: phone.digits, length: phone.length }
  const repeated = repeatedDigit(words, small, index)
  if (repeated !== null) return repeated
  const number = mayBeNumber(small, index) ? numberAt(words, small, index) : null
  if (number === null) return { text: words[index]?.text ?? '', length: 1 }
  if (number.length === 1 && /^\d/.test(word)) return { text: words[index]?.text ?? '', length: 1 }
  return { text: number.digits, length: number.length }
}

/** `at like ten to four`. */
const isFiller = (small: readonly string[], index: number): boolean =>
  small[index] === 'like' &&
  /^(?:at|for|by|around|about|until|till|before|after)$/.test(small[index - 1] ?? '') &&
  (/^(?:half|quarter|noon|midday)$/.test(small[index + 1] ?? '') || beginsNumber(small[index + 1] ?? '')) &&
  small[index + 1] !== 'a'

/** Returns the number that begins at a word, without a following count: `five hundred one tablet` is 500 and 1. */
function numberAt(words: readonly Word[], small: readonly string[], index: number): SpokenNumber | null {
  const run = runFrom(words, small, index)
  const number = spokenNumber(run)
  if (number === null || number.length === 1) return number
  const strength = strengthLength(run, number.length, small[index - 1] === 'slash')
  return strength === null ? number : spokenNumber(run.slice(0, strength))
}

/** "every second day" is not a date, "a second" is not a number, and "the one" is somebody or something. */
function mayBeNumber(small: readonly string[], index: number): boolean {
  const word = small[index] ?? ''
  const before = small[index - 1] ?? ''
  if (!beginsNumber(word)) return false
  if (word === 'hundred') return !/^(?:few|several|couple|of|some|many)$/.test(before)
  if (word === 'one' && /^(?:the|this|that|another|other|which|any|no)$/.test(before))
    return /^(?:hundred|thousand|point)$/.test(small[index + 1] ?? '')
  return (
    !/^(?:first|second|third|fourth|fifth|sixth|seventh|tenth)$/.test(word) || !/^(?:every|each|a|one)$/.test(before)
  )
}

const LONGEST_PHONE = 18
const WORDS_BEFORE = 4

/** Returns the telephone number spelled out from a word on, including pauses. */
function phoneAt(words: readonly Word[], small: readonly string[], index: number): SpokenNumber | null {
  const before = small.slice(Math.max(0, index - WORDS_BEFORE), index).join(' ')
  if (!beginsPhone(small[index] ?? '', before)) return null
  let end = index + 1
  while (end < index + LONGEST_PHONE && /^(?:\s+|-|, ?)$/.test(words[end]?.gap.text ?? '')) end += 1
  return spokenPhone(small.slice(index, end))
}

const LONGEST_NUMBER = 10

/** Returns the words that may belong to one number: with spaces or hyphens between them. */
function runFrom(words: readonly Word[], small: readonly string[], index: number): string[] {
  const run: string[] = []
  for (let next = index; next < words.length && run.length < LONGEST_NUMBER; next += 1) {
    if (next > index && !/^(?:\s+|-)$/.test(words[next]?.gap.text ?? '')) break
    run.push(small[next] ?? '')
  }
  return run
}

const SPELLED = /^(?:bid|tid|qid|tds|qds|prn|bd)$/
/** Only after a number, and if no street of that name follows: `5 m l`, not `M L Smith` and `12 M G Road`. */
const SPELLED_UNIT = /^m[lg]$/
const STREET = /^(?:road|rd|marg|street|st)$/

/** Shorthand said letter by letter: `b d`, `b i d`, `p r n`, `5 m l`. */
function spelled(
  words: readonly Word[],
  small: readonly string[],
  index: number,
): { text: string; length: number } | null {
  if (small[index]?.length !== 1) return null
  const [length] = [3, 2].filter((count) => {
    const isApart = words.slice(index + 1, index + count).every(({ gap }) => gap.text === ' ')
    const letters = small.slice(index, index + count)
    return (
      letters.length === count &&
      isApart &&
      letters.every((letter) => letter.length === 1) &&
      (SPELLED.test(letters.join('')) ||
        (SPELLED_UNIT.test(letters.join('')) &&
          /\d$/.test(spokenNumber([small[index - 1] ?? ''])?.digits ?? '') &&
          !STREET.test(small[index + 2] ?? '')))
    )
  })
  return length === undefined ? null : { text: small.slice(index, index + length).join(''), length }
}

const REPEATED = new Map(Object.entries({ double: 2, triple: 3 }))

/** `double zero`, `triple five`, as in telephone numbers. */
function repeatedDigit(
  words: readonly Word[],
  small: readonly string[],
  index: number,
): { text: string; length: number } | null {
  const times = REPEATED.get(small[index] ?? '')
  if (times === undefined) return null
  const next = small[index + 1] ?? ''
  const digit = next === 'oh' || next === 'o' ? '0' : spokenNumber([next])?.digits
  const isApart = words[index + 1]?.gap.text === ' '
  return isApart && digit !== undefined && /^\d$/.test(digit)
    ? { text: Array.from({ length: times }, () => digit).join(' '), length: 2 }
    : null
}

/** `p.m.`, `p m`. */
function isHalfDay(words: readonly Word[], small: readonly string[], index: number): boolean {
  if (small[index + 1] !== 'm' || !/^[ap]$/.test(small[index] ?? '')) return false
  return /^[. ]{1,2}$/.test(words[index + 1]?.gap.text ?? '') && index > 0
}
