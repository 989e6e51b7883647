import { matchesIn, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { bare, isDay, isLink, isNoName, isTitle } from '../people/names.ts'
import { isFieldWord } from '../specialties/named.ts'
import { specialtiesIn } from '../specialties/specialties.ts'

/** Words next to the name of a place that are never part of it. */
export const isBeside = (word: string): boolean =>
  PLACES.neverInside.test(bare(word)) || PLACES.saidShort.test(bare(word)) || bare(word) === 'down'

/** Small words inside names of places: `of`. */
export const isInside = (word: string): boolean => PLACES.inside.test(word)
/** `the`, `my`. */
export const isArticle = (word: string): boolean => PLACES.article.test(word)

/**
 * Returns whether a name says only what is done there, or for whom: `chest`, `hip and knee`, `minor injuries`; so it is
 * a part of some place.
 */
export const isOfPart = (name: string): boolean =>
  name.split(' ').every((word) => PLACES.partOfPlace.test(word) || isFieldWord(word))

/** Returns whether a word is an ending of places, or part of one. */
export const isPlaceWord = (word: string): boolean => PLACES.placeWord.test(bare(word))

const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
/** Returns whether a word is no day, title or anything else that stands next to the name of a place. */
export const mayBeOfName = (word: string): boolean =>
  WORD.test(word) && !isDay(word) && !isTitle(word) && !isBeside(word)
/** Returns whether a word may belong to the name of a place, in any position. */
export const isOfName = (word: string): boolean => mayBeOfName(word) && !isLink(word)

/** Returns whether one of the words is a common noun in names of places. */
export const hasPlaceNoun = (name: string): boolean => name.split(' ').some((word) => PLACES.placeNoun.test(word))

/** Returns whether a word may belong to the name of a place that has no capitals. */
export const isOfPlace = (word: string): boolean =>
  PLACES.placeNoun.test(word) ||
  (isOfName(word) && !isNoName(word.toLowerCase()) && !PLACES.noPlaceWord.test(word) && !PLACES.matter.test(word))

/** The most words of such a name. */
export const MOST_OF_SMALL = 4
const FEWEST_LETTERS = 2

/**
 * Returns whether some words without capitals may be the name of a place: none of them belongs to a day, a time, a
 * person with a title, what is done or for whom, courtesy, or is a function word.
 */
export function mayBePlace(name: string): boolean {
  const words = name.split(' ')
  const isShort = words.length <= MOST_OF_SMALL && (words[0] ?? '').length >= FEWEST_LETTERS
  const isNamed = words.every((word, index) => isOfPlace(word) || (index > 0 && /^(?:of|and)$/.test(word)))
  return isShort && isNamed && specialtiesIn(name).every(({ isSure }) => !isSure) && !isOfPart(name)
}

const SENTENCE_END = /[.!?;\n]/
const ABOUT_REACH = 20

/** Returns whether a text says that the appointment is a phone or video call. */
export const isRemote = (text: string): boolean =>
  matchesIn(text, PLACES.remote).some(({ 0: words, index }) => {
    const before = textBefore(text, index).split(SENTENCE_END).at(-1) ?? ''
    const [after = ''] = text.slice(index + words.length, index + words.length + ABOUT_REACH).split(SENTENCE_END)
    return !PLACES.aboutAppointment.test(before) && !PLACES.aboutCalls.test(after)
  })
