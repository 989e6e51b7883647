import { isOrdinary } from '../directions/spelling.ts'
import labels from '../vocabulary/labels.json' with { type: 'json' }
import { editDistance } from '../words/edit-distance.ts'
import type { Confidence, Fact } from '../words/read.ts'
import { CUES } from './cues.ts'
import { isKnownOnLabels } from './known-words.ts'
import { printedLetters } from './letters.ts'
import { type LineCells, type OnLine, PHARMACY } from './lines.ts'
import { withSpacesByCase } from './lost-spaces.ts'
import { confusionsOf } from './repairs.ts'

/** `Pharrnacy`, `Phannacy`, `Pharmaey`: misreadings of the word. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?<p>p)[hb][ao4](?:rrn|rnn|rm|nn|mn|rin|m)[ao4@][ceo][yv](?!\p{L})/giu, 'harmacy'],
  [/(?<!\p{L})(?<p>c)[hb][ec](?:m|rn|nn)[il1]s[t7f](?!\p{L})/giu, 'hemist'],
]
const PHONE_BEFORE = /^(?:(?:ph|tel|phone)[.:]?\s*)?[\d()+][\d()+ -]{5,}\d\s+(?=\p{L})/iu
/** The word alone, or other words for a pharmacy. */
const NO_NAME = /^(?:(?:pharmacy|pharmacies|chemists?|dispensary|drug ?store)\s*)+$/iu

/**
 * Returns the pharmacy, by the word in its name or by the name of the field. A guess where its name has no such word, is
 * long, begins with the word, was misread, or where the label names several.
 * @param lines the cells of each
 */
export function pharmacyIn(lines: readonly LineCells[]): OnLine<string> | null {
  const found = lines.flatMap(({ cells, line }, index) =>
    cells.flatMap((cell): OnLine<string>[] => {
      const name = namedIn(cell) ?? (index === 0 ? drugsIn(cell) : null) ?? chainIn(cell)
      return name === null ? [] : [{ ...name, at: cells.join(' ').indexOf(name.words), line }]
    }),
  )
  const [first, ...others] = found
  if (first === undefined) return null
  const isSame = others.every(({ value }) => value.toLowerCase() === first.value.toLowerCase())
  return isSame ? first : { ...first, confidence: 'guess' }
}

type NamedPharmacy = Pick<Fact<string>, 'value' | 'words' | 'confidence'>

/** More words are more than a name. */
const MOST_WORDS = 5

function confidenceOf(value: string, words: string): Confidence {
  const isName = PHARMACY.test(value) && !BEGINS_AS_PLACE.test(value) && !/\d/.test(value)
  const parts = value.split(' ')
  return isName &&
    value === words &&
    parts.every((part) => part.length > 1) &&
    parts.length <= MOST_WORDS &&
    !parts.some(looksMisread)
    ? 'sure'
    : 'guess'
}

/** Returns whether a word of no meaning becomes one that has by a single confusion: `Weli`. */
function looksMisread(word: string): boolean {
  const small = word.toLowerCase()
  const isWord = (one: string) => isOrdinary(one) || isKnownOnLabels(one)
  return small.length > 3 && !isWord(small) && [...confusionsOf(small)].some(isWord)
}
/** `Pharmacy Greenfield Leeds`: where its name ends cannot be told; `Compounding chemist of the year` is none. */
const BEGINS_AS_PLACE = /^(?:pharmacy|chemist|dispensary)\b|\b(?:of the|your|local|online)\b|\b(?:the|and|of)$|[&:]/i

function namedIn(cell: string): NamedPharmacy | null {
  const line = withSpacesByCase(cell)
  const letters = printedLetters(line.text)
  const text = mended(letters)
  const field = CUES.before.exec(letters)?.[0] ?? ''
  if (field === '' ? !PHARMACY.test(text) || CUES.unnamed.test(text) : !/\p{L}{3}/u.test(letters)) return null
  const start = field === '' ? (PHONE_BEFORE.exec(letters)?.[0].length ?? 0) : field.length
  const pieces = letters.slice(start).split(CUES.afterPharmacy)
  const piece = (field === '' ? pieces.find((one) => PHARMACY.test(mended(one))) : pieces[0]) ?? ''
  const said = piece.trim().replace(/(?<![.,:;\s])[.,:;\s]+$/u, '')
  const value = mended(said)
  const at = letters.indexOf(said, start)
  if (!/\p{L}{3}/u.test(value) || /[()]/.test(value) || NO_NAME.test(value)) return null
  // The name of a field alone, before an address.
  if (field !== '' && !PHARMACY.test(value) && CUES.address.test(cell.slice(start))) return null
  const words = line.source({ at, words: said })
  return { value, words, confidence: confidenceOf(value, words) }
}

/** The chains, in letters only. */
const CHAINS: ReadonlyMap<string, string> = new Map(
  labels.chains.words.map((name) => [name.toLowerCase().replace(/ /g, ''), name]),
)
/** Letters of a logo that may be misread: `@algreeus`. Shorter names are near too many words. */
const MISREAD_IN_LOGO = 2
const SHORTEST_LOGO = 9

/** Returns the chain whose logo a cell is. */
function chainIn(cell: string): NamedPharmacy | null {
  const letters = cell.toLowerCase().replace(/[^\p{L}@]/gu, '')
  const exact = CHAINS.get(letters)
  if (exact !== undefined) return { value: exact, words: cell, confidence: exact === cell ? 'sure' : 'guess' }
  if (letters.length < SHORTEST_LOGO - 1 || letters.length > SHORTEST_LOGO * 2) return null
  for (const [chain, value] of CHAINS) {
    if (chain.length < SHORTEST_LOGO || Math.abs(chain.length - letters.length) > MISREAD_IN_LOGO) continue
    if (editDistance(chain, letters, MISREAD_IN_LOGO) <= MISREAD_IN_LOGO)
      return { value, words: cell, confidence: 'guess' }
  }
  return null
}

const drugsIn = (cell: string): NamedPharmacy | null =>
  CUES.drugs.test(cell) && !CUES.ofDrugs.test(cell) ? { value: cell, words: cell, confidence: 'guess' } : null

/** Restores the word for a pharmacy as printed, in the case of its line. */
function mended(text: string): string {
  if (!MAY_BE.test(text)) return text
  return MISREAD.reduce(
    (said, [pattern, rest]) =>
      said.replace(pattern, (word) => `${word[0]}${word === word.toUpperCase() ? rest.toUpperCase() : rest}`),
    text,
  )
}
const MAY_BE = /[pc][hb][ao4ec]/i
