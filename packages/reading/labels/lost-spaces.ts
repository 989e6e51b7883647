import { plainWords } from '../directions/lexicon.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { isExtension, isMedicineName } from '../medicines/medicine-names.ts'
import labels from '../vocabulary/labels.json' with { type: 'json' }
import { Rewritten } from '../words/rewritten.ts'
import { isForm } from './forms.ts'
import { printedLetters } from './letters.ts'
import { withWholeWords } from './torn-words.ts'

/** Letters and digits without a gap; longer ones are no words. */
const CHUNK = /(?<![\p{L}\d½])[\p{L}\d½]{3,90}(?![\p{L}\d½])/gu
const PIECE = /[a-z]+|\d+|½/gi
const LONGEST_WORD = 16
/** Words of one or two letters that count, since most occur in too many others; and what labels print beside a name. */
const PARTS: ReadonlySet<string> = new Set(labels.runTogether.words)
/** A short word costs more, so that a long one is preferred. */
const COST = { short: 1.6, word: 1 }
/** Units that stay next to their number: `500mg`. */
const MEASURE = /^(?:m:|u:(?:ml|litre|unit)$)/

/**
 * Returns a line with repaired letters (`printedLetters`) and with the spaces that a recogniser lost between known words
 * and numbers: `TAKE1TABLETTWICEDAILY`, `METFORMIN500MGTABLETS`. A word of which any part is unknown stays whole; one
 * that was torn into pieces is joined again.
 */
export function withSpaces(printed: string): Rewritten {
  // A lost space makes a digit look like a misread letter: `TAKE1TABLET`.
  const apart = withWholeWords(spaced(Rewritten.of(printed)))
  const letters = printedLetters(apart.text)
  return letters === apart.text ? apart : spaced(apart.lettered(letters))
}

/** Where a capital follows a small letter of another word: not in `McDonald`, `DeVries`. */
const BY_CASE =
  /(?<=\p{Ll}{3}|\bDr|\bby)(?<!\b(?:Mac|Fitz))(?=\p{Lu})|(?<=[dD]ispensed|[sS]upplied)(?=by\b)|(?<=:)(?=\p{Lu})/gu

/** Returns a line of names with the spaces that were lost before capitals: `DrMargaretEvans`. */
export function withSpacesByCase(printed: string): Rewritten {
  const line = Rewritten.of(printed)
  const gaps = [...printed.matchAll(BY_CASE)].map(({ index }) => index)
  return gaps.length === 0 ? line : line.spaced(gaps)
}

/** `Ibudol400 mg`: a name in no list, with the number of its strength. */
const NUMBERED = /^\p{L}{4,}(?=\d{1,4}$)/u
const UNIT_NEXT = /^(?:[.,]\d{1,3})?\s?(?:mg|mcg|µg|g|ml)(?![\p{L}\d])/iu

function spaced(line: Rewritten): Rewritten {
  const gaps = [...line.text.matchAll(CHUNK)].flatMap(({ 0: chunk, index }) => {
    const name = UNIT_NEXT.test(line.text.slice(index + chunk.length)) ? NUMBERED.exec(chunk)?.[0] : undefined
    return (name === undefined ? gapsOf(chunk) : [name.length]).map((at) => index + at)
  })
  return gaps.length === 0 ? line : line.spaced(gaps)
}

/** `RLevocetirizine`: the sign of a prescription, read as a letter. */
const BEHIND_SIGN = /^R(?=\p{Lu}\p{Ll}{5})/u

/** `FluconazoteTablets`: a name may be misread, or unknown; its form begins with a capital. */
function gapsOf(chunk: string): number[] {
  if (BEHIND_SIGN.test(chunk) && isMedicineName(chunk.slice(1).toLowerCase())) return [1]
  const gaps = gapsIn(chunk)
  const at = gaps.length > 0 ? -1 : chunk.search(/(?<=\p{Ll}{3})\p{Lu}\p{Ll}{2,12}$/u)
  return at > 0 && isForm(chunk.slice(at)) ? [at] : gaps
}

const piecesOf = (chunk: string): { text: string; at: number }[] =>
  [...chunk.matchAll(PIECE)].map(({ 0: text, index }) => ({ text: text.toLowerCase(), at: index }))

/** Returns where spaces are missing around `q4h` in a chunk whose other parts are known; null where it has none. */
function gapsAroundHours(chunk: string): number[] | null {
  const hours = /q\d{1,2}h/i.exec(chunk)
  if (hours === null || hours[0].length === chunk.length) return null
  const end = hours.index + hours[0].length
  const [before, behind] = [chunk.slice(0, hours.index), chunk.slice(end)]
  const isKnown = [before, behind].every((part) =>
    piecesOf(part).every(({ text }) => /^[\d½]/.test(text) || wordsIn(text, true) !== null),
  )
  if (!isKnown) return null
  const around = [...(before === '' ? [] : [hours.index]), ...(behind === '' ? [] : [end])]
  return [...gapsIn(before), ...around, ...gapsIn(behind).map((at) => end + at)]
}

