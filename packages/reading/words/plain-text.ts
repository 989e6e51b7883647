import type { Read } from './read.ts'
import { beginsNumber, NUMBER_WORDS, type SpokenNumber, spokenNumber, strengthLength } from './spoken-numbers.ts'
import { beginsPhone, PHONE_WORDS, spokenPhone } from './spoken-phone.ts'

/** As much as instructions may have; what comes after that is not read. */
export const LONGEST = 2000

/** A part of the plain text and where it stands in the text itself. */
interface Piece {
  text: string
  from: number
  to: number
  /** Whether it stands between words. */
  isGap: boolean
}

interface Placed {
  at: number
  length: number
}

/** Where a text is broken up: what stands apart on its line, a line, an empty line between two. */
export interface Break {
  /** The space that stands for it in the plain text. */
  at: number
  kind: 'column' | 'line' | 'paragraph'
  /** Whether what comes next begins in small letters. */
  isInside: boolean
}

/** A dictated text made plain, to be read with patterns; what is read leads back to the words that were said. */
export interface PlainText {
  /** One space between words, none before a comma; numbers in digits, `p.m.` as `pm`; without "um" and "uh". */
  readonly text: string
  /** Where in it a space stands for the end of a line; not where the next line goes on in small letters. */
  readonly lineEnds: readonly number[]
  readonly breaks: readonly Break[]
  /** What was said where something was read in the plain text, and where that begins in the text itself. */
  said(plain: Placed): Pick<Read<unknown>, 'words' | 'at'>
}

const WORD = /[\p{L}\p{M}\p{N}'’]+/gu
const FILLER = /^(?:u+m+|u+h+|e+r+m*|e+h+|h+m+|m{2,})$/i

/**
 * Of a text as it was dictated or printed; only its first 2,000 characters are read.
 * @param spelling of a word as it was meant, where a camera may have misread it
 */
export function plainText(said: string, spelling: (word: string) => string = (word) => word): PlainText {
  const source = said.slice(0, LONGEST)
  const pieces = piecesOf(source, spelling)
  const starts: number[] = []
  const breaks: Break[] = []
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    starts.push(text.length)
    const kind = breakOf(source, piece)
    if (kind !== null) {
      const isCapital = /^\p{Lu}/u.test(pieces[index + 1]?.text ?? '')
      const isInside = !isCapital && /^\p{Ll}/u.test(source.slice(piece.to, piece.to + 2))
      breaks.push({ at: text.length + piece.text.lastIndexOf(' '), kind, isInside })
    }
    text += piece.text
  }
  return {
    text,
    lineEnds: breaks.filter(({ kind, isInside }) => kind !== 'column' && !isInside).map(({ at }) => at),
    breaks,
    said({ at, length }) {
      const first = pieceAt(starts, at)
      const last = pieceAt(starts, at + Math.max(length - 1, 0))
      const from = edge(pieces[first], at - (starts[first] ?? 0), 'from')
      const to = edge(pieces[last], at + length - (starts[last] ?? 0), 'to')
      return { words: source.slice(from, to), at: from }
    },
  }
}

function breakOf(source: string, { text, from, to, isGap }: Piece): Break['kind'] | null {
  if (!isGap || !text.includes(' ')) return null
  const gap = source.slice(from, to)
  if (gap === ' ') return null
  if (gap.includes('\n')) return /\n[^\S\n]*\n/.test(gap) ? 'paragraph' : 'line'
  return /\t| {2}|\|/.test(gap) ? 'column' : null
}

/**
 * A text of the same places in which every line ends where it was written to.
 * @param lineEnds ascending
 */
export function inLines(text: string, lineEnds: readonly number[]): string {
  const lines = [...lineEnds, text.length].map((end, index) => text.slice(lineStart(lineEnds, index), end))
  return lines.join('\n')
}

const lineStart = (lineEnds: readonly number[], index: number): number => (lineEnds[index - 1] ?? -1) + 1

/** The piece that a character of the plain text belongs to. */
function pieceAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** A piece that was rewritten counts as a whole. */
function edge(piece: Piece | undefined, inside: number, side: 'from' | 'to'): number {
  if (!piece) return 0
  const isAsSaid = piece.to - piece.from === piece.text.length
  return isAsSaid ? piece.from + inside : piece[side]
}

interface Word extends Piece {
  /** What stands between this word and the one before. */
  gap: Piece
}

