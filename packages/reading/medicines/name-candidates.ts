import { matchesIn, textBefore } from '../words/near.ts'
import type { Fact } from '../words/read.ts'
import { CUES } from './cues.ts'
import { hasMedicineEnding, isExtension, isMedicineName } from './medicine-names.ts'
import { seemsName } from './misheard-names.ts'
import { afterWord, DOSAGE_NEXT, DOSE_NEXT, OTHER, slice, type Word } from './name-words.ts'

/** Words that may be the name of a medication. */
export interface Candidate extends Fact<string> {
  /** How strong the evidence is; only candidates with the highest weight compete. */
  weight: number
}

export const WEIGHT = { known: 6, stem: 5, named: 4, placed: 3, kind: 2, first: 1 } as const

/** `Tylenol Extra Strength`. */
const STRENGTH_NAME = /^(?:extra|double|maximum|regular|full|junior|adult) strength$/

const MOST_WORDS = 4

/** The recipient: `give Lily 5 ml`, where the medication was named before. */
export const GIVEN_TO = /(?<!\b(?:and|also|then) )\bgiv(?:e|es|ing)(?: (?:my|our|little|baby))? $/i

const OF_NEXT = /^ [\d.½]+ ?\p{L}+ of /u

/** Yields names from the list, and words that end like substances, with the words that belong to them. */
export function* knownIn(text: string, words: readonly Word[]): Iterable<Candidate> {
  let index = 0
  while (index < words.length) {
    const length = knownLength(text, words, index)
    const word = words[index]
    if (length > 0 && word) {
      const extended = extendedLength(text, words, index, length)
      const isKnown = isMedicineName(slice(text, words, index, length).toLowerCase())
      const weight = isKnown ? WEIGHT.known : WEIGHT.stem
      const isOther = isOtherProduct(text, words, index + extended)
      yield isOther
        ? candidate(text, words, index, extended + 1, weight, 'guess')
        : candidate(text, words, index, extended, weight, 'sure')
      index += extended
    } else index += 1
  }
}

