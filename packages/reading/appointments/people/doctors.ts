import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { matchesIn, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PEOPLE } from '../cues.ts'
import { type Said, saidAt } from '../said.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { hasNames, isBareName, isOrganisation, isSureName, nameAt, nameFrom, READ_AS_L } from './name-at.ts'
import { bare, firstWord, isCapitalised, isGivenName, isTitle, type Led, ledTo } from './names.ts'
import { byGivenName, byPosition, withoutTitle } from './untitled.ts'

/**
 * Returns every name after "Dr", "Doctor" or "Professor", without the title; if there is none, names in positions where
 * a doctor's name usually is ("appointment with Sarah Lee", "my cardiologist Sarah Lee"). In the order of the text.
 * @param text plain (`plainText`), without its dates, in its lines (`inLines`)
 */
export function doctorsIn(text: string): Said[] {
  for (const reading of [withTitle, inField, withoutTitle, byGivenName]) {
    const named = reading(text)
    if (named.length > 0) return named
  }
  return byPosition(text)
}

/**
 * Returns whether a weekday is a doctor's name, not a day: `Doctor Friday on Thursday`,
 * `Doctor Friday at the Elm Clinic on Thursday`.
 */
export function isSurname(text: string, { at, words, isWeekday }: SaidDate, next: SaidDate | undefined): boolean {
  if (!isWeekday || words.includes(' ') || next === undefined) return false
  const before = textBefore(text, at)
  const between = text.slice(at + words.length, next.at)
  return (
    (/ on (?:the )?$/.test(between) || PEOPLE.atPlace.test(between)) &&
    /(?:^|(?<!\b(?:the|a|my|your|our)) )(?:dr|doctor)\.? $/i.test(before)
  )
}

/** `Sarah Chen` and `Chen` are the same person. */
export const isSamePerson = (a: Read<string>, b: Read<string>): boolean =>
  ` ${a.value} `.toLowerCase().includes(` ${b.value} `.toLowerCase()) ||
  ` ${b.value} `.toLowerCase().includes(` ${a.value} `.toLowerCase())

const TITLE =
  /(?<![\p{L}\p{N}])(?<title>dr|doctor|prof|professor|(?<=\bwith )(?:sr|sister))(?![\p{L}\p{N}'’])\.?[ \n]?(?=\p{L})/giu

/** Returns names with a title: `Dr Lee`, and surgeons the user was referred to. */
function withTitle(text: string): Said[] {
  const titled = ledTo(text, TITLE).flatMap((led) => behindTitle(led, hasNames(text)))
  const surgeons = titled.length > 0 ? ledTo(text, PEOPLE.sentTo).flatMap(nameBehind) : []
  const all = [...titled, ...surgeons].sort((a, b) => a.at - b.at)
  // "it was Doctor Lee, so now it's Doctor Reed": the doctor named first is no longer the one.
  const from = all.findLast(({ at }) => PEOPLE.now.test(textBefore(text, at)))?.at ?? 0
  return all.filter(({ at }) => at >= from).map((doctor) => correctedName(text, doctor) ?? doctor)
}

/** Returns a corrected name where the title is not repeated: `Dr Lee, sorry, Leigh`. */
function correctedName(text: string, { at, words }: Said): Said | null {
  const from = at + words.length
  const sorry = PEOPLE.sorry.exec(text.slice(from, from + 60))?.[0]
  if (sorry === undefined) return null
  const after = text.slice(from + sorry.length)
  if (isTitle(firstWord(after)) || (isCapitalised(words) && !isCapitalised(after))) return null
  const name = nameFrom(after)?.name ?? ''
  return isBareName(name) ? saidAt(name, from + sorry.length, false) : null
}

function nameBehind({ at, after }: Led): Said[] {
  const read = nameFrom(after)
  return read ? [saidAt(read.name, at, isSureName(after, read))] : []
}

/**
 * Where other words are capitalised, or after an article, "doctor" before a small word is the noun: "the doctor said".
 */
function behindTitle({ groups, before, at, after }: Led, hasCapitals: boolean): Said[] {
  const isNoun = hasCapitals || PEOPLE.article.test(before)
  if (/^(?:doctor|professor|sr|sister)$/i.test(groups.title ?? '') && isNoun && !isCapitalised(after)) return []
  const name = READ_AS_L.test(after) ? nameAt(after) : nameFrom(after)
  if (!name) return []
  const isSure = isSureName(after, name) && !PEOPLE.ofStaff.test(after.slice(name.name.length))
  return [saidAt(name.name, at, isSure)]
}

const WITH_HONORIFIC = /^(?:mr|mrs|ms|miss|mx|sr|sister)\.? /i
/** `Nguyen, Linh MD`. */
const FAMILY_FIRST = /^(?<family>\p{Lu}[\p{L}'’-]+), (?=\p{Lu})/u
/** `Jake Turner - Physiotherapist`. */
const BEFORE_CALLING =
  /(?:^|\n)(?<name>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,2})(?: [-–] |, | \()(?=(?<calling>[^\n]{1,40}))/gu

/** Returns people whom a card names in a field, with a degree or an occupation. */
const inField = (text: string): Said[] => [
  ...matchesIn(text, PEOPLE.inField).flatMap(({ 0: all, index, groups = {} }) => {
    const line = (groups.name ?? '').replace(WITH_HONORIFIC, '')
    return inOwnField(line, index + all.length - line.length, line !== groups.name)
  }),
  ...matchesIn(text, PEOPLE.withDegree).flatMap(({ 0: all, index, groups = {} }) => {
    const { name = '' } = groups
    if (name.split(' ').some(isOrganisation)) return []
    return [saidAt(name, index + all.indexOf(name), !/^\p{Lu}\./u.test(name))]
  }),
  ...matchesIn(text, BEFORE_CALLING).flatMap(({ 0: all, index, groups = {} }) => {
    const { name = '', calling = '' } = groups
    if (!isGivenName(firstWord(name)) || readSpecialty(calling) === '') return []
    return [saidAt(name, index + all.indexOf(name), false)]
  }),
]

function inOwnField(line: string, at: number, hasHonorific: boolean): Said[] {
  const family = FAMILY_FIRST.exec(line)
  const rest = line.slice(family?.[0].length ?? 0)
  const name = nameAt(rest)?.name ?? ''
  const first = firstWord(name)
  if (name === '' || PEOPLE.organisation.test(first)) return []
  const isKnown = hasHonorific || isGivenName(first) || (family !== null && endsInDegree(rest, name))
  // A single word may be anything: "With: Medicare".
  if (!isKnown && !family && !name.includes(' ')) return []
  const isSure = isKnown && PEOPLE.endsField.test(rest.slice(name.length))
  if (!family) return [saidAt(name, at, isSure)]
  const words = line.slice(0, family[0].length + name.length)
  return [{ value: `${name} ${family.groups?.family}`, words, at, isSure }]
}

const endsInDegree = (text: string, name: string): boolean =>
  PEOPLE.degree.test(bare(text.slice(name.length).trim().split(/[ ,]/, 1)[0] ?? ''))
