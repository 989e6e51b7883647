import { matchesIn, textBefore } from '../../words/near.ts'
import { isCapitalised, isDay, isLink, isShortDay } from '../people/names.ts'
import { isGivenName } from '../people/person-names.ts'
import { isSpecialty } from '../specialties/specialties.ts'
import { nameAfter } from './place-names.ts'
import { ARTICLE, INSIDE, isBeside, isOfPart, OF_BUSINESS } from './place-words.ts'
import { hasPlaceNoun } from './places-by-position.ts'
import { placeAt, type SaidLocation } from './said-place.ts'

/** `Location: Level 1, 9 King St`, as cards have it. */
const IN_FIELD =
  /(?<=(?:^|\n)(?:location|loc|venue|where|place|site|at|hospital|facility|branch|attend(?: at)?|hospital ?\/ ?clinic|clinic ?\/ ?hospital|hospital name|(?:clinic |appointment |visit |hospital )(?:location|address|site|venue|place)) ?: ?)(?! )[^\n]{4,80}/giu
/** The same in a table without colons. */
const IN_COLUMN =
  /(?<=(?:^|\n)(?:(?:Location|LOCATION|Venue|VENUE|Where|WHERE|Place|PLACE|Site|SITE) |(?:Hospital|HOSPITAL) (?=The|THE)))\p{Lu}[^\n]{3,80}/gu
