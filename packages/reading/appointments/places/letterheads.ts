import { matchesIn, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { isGivenName } from '../people/known-names.ts'
import { isCapitalised, isDay, isLink, isShortDay } from '../people/names.ts'
import { isSpecialty } from '../specialties/specialties.ts'
import { nameAfter } from './place-names.ts'
import { isBeside, isOfPart, placeAt, type SaidLocation } from './place-words.ts'
import { hasPlaceNoun } from './places-by-position.ts'

/** A place contains a word of three letters. */
const WITH_WORD = /\p{L}{3}/u

/** Returns the contents of a field for the place, without the final point. */
export const inField = (text: string): SaidLocation[] =>
  [PLACES.inField, PLACES.inColumn].flatMap((field) => fieldsIn(text, field, true))

const fieldsIn = (text: string, field: RegExp, isSure: boolean): SaidLocation[] =>
  matchesIn(text, field)
    .map(({ 0: said, index }) => {
      const words = said.replace(PLACES.nextField, '').replace(/(?<![ .,;|])[ .,;|]+$/, '')
      return placeAt(words, index, isSure)
    })
    .filter(({ words }) => WITH_WORD.test(words))

/** `Address: 9 King St`, which may be the user's own. */
const ADDRESS = /(?<=(?:^|\n)address ?: ?)(?! )[^\n]{4,80}/giu

/** Returns addresses, except those after the user's name. */
export const addressesIn = (text: string): SaidLocation[] =>
  fieldsIn(text, ADDRESS, false).filter(({ at }) => !PLACES.ofPerson.test(textBefore(text, at)))

/** Only in a text of several lines: where a letter says that the user has to come. */
export function statedIn(text: string): SaidLocation[] {
  if (!text.includes('\n')) return []
  return matchesIn(text, PLACES.stated).flatMap(({ index }) => {
    const name = nameAfter(text, index)?.name
    return name === undefined || isOfPart(name) ? [] : [placeAt(name, index, false)]
  })
}
/** Dashes and points after a name, from the last ones on. */
const POINTS = /(?<![ .,;|-])[ .,;|-]+$/u
const STROKES = /(?: [^\p{L}\p{N} ]+)+$/u
/** `Specialist Clinics - Hill Health`. */
const BEHIND_DASH = /(?<= [-–] )[^-–]+$/gu

/**
 * Returns the headings of letters and cards, on separate lines. Sure on the first line, if it has only the name of the
 * place.
 */
export function headsIn(text: string): SaidLocation[] {
  if (!text.includes('\n')) return []
  const [head] = matchesIn(text, PLACES.lineBegin)
    .flatMap(({ 0: said, index }) => [
      placeAt(said.replace(POINTS, '').replace(STROKES, '').replace(PLACES.desk, ''), index, false),
      ...matchesIn(said, BEHIND_DASH).map(({ 0: part, index: at }) => placeAt(part.trimEnd(), index + at, false)),
    ])
    .filter(({ value }) => isHead(value))
  if (!head) return []
  const isLine = /^ *(?:\n|$)/.test(text.slice(head.at + head.words.length))
  return [{ ...head, isSure: head.at === 0 && isLine }]
}

const isHead = (name: string): boolean =>
  PLACES.ofBusiness.test(name) &&
  !PLACES.noLetterhead.test(name) &&
  name.split(' ').length <= MOST_WORDS &&
  name.split(' ').every((word) => isCapitalised(word) || PLACES.inside.test(word) || PLACES.number.test(word)) &&
  !isSpecialty(name)

const MOST_WORDS = 7
/** People's names begin with one: `J. R. Finch`. */
const INITIAL = /^\p{Lu}\.?$/u

/** `Castle Surgery: your appointment is …`, as messages begin. */
const SENDER = /^(?<name>\p{Lu}[^\n:.,]{5,40}):(?= )/u

/** How many of the first lines of a card may say who issued it. */
const FIRST_LINES = 3
/** Longer than any name. */
const LONGEST = 100

/**
 * Returns the first line of a card that has more than standard card text, or the beginning of a message, which mostly
 * names the sender: never sure.
 */
export function firstLine(text: string): SaidLocation[] {
  const lines = text.split('\n')
  const isMessage = lines.length === 1
  const begins = isMessage ? [SENDER.exec(text)?.groups?.name ?? ''] : lines.slice(0, FIRST_LINES)
  const said = begins.find((line) => /\p{L}{3}/u.test(line) && !isOfCard(line)) ?? ''
  const name = said.slice(0, LONGEST).replace(PLACES.edges, '')
  const isOfOne = isMessage && !name.includes(' ')
  // After standard card text, two words are mostly the patient's name.
  const mayBePatient = said !== begins[0] && name.split(' ').length === 2 && !hasPlaceNoun(name)
  return isOfOne || mayBePatient || PLACES.ofPatient.test(name) || !isGiver(name)
    ? []
    : [placeAt(name, text.indexOf(name), false)]
}

/** `Text Message`, `APPOINTMENT CARD`, `Patient copy`: text that any card has. */
const isOfCard = (line: string): boolean =>
  line
    .split(/[^\p{L}’']+/u)
    .filter((word) => word !== '')
    .every((word) => PLACES.onAnyCard.test(word) || isBeside(word) || isLink(word) || PLACES.ofCards.test(word))

function isGiver(name: string): boolean {
  const words = name.split(' ')
  const isName = words.every(
    (word) =>
      (isCapitalised(word) && /^[\p{L}'’&.-]+$/u.test(word) && !isLink(word)) ||
      PLACES.inside.test(word) ||
      word === 'The',
  )
  const [first = ''] = words
  if (words.some((word) => isDay(word) || isShortDay(word, '')) || PLACES.ofMatter.test(name)) return false
  const isPerson =
    isGivenName(first) || INITIAL.test(first) || PLACES.degree.test(name) || PLACES.noLetterhead.test(name)
  if (!isName || words.length > MOST_WORDS || isPerson || PLACES.onAnyCard.test(name)) return false
  return !words.some(isBeside) && !isOfPart(name) && !PLACES.article.test(name) && WITH_WORD.test(name)
}
