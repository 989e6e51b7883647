import { matchesIn, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { isFamilyName, isGivenName, isNoName } from '../people/known-names.ts'
import { endsHere, isCapitalised, isDay, isLink, isTitle } from '../people/names.ts'
import { specialtiesIn } from '../specialties/specialties.ts'
import { nameAfter, namesBehind } from './place-names.ts'
import { isBeside, isOfPart, placeAt, type SaidLocation } from './place-words.ts'

const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u

const MOST_WORDS = 4

/**
 * Returns whether some words without capitals may be the name of a place: none of them belongs to a day, a time, a
 * person with a title, what is done or for whom, courtesy, or is a function word.
 */
export function mayBePlace(name: string): boolean {
  const words = name.split(' ')
  const [first = ''] = words
  if (words.length > MOST_WORDS || first.length < MOST_SHORT) return false
  return (
    words.every((word, index) => isOfPlace(word) || (index > 0 && /^(?:of|and)$/.test(word))) &&
    specialtiesIn(name).every(({ isSure }) => !isSure) &&
    !isOfPart(name)
  )
}

const MOST_SHORT = 2

const isOfPlace = (word: string): boolean =>
  WORD.test(word) &&
  !isDay(word) &&
  !isTitle(word) &&
  !endsHere(word) &&
  (PLACES.placeNoun.test(word) ||
    !(
      isLink(word) ||
      isBeside(word) ||
      isNoName(word.toLowerCase()) ||
      PLACES.noPlaceWord.test(word) ||
      PLACES.matter.test(word)
    ))

/** Returns whether one of the words is a common noun in names of places. */
export const hasPlaceNoun = (name: string): boolean => name.split(' ').some((word) => PLACES.placeNoun.test(word))

/**
 * Returns whether words without capitals that stand apart, at the end or between commas, name a place rather than a
 * person.
 * @param text without its dates and times
 */
export function isPlaceApart(text: string, name: string): boolean {
  if (!mayBePlace(name) || PLACES.noPlaceWord.test(name)) return false
  if (hasPlaceNoun(name)) return name.includes(' ')
  const words = name.split(' ')
  const isPerson = isGivenName(words[0] ?? '') || isFamilyName(words.at(-1) ?? '')
  return !isPerson && PLACES.withSomebody.test(text)
}

/** `Ysbyty Gwynedd`, `Clínica Santa Maria`, `Mount Carmel`. */
export const withBegin = (text: string): SaidLocation[] =>
  matchesIn(text, PLACES.begin).flatMap(({ 0: all, index }) => {
    const first = all.trimEnd().length
    const rest = nameAfter(text, index + first + 1)
    const words = rest?.name.split(' ') ?? []
    const length = words.findIndex((word) => !PLACES.inside.test(word) && !isOfPlace(word))
    const name = (length === -1 ? words : words.slice(0, length)).slice(0, MOST_WORDS - 1).join(' ')
    const begin = text.slice(index, index + first)
    return name === '' || isCapitalised(begin) !== isCapitalised(name)
      ? []
      : [placeAt(`${begin} ${name}`, index, false)]
  })

/** Places in small letters after `in` and `to`; after "in the" a single word names a thing. */
export const inSmall = (text: string): SaidLocation[] =>
  text.includes('\n')
    ? []
    : namesBehind(text, [PLACES.inSmall, PLACES.toSmall, PLACES.goingSmall], (name, at) => {
        const isEnded = PLACES.ends.test(text.slice(at + name.length, at + name.length + 10))
        const isThing = /\bthe $/i.test(textBefore(text, at)) && !name.includes(' ')
        return mayBePlace(name) && isEnded && !isThing && !isGivenName(name.split(' ')[0] ?? '')
      })