function piecesOf(source: string, spelling: (word: string) => string): Piece[] {
  const words = wordsOf(source, spelling)
  const small = words.map(({ text }) => text.toLowerCase())
  const pieces: Piece[] = []
  let index = 0
  while (index < words.length) {
    const taken = rewrite(words, small, index)
    const word = words[index]
    const last = words[index + taken.length - 1]
    if (!word || !last) break
    pieces.push(plainGap(word.gap, pieces.length === 0))
    if (taken.text !== null) pieces.push({ text: taken.text, from: word.from, to: last.to, isGap: false })
    index += taken.length
  }
  const end = words.at(-1)?.to ?? 0
  pieces.push(plainGap({ text: source.slice(end), from: end, to: source.length, isGap: true }, false))
  return joinedAroundFillers(pieces.filter(({ text }) => text !== ''))
}

/** Printers set two or three letters as one character: `Oﬃce`. */
const LIGATURE = /[ﬀ-ﬆ]/g
const inLetters = (word: string): string => word.replace(LIGATURE, (sign) => sign.normalize('NFKC'))

function wordsOf(source: string, spelling: (word: string) => string): Word[] {
  let end = 0
  const hasLigatures = source.search(LIGATURE) !== -1
  return [...source.matchAll(WORD)].map(({ 0: word, index }) => {
    const gap = { text: source.slice(end, index), from: end, to: index, isGap: true }
    end = index + word.length
    return { text: spelling(hasLigatures ? inLetters(word) : word), from: index, to: end, isGap: false, gap }
  })
}

const BEGINS_OTHER = new Set([...NUMBER_WORDS, ...PHONE_WORDS, 'like', 'arvo'])

/** Whether a word can be the first of those that are rewritten: most are not, and need not be looked at in each way. */
const mayBeRewritten = (word: string): boolean =>
  word.length === 1 || BEGINS_OTHER.has(word) || /^\d/.test(word) || FILLER.test(word)

/** What the words from `index` on become: nothing for a filler, digits for a number, else the word itself. */
function rewrite(
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

/** The number that begins at a word, without a count that follows it: `five hundred one tablet` is 500 and 1. */
function numberAt(words: readonly Word[], small: readonly string[], index: number): SpokenNumber | null {
  const run = runFrom(words, small, index)
  const number = spokenNumber(run)
  if (number === null || number.length === 1) return number
  const strength = strengthLength(run, number.length, small[index - 1] === 'slash')
  return strength === null ? number : spokenNumber(run.slice(0, strength))
}

/** "every second day" is no date, "a second" none at all, and "the one" is somebody or something. */
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

/** The telephone number that is spelled out from a word on, with pauses in it. */
function phoneAt(words: readonly Word[], small: readonly string[], index: number): SpokenNumber | null {
  const before = small.slice(Math.max(0, index - WORDS_BEFORE), index).join(' ')
  if (!beginsPhone(small[index] ?? '', before)) return null
  let end = index + 1
  while (end < index + LONGEST_PHONE && /^(?:\s+|-|, ?)$/.test(words[end]?.gap.text ?? '')) end += 1
  return spokenPhone(small.slice(index, end))
}

const LONGEST_NUMBER = 10

/** The words that may belong to one number: spaces or hyphens between them. */
function runFrom(words: readonly Word[], small: readonly string[], index: number): string[] {
  const run: string[] = []
  for (let next = index; next < words.length && run.length < LONGEST_NUMBER; next += 1) {
    if (next > index && !/^(?:\s+|-)$/.test(words[next]?.gap.text ?? '')) break
    run.push(small[next] ?? '')
  }
  return run
}

const SPELLED = /^(?:bid|tid|qid|tds|qds|prn|bd)$/
/** Only after a number, and where no street of that name follows: `5 m l`, not `M L Smith` and `12 M G Road`. */
const SPELLED_UNIT = /^m[lg]$/
const STREET = /^(?:road|rd|marg|street|st)$/

/** Shorthand that was said letter by letter: `b d`, `b i d`, `p r n`, `5 m l`. */
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

const REPEATED = new Map([
  ['double', 2],
  ['triple', 3],
])

/** `double zero`, `triple five`, as the digits of a telephone number are said. */
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

function plainGap(gap: Piece, isFirst: boolean): Piece {
  if (gap.text === ' ') return isFirst ? { ...gap, text: '' } : gap
  const text = gap.text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?] )/g, '')
    .replace(/^ $/, isFirst ? '' : ' ')
  return { ...gap, text }
}

/** Where a filler was taken out, one gap is enough: `milligrams, um, up to` becomes `milligrams, up to`. */
function joinedAroundFillers(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before?.isGap && piece.isGap && joined.length > 1) {
      if (piece.text.trim() !== '' && before.text.trim() === '') joined[joined.length - 1] = piece
    } else joined.push(piece)
  }
  return joined
}
