import type { Read } from './read.ts'
import { type Piece, rewrite, type Word } from './spoken-words.ts'

/** The maximum length of instructions; what follows is not read. */
export const LONGEST = 2000

interface Placed {
  at: number
  length: number
}

/** A break in a text: between separate parts of a line, between lines, at an empty line. */
export interface Break {
  /** The space in its place in the plain text. */
  at: number
  kind: 'column' | 'line' | 'paragraph'
  /** Whether what follows begins in small letters. */
  isInside: boolean
}

/** A dictated text in plain form, to be read with patterns; positions lead back to the words that were said. */
export interface PlainText {
  /** One space between words, none before a comma; numbers in digits, `p.m.` as `pm`; without "um" and "uh". */
  readonly text: string
  /** Where a space replaces the end of a line, except where the next line continues in small letters. */
  readonly lineEnds: readonly number[]
  readonly breaks: readonly Break[]
  /** Returns what was said where something was read in the plain text, and where that begins in the original. */
  said(plain: Placed): Pick<Read<unknown>, 'words' | 'at'>
}

const WORD = /[\p{L}\p{M}\p{N}'’]+/gu

/**
 * Makes the plain form of a dictated or printed text; only its first 2,000 characters are read.
 * @param spelling returns a word as intended, where a camera may have misread it
 * @param isTorn returns whether a gap that looks like a break is inside of something
 */
export function plainText(
  said: string,
  spelling: (word: string) => string = (word) => word,
  isTorn: (text: string, from: number, to: number) => boolean = () => false,
): PlainText {
  const source = said.slice(0, LONGEST)
  const pieces = piecesOf(source, spelling)
  const starts: number[] = []
  const breaks: Break[] = []
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    starts.push(text.length)
    const found = breakOf(source, piece)
    const kind = found !== null && isTorn(source, piece.from, piece.to) ? null : found
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
 * Returns a text with the same positions in which every line ends where it was written to end.
 * @param lineEnds ascending
 */
export function inLines(text: string, lineEnds: readonly number[]): string {
  const lines = [...lineEnds, text.length].map((end, index) => text.slice(lineStart(lineEnds, index), end))
  return lines.join('\n')
}

const lineStart = (lineEnds: readonly number[], index: number): number => (lineEnds[index - 1] ?? -1) + 1

/** Returns the piece that a character of the plain text belongs to. */
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

/** A rewritten piece counts as a whole. */
function edge(piece: Piece | undefined, inside: number, side: 'from' | 'to'): number {
  if (!piece) return 0
  const isAsSaid = piece.to - piece.from === piece.text.length
  return isAsSaid ? piece.from + inside : piece[side]
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

function plainGap(gap: Piece, isFirst: boolean): Piece {
  if (gap.text === ' ') return isFirst ? { ...gap, text: '' } : gap
  const text = gap.text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?] )/g, '')
    .replace(/^ $/, isFirst ? '' : ' ')
  return { ...gap, text }
}

/** Where a filler was removed, one gap is enough: `milligrams, um, up to` becomes `milligrams, up to`. */
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
