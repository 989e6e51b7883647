import { matchesIn, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { isCapitalised, isDay, isGivenName, isLink, isShortDay } from '../people/names.ts'
import { type Said, saidAt } from '../said.ts'
import { isSpecialty } from '../specialties/specialties.ts'
import { hasPlaceNoun, isBeside, isInside, isOfPart } from './place-words.ts'

/** A place contains a word of three letters. */
const WITH_WORD = /\p{L}{3}/u

/** Returns the contents of a field for the place, without the final point. */
export const inField = (text: string): Said[] =>
  [PLACES.inField, PLACES.inColumn].flatMap((field) => fieldsIn(text, field, true))

const fieldsIn = (text: string, field: RegExp, isSure: boolean): Said[] =>
  matchesIn(text, field)
    .map(({ 0: said, index }) =>
      saidAt(said.replace(PLACES.nextField, '').replace(/(?<![ .,;|])[ .,;|]+$/, ''), index, isSure),
    )
    .filter(({ words }) => WITH_WORD.test(words))

/** `Address: 9 King St`, which may be the user's own. */
const ADDRESS = /(?<=(?:^|\n)address ?: ?)(?! )[^\n]{4,80}/giu

/** Returns addresses, except those after the user's name. */
export const addressesIn = (text: string): Said[] =>
  fieldsIn(text, ADDRESS, false).filter(({ at }) => !PLACES.ofPerson.test(textBefore(text, at)))

/** Dashes and points after a name, from the last ones on. */
const POINTS = /(?<![ .,;|-])[ .,;|-]+$/u

/** Returns the heading of a letter or card. Sure on the first line, if it has only the name of the place. */
export function headsIn(text: string): Said[] {
  const head = matchesIn(text, PLACES.lineBegin)
    .map(({ 0: said, index }) => saidAt(said.replace(POINTS, '').replace(PLACES.desk, ''), index, false))
    .find(({ value }) => isHead(value))
  if (!head) return []
  const isLine = /^ *(?:\n|$)/.test(text.slice(head.words.length))
  return [{ ...head, isSure: head.at === 0 && isLine }]
}

const MOST_WORDS = 7

function isHead(name: string): boolean {
  const words = name.split(' ')
  const isNamed = PLACES.ofBusiness.test(name) && !PLACES.noLetterhead.test(name) && words.length <= MOST_WORDS
  const isWritten = words.every((word) => isCapitalised(word) || isInside(word) || PLACES.number.test(word))
  return isNamed && isWritten && !isSpecialty(name)
}

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
export function firstLine(text: string): Said[] {
  const lines = text.split('\n')
  const isMessage = lines.length === 1
  const begins = isMessage ? [SENDER.exec(text)?.groups?.name ?? ''] : lines.slice(0, FIRST_LINES)
  const said = begins.find((line) => WITH_WORD.test(line) && !isOfCard(line)) ?? ''
  const name = said.slice(0, LONGEST).replace(PLACES.edges, '')
  const isOfOne = isMessage && !name.includes(' ')
  // After standard card text, two words are mostly the patient's name.
  const mayBePatient = said !== begins[0] && name.split(' ').length === 2 && !hasPlaceNoun(name)
  if (isOfOne || mayBePatient || PLACES.ofPatient.test(name) || !isGiver(name)) return []
  return [saidAt(name, text.indexOf(name), false)]
}

/** `Text Message`, `APPOINTMENT CARD`, `Patient copy`: text that any card has. */
const isOfCard = (line: string): boolean =>
  line
    .split(/[^\p{L}’']+/u)
    .filter((word) => word !== '')
    .every((word) => PLACES.onAnyCard.test(word) || isBeside(word) || isLink(word) || PLACES.ofCards.test(word))

function isGiver(name: string): boolean {
  const words = name.split(' ')
  const [first = ''] = words
  const isWritten = (word: string) => isCapitalised(word) && /^[\p{L}'’&.-]+$/u.test(word) && !isLink(word)
  if (!words.every((word) => isWritten(word) || isInside(word) || word === 'The')) return false
  if (words.some((word) => isDay(word) || isShortDay(word, '') || isBeside(word))) return false
  const isPerson = isGivenName(first) || INITIAL.test(first) || PLACES.degree.test(name)
  const isOther = PLACES.noLetterhead.test(name) || PLACES.onAnyCard.test(name) || PLACES.ofMatter.test(name)
  return words.length <= MOST_WORDS && !isPerson && !isOther && !isOfPart(name) && WITH_WORD.test(name)
}