/** The next field of the line. */
const NEXT_FIELD = /(?<![ ,;|(-])[ ,;|(-]+(?:tel|telephone|phone|ph|fax|date|time|e-?mail|contact|doctor|dr)\b.*$/i
/** What is a place has a word. */
const WITH_WORD = /\p{L}{3}/u

/** What stands in a field for the place, without its last point. */
export const inField = (text: string): SaidLocation[] =>
  [...matchesIn(text, IN_FIELD), ...matchesIn(text, IN_COLUMN)].flatMap(({ 0: said, index }) => {
    const words = said.replace(NEXT_FIELD, '').replace(/(?<![ .,;|])[ .,;|]+$/, '')
    return WITH_WORD.test(words) ? [placeAt(words, index, true)] : []
  })

/** `Address: 9 King St`, which may be the person's own. */
const ADDRESS = /(?<=(?:^|\n)address ?: ?)(?! )[^\n]{4,80}/giu
const OF_PERSON = /\b(?:patient|name|d\.?o\.?b|dear|mr|mrs|ms|miss|mrn|nhs no)\b[^\n]*\n(?:address ?: ?)?$/i

/** Addresses, but not behind the name of the person. */
export const addressesIn = (text: string): SaidLocation[] =>
  matchesIn(text, ADDRESS).flatMap(({ 0: said, index }) => {
    const words = said.replace(NEXT_FIELD, '').replace(/(?<![ .,;|])[ .,;|]+$/, '')
    return WITH_WORD.test(words) && !OF_PERSON.test(textBefore(text, index)) ? [placeAt(words, index, false)] : []
  })

/** How letters say where to come: `The clinic will be held at Hill House`. */
const STATED =
  /(?<=\b(?:(?:held|place|located|now|seen) (?:at|in)|attend(?: at)?|come to|go to|report to|moved to) (?:the |our )?)(?=\p{Lu}\p{Ll})[^\n]{3}/gu

/** Only of a text in several lines: where a letter says that somebody has to come. */
export function statedIn(text: string): SaidLocation[] {
  if (!text.includes('\n')) return []
  return matchesIn(text, STATED).flatMap(({ index }) => {
    const name = nameAfter(text, index)?.name
    return name === undefined || isOfPart(name) ? [] : [placeAt(name, index, false)]
  })
}

/** A line, or what stands in it before a comma. */
const LINE_BEGIN = /(?<=(?:^|\n)(?:\| ?)?)\p{L}[^\n,|:()]{2,60}(?=$|[\n,|:(])/gu
/** Strokes and points behind a name, from the last ones on. */
const POINTS = /(?<![ .,;|-])[ .,;|-]+$/u
const STROKES = /(?: [^\p{L}\p{N} ]+)+$/u
/** Whom to ask, printed beside the name: `Hill Infirmary   Appointments Office`. */
const DESK =
  / (?:appointments?|bookings?|admissions|enquiries|patient services)(?: (?:office|desk|team|dept|department|cent(?:er|re)|line))?$/i
/** `Specialist Clinics - Hill Health`. */
const BEHIND_DASH = /(?<= [-–] )[^-–]+$/gu
const NO_LETTERHEAD =
  /^(?:department|dept|division|unit|examination|exam|procedure|service|specialty|speciality|ward|bring|please|your|dr|doctor|prof|professor|mr|mrs|ms|clinic|hygienist|dentist|consultant)\b/i

/** The heads of letters and cards, on a line of their own. Sure on the first line, where nothing but the name of the place stands. */
export function headsIn(text: string): SaidLocation[] {
  if (!text.includes('\n')) return []
  const [head] = matchesIn(text, LINE_BEGIN)
    .flatMap(({ 0: said, index }) => [
      placeAt(said.replace(POINTS, '').replace(STROKES, '').replace(DESK, ''), index, false),
      ...matchesIn(said, BEHIND_DASH).map(({ 0: part, index: at }) => placeAt(part.trimEnd(), index + at, false)),
    ])
    .filter(({ value }) => isHead(value))
  if (!head) return []
  const isLine = /^ *(?:\n|$)/.test(text.slice(head.at + head.words.length))
  return [{ ...head, isSure: head.at === 0 && isLine }]
}

const isHead = (name: string): boolean =>
  OF_BUSINESS.test(name) &&
  !NO_LETTERHEAD.test(name) &&
  name.split(' ').length <= MOST_WORDS &&
  name.split(' ').every((word) => isCapitalised(word) || INSIDE.test(word) || NUMBER.test(word)) &&
  !isSpecialty(name)

const MOST_WORDS = 7
/** `KIDS FIRST PEDIATRICS`, as plain text has its numbers. */
const NUMBER = /^\d+(?:st|nd|rd|th)?$/

/** What cards have in their first line instead of a name. */
const NO_NAME =
  /\b(?:no-?reply|nhs|sms|texts?|messages?|reminders?|confidential|private|cards?|slip|details|letters?|appointments?|confirmation|dear|hello|hi|this|today|record|notice|patients?|outpatients?|opd|important|re|ref|from|to|date)\b/i
/** Degrees behind a name. */
const DEGREE =
  /\b(?:MD|DO|MBBS|MBChB|FRACGP|FRACP|FRACS|FRCP|FRCS|BDS|DDS|DMD|PhD|NP|RN|PA|OD|DPT|DPM|DC|LMT|LCSW|MCSP|HCPC|\p{Lu}{2,}\p{Ll}\p{L}*)\b/u
/** People begin with one: `J. R. Finch`. */
const INITIAL = /^\p{Lu}\.?$/u

/** `Castle Surgery: your appointment is …`, as messages begin. */
const SENDER = /^(?<name>\p{Lu}[^\n:.,]{5,40}):(?= )/u

/** The first lines of a card of which one may be who gave it. */
const FIRST_LINES = 3
/** Longer than any name. */
const LONGEST = 100
/** What is before or behind a name in its line, as a camera sees edges and stains. */
const EDGES = /^[^\p{L}\p{N}]+|(?: [^\p{L}\p{N} ]+)+$|(?<![ .,;|-])[ .,;|-]+$/gu

/**
 * The first line of a card that has more than words of cards, or the begin of a message, which mostly is who gave it: nobody can be sure.
 */
export function firstLine(text: string): SaidLocation[] {
  const lines = text.split('\n')
  const isMessage = lines.length === 1
  const begins = isMessage ? [SENDER.exec(text)?.groups?.name ?? ''] : lines.slice(0, FIRST_LINES)
  const said = begins.find((line) => /\p{L}{3}/u.test(line) && !isOfCard(line)) ?? ''
  const name = said.slice(0, LONGEST).replace(EDGES, '')
  const isOfOne = isMessage && !name.includes(' ')
  // Behind words of cards two words are mostly the person whose card it is.
  const mayBePatient = said !== begins[0] && name.split(' ').length === 2 && !hasPlaceNoun(name)
  return isOfOne || mayBePatient || OF_PATIENT.test(name) || !isGiver(name)
    ? []
    : [placeAt(name, text.indexOf(name), false)]
}

const OF_PATIENT = /^(?:name|client|customer|for|surname)\b/i

/** `Text Message`, `APPOINTMENT CARD`, `Patient copy`: words that any card has. */
const isOfCard = (line: string): boolean =>
  line
    .split(/[^\p{L}’']+/u)
    .filter((word) => word !== '')
    .every((word) => NO_NAME.test(word) || isBeside(word) || isLink(word) || OF_CARDS.test(word))
const OF_CARDS = /^(?:today|yesterday|day|time|copy|keep|safe|private|sent|received|from|new|your|next)$/i

/** `CERVICAL SCREENING`: what a card is for. */
const OF_MATTER =
  /(?:screening|vaccination|immunisation|examination|operation|assessment|scopy|gram|graphy|biopsy|test|scan|jab)s?$/i

function isGiver(name: string): boolean {
  const words = name.split(' ')
  const isName = words.every(
    (word) =>
      (isCapitalised(word) && /^[\p{L}'’&.-]+$/u.test(word) && !isLink(word)) || INSIDE.test(word) || word === 'The',
  )
  const [first = ''] = words
  if (words.some((word) => isDay(word) || isShortDay(word, '')) || OF_MATTER.test(name)) return false
  const isPerson = isGivenName(first) || INITIAL.test(first) || DEGREE.test(name) || NO_LETTERHEAD.test(name)
  if (!isName || words.length > MOST_WORDS || isPerson || NO_NAME.test(name)) return false
  return !words.some(isBeside) && !isOfPart(name) && !ARTICLE.test(name) && WITH_WORD.test(name)
}
