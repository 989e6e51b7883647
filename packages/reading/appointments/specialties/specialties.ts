import { patternOf } from '../../patterns.ts'
import vocabulary from '../../vocabulary/specialties.json' with { type: 'json' }
import { withLetters } from '../../words/misread-letters.ts'
import { beginningsIn, matchesIn, textAfter, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { SPECIALTIES } from '../cues.ts'
import { isDay, isLink } from '../people/names.ts'
import type { Said } from '../said.ts'
import {
  ANY_SAID,
  FIELD_PATTERNS,
  fieldName,
  LISTED_SPECIALTY,
  listName,
  misspelled,
  SAID_HERE,
  soundsLike,
} from './named.ts'

const WORD_BEFORE = /(?<![\p{L}'’-])(?<word>[\p{L}'’-]+) $/u

/**
 * Returns the listed specialties that the text names, in the list's spelling and in the order of the text, even where a
 * camera misread some letters. Leaves out what may be another one, or only names a test, if the text says who does it;
 * and also a hearing check at an optician's.
 */
export function specialtiesIn(said: string): Said[] {
  const text = withLetters(said)
  const known = [...listedIn(text), ...saidIn(text)].filter(
    ({ at }) => !SPECIALTIES.ofSomebody.test(textBefore(text, at)),
  )
  const all = longest(known.length > 0 ? known : misheardIn(text)).map((one) => doubted(text, one))
  const certain = all.filter(({ isSure }) => isSure)
  const isOptician = certain.some(({ words }) => /^(?:optic|optom)/i.test(words) || SPECIALTIES.eyeTest.test(words))
  const kept = certain.filter(({ words }) => !isOptician || !/^hearing (?:test|check)/i.test(words))
  const [held = all] = [kept.filter(({ words }) => !SPECIALTIES.eyeTest.test(words)), kept].filter(
    ({ length }) => length > 0,
  )
  const isDental = held.some(({ value }) => SPECIALTIES.dental.test(value))
  return whoRatherThanWhere(text, isDental ? held.filter(({ value }) => value !== 'Dental') : held)
}
/** A person whom cards name as well as the practitioner. */
const OWN_GP = /\byour (?:own )?$/i

const doubted = (text: string, one: Said): Said =>
  SPECIALTIES.aside.test(textBefore(text, one.at)) ||
  (/^G(?:P|eneral p)/.test(one.value) && OWN_GP.test(textBefore(text, one.at)))
    ? { ...one, isSure: false }
    : one

/** Leaves out the clinic if a practitioner of another kind is named: `the podiatrist at the diabetes clinic`. */
const whoRatherThanWhere = (text: string, all: readonly Said[]): Said[] =>
  all.filter(
    (place, index) =>
      !SPECIALTIES.where.test(textBefore(text, place.at)) ||
      !all.slice(0, index).some((who) => {
        const between = text.slice(who.at + who.words.length, place.at)
        return (
          who.isSure &&
          !SPECIALTIES.anywhere.test(who.value) &&
          between.length <= MOST_BETWEEN &&
          !SPECIALTIES.sends.test(between)
        )
      }),
  )

/** The most characters between a practitioner and the clinic: room for a name. */
const MOST_BETWEEN = 40

const listedIn = (text: string): Said[] =>
  matchesIn(text, LISTED_SPECIALTY).map(({ 0: words, index }) => {
    const value = listName(words)
    const isOfOther = SPECIALTIES.ofOther.test(textAfter(text, index + words.length))
    return { value, words, at: index, isSure: !isOfOther && !isNarrower(value, textBefore(text, index)) }
  })

function saidIn(text: string): Said[] {
  // A field has at least two words; the question is most often about a single one.
  const fields = (/[ :]/.test(text) ? FIELD_PATTERNS : [])
    .flatMap((pattern) => matchesIn(text, pattern))
    .map(({ 0: words, index, groups = {} }) => ({
      ...fieldName(groups),
      words: groups.matter === undefined ? words : (groups.of ?? ''),
      at: index,
    }))
  const others = beginningsIn(text, ANY_SAID).flatMap((at) =>
    SAID_HERE.flatMap(({ here, value }, order) => {
      here.lastIndex = at
      const words = here.exec(text)?.[0]
      return words === undefined ? [] : [{ order, value, words, at, isSure: !SPECIALTIES.open.test(words) }]
    }),
  )
  const inOrder = others.sort((a, b) => a.order - b.order).map(({ order: _, ...one }) => one)
  // What is done in a field may have a separate name: `eye test`.
  return [...fields, ...inOrder].sort((a, b) => Number(b.isSure) - Number(a.isSure))
}

const LONG_WORD = /(?<![\p{L}\p{N}])\p{L}{8,20}(?![\p{L}\p{N}])/gu

const misspelledIn = (text: string): Said[] =>
  matchesIn(text, LONG_WORD).flatMap(({ 0: words, index }) => {
    const value = misspelled(words)
    return value === '' ? [] : [{ value, words, at: index, isSure: false }]
  })
const MOST_PIECES = 4

function misheardIn(text: string): Said[] {
  const one = misspelledIn(text)
  if (one.length > 0 || !SPECIALTIES.hasPieces.test(text)) return one
  return matchesIn(text, SPECIALTIES.lastPiece).flatMap(({ 0: last, index }) => {
    const pieces = textBefore(text, index)
      .trimEnd()
      .split(' ')
      .slice(1 - MOST_PIECES)
    for (const from of pieces.keys()) {
      const before = pieces.slice(from).join(' ')
      const value = /^[\p{L} ]+$/u.test(before) ? soundsLike(`${before}${last}`) : ''
      const at = index - before.length - 1
      if (value !== '') return [{ value, words: text.slice(at, index + last.length), at, isSure: false }]
    }
    return []
  })
}

/** Returns whether a word before a nurse or a surgeon says of what kind. */
function isNarrower(value: string, before: string): boolean {
  if (value !== 'Nurse' && value !== 'Surgeon') return false
  const word = WORD_BEFORE.exec(before)?.groups?.word
  const isOfPractice = value === 'Nurse' && word !== undefined && SPECIALTIES.ofPractice.test(word)
  return word !== undefined && !isLink(word) && !isDay(word) && !SPECIALTIES.noKind.test(word) && !isOfPractice
}

/**
 * Sorts by the order of the text, and leaves out those inside another one: the nurse of `mental health nurse`.
 */
function longest(all: readonly Said[]): Said[] {
  const end = ({ at, words }: Said): number => at + words.length
  return all
    .filter((one, index) =>
      all.every((other, place) => {
        const isInside = other.at <= one.at && end(other) >= end(one)
        const isSameLength = other.words.length === one.words.length
        return other === one || !isInside || (isSameLength && place > index)
      }),
    )
    .sort((a, b) => a.at - b.at)
}

/** Returns whether a name is nothing but a specialty: `Oral surgery`. */
export const isSpecialty = (name: string): boolean =>
  specialtiesIn(name).some(({ words, isSure }) => isSure && words.length === name.length)

/** Returns the first listed specialty that the text names, in the list's spelling; empty when there is none. */
export const readSpecialty = (text: string): string => specialtiesIn(text)[0]?.value ?? ''

/** `Cardiologist` and `Cardiology`, `Dental` and `Dentist` are the same; a surgeon's kind is right before the word. */
export function isSameSpecialty(a: Read<string>, b: Read<string>): boolean {
  const [first, second] = a.at <= b.at ? [a, b] : [b, a]
  const isSurgeon = second.value === 'Surgeon' && second.at <= first.at + first.words.length + 1
  return isSurgeon || kindOf(a.value) === kindOf(b.value)
}

/** Things with several names, each with a pattern of how the names begin. */
const KINDS = Object.entries(vocabulary.oneKind.kinds).map(([kind, phrases]) => ({
  kind,
  begins: patternOf({ phrases, lead: '^', tail: '' }),
}))

const kindOf = (name: string): string =>
  KINDS.find(({ begins }) => begins.test(name))?.kind ?? name.toLowerCase().slice(0, 6)