function knownLength(text: string, words: readonly Word[], index: number): number {
  for (let length = 3; length > 0; length -= 1) {
    if (index + length > words.length) continue
    if (
      isMedicineName(
        slice(text, words, index, length)
          .toLowerCase()
          .replace(/['’]s$/, ''),
      )
    )
      return length
  }
  return hasMedicineEnding(words[index]?.small ?? '') ? 1 : 0
}

function extendedLength(text: string, words: readonly Word[], index: number, known: number): number {
  let length = known
  while (isExtension(words[index + length]?.small ?? '') && !words[index + length]?.isAfterPause) length += 1
  if (isLetterOfName(text, words, index + length)) length += 1
  const isPaused = words.slice(index + length, index + length + 2).some(({ isAfterPause }) => isAfterPause)
  for (const back of [0, 1])
    if (!isPaused && STRENGTH_NAME.test(slice(text, words, index + length - back, 2).toLowerCase())) length += 2 - back
  // "Panadol Osteo": in a text with capitals, a capitalised word right after a known name belongs to it.
  const next = words[index + length]
  const isBrand = next && !next.isAfterPause && /^\p{Lu}\p{Ll}+$/u.test(next.text) && !OTHER.test(next.small)
  const gap = next && text.slice(0, next.at).endsWith(' ')
  return isBrand &&
    gap &&
    /^\p{Lu}/u.test(words[index]?.text ?? '') &&
    DOSAGE_NEXT.test(afterWord(text, words, index + length))
    ? length + 1
    : length
}

/** Returns whether an unknown word follows a known name, and then a dose: "humalog mix 25" is not Humalog. */
function isOtherProduct(text: string, words: readonly Word[], index: number): boolean {
  const next = words[index]
  if (
    !next ||
    next.isAfterPause ||
    OTHER.test(next.small) ||
    CUES.form.test(next.small) ||
    knownLength(text, words, index) > 0
  )
    return false
  const last = words[index - 1]
  if (!last || text.slice(last.at + last.text.length, next.at) !== ' ') return false
  return DOSAGE_NEXT.test(afterWord(text, words, index))
}

/** Yields words in positions where the name of a medication usually is. */
export function* placedIn(text: string, words: readonly Word[]): Iterable<Candidate> {
  // Whether there was only small talk so far.
  let isOpening = true
  for (const [index, word] of words.entries()) {
    if (OTHER.test(word.small)) continue
    const isFirst = isOpening && (index === 0 || word.isAfterPause)
    isOpening = false
    // A word after another possible name is part of it.
    if (index > 0 && !word.isAfterPause && !OTHER.test(words[index - 1]?.small ?? '')) continue
    const length = nameLength(text, words, index)
    const before = textBefore(text, word.at)
    const after = afterWord(text, words, index + length - 1)
    // "Give Tom 5 ml of junifen."
    if (GIVEN_TO.test(before) && OF_NEXT.test(after)) continue
    const isNamed = CUES.named.test(before)
    const weight = weightOf({
      isNamed,
      isPlaced: CUES.placed.test(before),
      isFirst,
      hasDosage: DOSAGE_NEXT.test(after),
      isCapitalised: /^\p{Lu}/u.test(word.text),
    })
    if (weight === null) continue
    const isSure = (isNamed || DOSE_NEXT.test(after)) && seemsName(text, words, index, length)
    yield candidate(text, words, index, length, weight, isSure ? 'sure' : 'guess')
  }
}

/** `b 12` without the word: a letter alone is not a name. */
const VITAMIN = /(?<!vitamin )\bb ?(?:6|12)(?![\d.]| ?(?:mg|mcg|tab|cap|pill|times|x)\b)/gi

export const vitaminsIn = (text: string): Candidate[] =>
  matchesIn(text, VITAMIN).map(({ 0: words, index }) => ({
    value: words,
    words,
    at: index,
    weight: WEIGHT.known,
    confidence: 'sure',
  }))

export const kindsIn = (text: string): Candidate[] =>
  matchesIn(text, CUES.kind).map(({ 0: words, index }) => ({
    value: words,
    words,
    at: index,
    weight: WEIGHT.kind,
    confidence: 'guess',
  }))

interface Place {
  isNamed: boolean
  isPlaced: boolean
  isFirst: boolean
  hasDosage: boolean
  isCapitalised: boolean
}

function weightOf({ isNamed, isPlaced, isFirst, hasDosage, isCapitalised }: Place): number | null {
  if (isNamed) return WEIGHT.named
  if (hasDosage && (isPlaced || isFirst || isCapitalised)) return WEIGHT.named
  if (hasDosage || (isPlaced && isCapitalised)) return WEIGHT.placed
  return isPlaced || (isFirst && isCapitalised) ? WEIGHT.first : null
}

/** Letters at the end of names; not `a`, `i`, nor letters that stand for a word. */
const LETTER = /^[bcdekrx]$/

/** "Adcal d one a day": a letter before a dose belongs to the name. */
const isLetterOfName = (text: string, words: readonly Word[], index: number): boolean =>
  LETTER.test(words[index]?.small ?? '') &&
  !words[index]?.isAfterPause &&
  DOSAGE_NEXT.test(afterWord(text, words, index))

/** Counts the words of a name from one on: up to a pause or a word that is never part of one. */
function nameLength(text: string, words: readonly Word[], index: number): number {
  let length = 1
  while (length < MOST_WORDS) {
    const next = words[index + length]
    const last = words[index + length - 1]
    if (!next || !last || next.isAfterPause) break
    if (OTHER.test(next.small) && !isLetterOfName(text, words, index + length)) break
    if (text.slice(last.at + last.text.length, next.at) !== ' ') break
    length += 1
  }
  return length
}

function candidate(
  text: string,
  words: readonly Word[],
  index: number,
  length: number,
  weight: number,
  confidence: Fact<string>['confidence'],
): Candidate {
  const said = slice(text, words, index, length).replace(/['’]s$/, '')
  const at = words[index]?.at ?? 0
  const name =
    said +
    (CUES.vitaminNumber.exec(`${said}${text.slice(at + said.length, at + said.length + 20)}`)?.groups?.number ?? '')
  return { value: name, words: name, at, weight, confidence }
}
