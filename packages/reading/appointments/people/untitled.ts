import { patternOf } from '../../patterns.ts'
import vocabulary from '../../vocabulary/people.json' with { type: 'json' }
import { PEOPLE } from '../cues.ts'
import { isPlaceWord } from '../places/place-words.ts'
import { type Said, saidAt } from '../said.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import {
  hasNames,
  INITIALS,
  isBareName,
  isOrganisation,
  mayBeName,
  NAME_WORD,
  nameFrom,
  withoutEnd,
  wordsOfLine,
} from './name-at.ts'
import {
  bare,
  firstWord,
  isCapitalised,
  isFamilyName,
  isGivenName,
  isNoName,
  isShortDay,
  type Led,
  lastWord,
  ledTo,
} from './names.ts'

const HONORIFIC_BEFORE = patternOf({ phrases: ['(mr|mister|mrs|missus|ms|miss|mx)\\.? '], where: 'before' })

/** Returns names in positions where a doctor's name usually is. */
export const withoutTitle = (text: string): Said[] =>
  ledTo(text, PEOPLE.ledIn).flatMap(({ lead, before, at, after }) => {
    const first = firstWord(after)
    const hasHonorific = HONORIFIC_BEFORE.test(lead)
    // Without a title, only capitals or a list of names show that it is a name: "see him soon".
    if (!isCapitalised(after) && (hasNames(text) || !(hasHonorific || isGivenName(first)))) return []
    const read = nameFrom(after, (word) => !PEOPLE.organisation.test(bare(word)) && mayBeName(word, false))
    if (!read || isShortDay(first, '')) return []
    const { name } = read
    if (wordsOfLine(after.slice(name.length)).slice(0, 2).some(isOrganisation)) return []
    // "appointment with Medicare" is with no person: a single word is a name only after a title or an occupation.
    const isCalling = PEOPLE.calling.test(lead) || hasSpecialtyBefore(`${before}${lead}`)
    if (!name.includes(' ') && !hasHonorific && !isCalling) return []
    const isAlong = / with,?[ \n]$/i.test(lead) && PEOPLE.takenAlong.test(before)
    return [saidAt(name, at, read.isSure && (hasHonorific || isGivenName(first)) && isCalling && !isAlong)]
  })

const hasSpecialtyBefore = (before: string): boolean =>
  readSpecialty(lastWord(before.replace(PEOPLE.beforeSpecialty, ''))) !== ''

/** Returns a single name without a title: a guess at most. */
export function byGivenName(text: string): Said[] {
  const begins = text.includes('\n') ? [] : ledTo(text, PEOPLE.begins)
  return [
    ...begins.flatMap(({ at, after }) => {
      const name = nameFrom(after)?.name ?? ''
      return name !== '' && PEOPLE.isSeen.test(after.slice(name.length)) ? [saidAt(name, at, false)] : []
    }),
    ...ledTo(text, PEOPLE.givenLed).flatMap((led) => givenNameAt(led, hasNames(text))),
  ]
}

function givenNameAt({ groups, before, at, after: rest }: Led, hasCapitals: boolean): Said[] {
  const lead = groups.lead ?? ''
  const name = withoutEnd(firstWord(rest))
  const after = rest.slice(name.length)
  const isAsked = /^ask|name|called/i.test(lead)
  const isNamed = isGivenName(name) ? !hasCapitals || isCapitalised(name) : isAsked && isCapitalised(name)
  if (!isNamed || PEOPLE.withoutTitleAlong.test(before) || PEOPLE.nextOfName.test(after)) return []
  const next = bare(firstWord(after.trimStart()))
  const isPlace = [name, next].some((each) => PEOPLE.organisation.test(each) || isPlaceWord(each))
  if (isPlace || PEOPLE.desk.test(name) || !mayBeName(name, true) || !NAME_WORD.test(name)) return []
  const full = nameFrom(rest)?.name ?? ''
  const behind = firstWord(rest.slice(full.length).trimStart())
  const isWhole =
    /name|called/i.test(lead) ||
    isFamilyName(full.split(' ')[1] ?? '') ||
    (isCapitalised(name) && hasCapitals && isBareName(full) && !isOrganisation(behind))
  return [saidAt(isWhole && full.startsWith(name) ? full : name, at, false)]
}

/** What precedes the practitioner's name. */
const POSITIONS = vocabulary.positions.map(({ lead, isOfAppointment }) => ({
  lead: patternOf({ ...lead, each: true }, vocabulary.words),
  isOfAppointment,
}))

/** Yields names without a title where only the position suggests a person: guesses. */
export function byPosition(text: string): Said[] {
  const hasCapitals = hasNames(text)
  const found = POSITIONS.flatMap(({ lead, isOfAppointment }) =>
    ledTo(text, lead).flatMap(({ before, at, after }) => {
      if (hasCapitals && !isCapitalised(after)) return []
      if (isOfAppointment && (PEOPLE.comesAlong.test(before) || !speaksOfAppointment(before))) return []
      const name = bareNameAt(after)
      return isBareName(name) && goesOn(after.slice(name.length)) ? [saidAt(name, at, false)] : []
    }),
  )
  return found.length > 0 ? found : byItself(text)
}

const speaksOfAppointment = (before: string): boolean => PEOPLE.visit.test(before) || readSpecialty(before) !== ''

function byItself(text: string): Said[] {
  const alone = ledTo(text, PEOPLE.byItself)
  if (alone.length === 0 || !PEOPLE.seesPeople.test(text)) return []
  return alone.flatMap(({ groups, at, after }) => {
    const name = bareNameAt(after)
    return name === groups.name && isBareName(name) ? [saidAt(name, at, false)] : []
  })
}

/** Returns the name a text begins with, judged by the kinds of its words; empty where there is none. */
function bareNameAt(text: string): string {
  const mayBe = (word: string, isFirst: boolean) => !isOrganisation(word) && mayBeName(word, isFirst)
  const [first = '', ...others] = wordsOfLine(text)
  if (!mayBe(first, false)) return ''
  const name = nameFrom(text, mayBe)?.name ?? ''
  const next = others[name.split(' ').length - 1] ?? ''
  const isOfPlace = name !== '' && text.startsWith(`${name} `) && PEOPLE.isPlace.test(bare(next))
  return INITIALS.test(name) || isOfPlace ? '' : name
}

/** Returns whether what follows a name shows that it has ended. */
const goesOn = (after: string): boolean =>
  PEOPLE.goesOn.test(after) || (after.startsWith(' ') && isNoName((after.split(/[ \n]/, 2)[1] ?? '').toLowerCase()))
