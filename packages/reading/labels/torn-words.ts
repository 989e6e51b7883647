import { plainWords } from '../directions/lexicon.ts'
import { isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import type { Rewritten } from '../words/rewritten.ts'
import { isForm } from './forms.ts'
import { repairedName } from './repairs.ts'

const RUN = /(?<![\p{L}\d])\p{L}+(?: \p{L}+)+/gu
const MOST_PIECES = 4
/** Shorter names are also made of whole words: `Bio tin`. */
const SHORTEST_NAME = 6

/** `MOU TH`, `T WICE`; shorter ones are also made of others. */
const SHORTEST_WORD = 5

/** Returns whether these letters are one printed word: a name, a form, or what directions begin with. */
const isWhole = (letters: string): boolean =>
  (letters.length >= SHORTEST_NAME && (isPrintedName(letters) || isExtension(letters) || isForm(letters))) ||
  repairedName(letters) !== null ||
  (letters.length >= 4 && plainWords(letters)?.startsWith('v:') === true) ||
  (letters.length >= SHORTEST_WORD && plainWords(letters) !== undefined)

const isKnown = (word: string): boolean => word.length > 2 && (plainWords(word) !== undefined || isPrintedName(word))

/**
 * Joins known words that a recogniser tore into pieces: `A TENOL OL`, `T AKE 1 TABLET`. Pieces that are all words of
 * their own stay apart.
 */
export function withWholeWords(line: Rewritten): Rewritten {
  let whole = line
  for (const [run] of line.text.matchAll(RUN)) {
    const pieces = run.split(' ')
    for (let from = 0; from < pieces.length; ) {
      const to = endOfWord(pieces, from)
      if (to > from + 1) whole = joined(whole, pieces.slice(from, to))
      from = to
    }
  }
  return whole
}

/** Returns where the word that begins here ends. */
function endOfWord(pieces: readonly string[], from: number): number {
  for (let to = Math.min(pieces.length, from + MOST_PIECES); to > from + 1; to -= 1) {
    const own = pieces.slice(from, to)
    if (own.some((piece) => !isKnown(piece.toLowerCase())) && isWhole(own.join('').toLowerCase())) return to
  }
  return from + 1
}

function joined(line: Rewritten, pieces: readonly string[]): Rewritten {
  const torn = new RegExp(String.raw`(?<!\p{L})${pieces.join(' ')}(?!\p{L})`, 'u')
  return line.replace(torn, pieces.join(''))
}