/** Returns where spaces are missing in letters and digits without a gap. */
function gapsIn(chunk: string): number[] {
  const around = gapsAroundHours(chunk)
  if (around) return around
  const pieces = piecesOf(chunk)
  const gaps: number[] = []
  if (pieces.reduce((length, { text }) => length + text.length, 0) !== chunk.length || isPlain(pieces)) return []
  for (const [index, { text, at }] of pieces.entries()) {
    const isNumber = /^[\d½]/.test(text)
    const before = pieces[index - 1]?.text ?? ''
    const words = isNumber ? [text] : wordsIn(text, before !== '')
    const isNamed = words === null && index === 0 && text.length > 3 && MEASURE.test(plainWords(unitIn(pieces)) ?? '')
    if (words === null && !isNamed) return []
    const [first = text] = words ?? []
    if (index > 0 && !(MEASURE.test(plainWords(first) ?? '') && /^[\d½]/.test(before))) gaps.push(at)
    let end = at
    for (const word of (words ?? []).slice(0, -1)) {
      end += word.length
      gaps.push(end)
    }
  }
  return gaps
}

/** `Zyxolan10mg`: what follows the first number. */
const unitIn = (pieces: readonly { text: string }[]): string =>
  /^\d/.test(pieces[1]?.text ?? '') ? (wordsIn(pieces[2]?.text ?? '', true)?.[0] ?? '') : ''

/** `500mg`, `8am`, `q4h`, `B12`, `7d`: understood as they are, or by others. */
function isPlain(pieces: readonly { text: string }[]): boolean {
  const [first, second, third, ...more] = pieces.map(({ text }) => text)
  if (more.length > 0 || first === undefined) return false
  if (second === undefined) return isWord(first)
  if (third !== undefined)
    return /^[\d½]/.test(second) ? first === 'q' || first === 'x' : (wordsIn(second, true)?.length ?? 0) < 2
  const word = /^[\d½]/.test(first) ? second : first
  if (!/^[\d½]/.test(first)) return word.length < 3 || wordsIn(word, false) === null
  if (word.length < 4 || isWord(word)) return !isJoinedShorthand(word) && !/^(?:u:|to$)/.test(plainWords(word) ?? '')
  return false
}

/** `1tbd`: one tablet twice a day. */
const isJoinedShorthand = (word: string): boolean =>
  !isWord(word) && /^[tc]/.test(word) && plainWords(word.slice(1))?.includes(' time ') === true

/** Returns the known words that letters consist of, the fewest; null if any letter is left over. */
function wordsIn(letters: string, isBehindNumber: boolean): string[] | null {
  if (letters.length === 1) return letters === 't' || (letters === 'c' && isBehindNumber) ? [letters] : null
  if (isWord(letters)) return [letters]
  // `1TBD`
  if (isBehindNumber && /^[tc]/.test(letters)) {
    const rest = letters.slice(1)
    const others = rest === '' ? [] : rest.length > 1 && isWord(rest) ? [rest] : (fewestWords(rest) ?? null)
    if (others && (others.length === 0 || fewestWords(letters) === null)) return [letters[0] ?? '', ...others]
  }
  return fewestWords(letters) ?? withReason(letters)
}

/** `DAILYFORBLOODPRESSURE`: a reason may be in any words. */
function withReason(letters: string): string[] | null {
  const at = letters.lastIndexOf('for') + 3
  const words = at < 9 || letters.length - at < 4 ? null : fewestWords(letters.slice(0, at))
  return words && words.length > 2 ? [...words, letters.slice(at)] : null
}

function fewestWords(letters: string): string[] | null {
  // `dropper`: an ending, not the word `per`.
  if (/pers?$/.test(letters)) return null
  const best: ({ cost: number; words: string[] } | null)[] = Array.from({ length: letters.length + 1 }, () => null)
  best[letters.length] = { cost: 0, words: [] }
  for (let from = letters.length - 1; from >= 0; from -= 1) {
    for (let to = Math.min(letters.length, from + LONGEST_WORD); to > from; to -= 1) {
      const rest = best[to]
      const word = letters.slice(from, to)
      if (!rest || !isPart(word)) continue
      const cost = rest.cost + (word.length < 3 ? COST.short : COST.word)
      if (cost < (best[from]?.cost ?? Infinity)) best[from] = { cost, words: [word, ...rest.words] }
    }
  }
  const words = best[0]?.words ?? null
  return words?.some((word) => word.length > 3 || / time /.test(plainWords(word) ?? '')) ? words : null
}

const isPart = (word: string): boolean => PARTS.has(word) || (word.length > 2 && isWord(word))

const isWord = (word: string): boolean =>
  plainWords(word) !== undefined || isNumberWord(word) || isMedicineName(word) || isExtension(word) || isForm(word)
