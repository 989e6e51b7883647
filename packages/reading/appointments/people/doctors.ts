import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PEOPLE } from '../cues.ts'
import { inField } from './in-field.ts'
import {
  hasNames,
  isBareName,
  isOrganisation,
  isSureName,
  mayBeAfterTitle,
  mayBeName,
  nameAt,
  nameFrom,
  READ_AS_L,
  smallNameAt,
  wordsOfLine,
} from './name-at.ts'
import { isCapitalised, isTitle, type Led, ledTo, person, type SaidDoctor } from './names.ts'
import { byGivenName, byPosition, withoutTitle } from './untitled.ts'

/**
 * Returns every name after "Dr", "Doctor" or "Professor", without the title; if there is none, names in positions where
 * a doctor's name usually is ("appointment with Sarah Lee", "my cardiologist Sarah Lee"). In the order of the text.
 * @param text plain (`plainText`), without its dates, in its lines (`inLines`)
 */
export function doctorsIn(text: string): SaidDoctor[] {
  const [named = []] = [withTitle, inField, withoutTitle, byGivenName, byPosition]
    .map((reading) => [...reading(text)])
    .filter((doctors) => doctors.length > 0)
  return named
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
/** Yields names with a title: `Dr Lee`, and surgeons the user was referred to. */
function* withTitle(text: string): Iterable<SaidDoctor> {
  const titled = [...afterTitle(text)]
  const surgeons = titled.length > 0 ? ledTo(text, PEOPLE.sentTo).flatMap(nameBehind) : []
  const all = [...titled, ...surgeons].sort((a, b) => a.at - b.at)
  // "it was Doctor Lee, so now it's Doctor Reed": the doctor named first is no longer the one.
  const standing = all.filter(({ at }, index) => index === 0 || PEOPLE.now.test(textBefore(text, at)))
  const last = standing.at(-1)
  for (const doctor of all)
    if (!last || last === all[0] || doctor.at >= last.at) yield correctedName(text, doctor) ?? doctor
}

/** Returns a corrected name where the title is not repeated: `Dr Lee, sorry, Leigh`. */
function correctedName(text: string, { at, words }: SaidDoctor): SaidDoctor | null {
  const from = at + words.length
  const sorry = PEOPLE.sorry.exec(text.slice(from, from + 60))?.[0]
  if (sorry === undefined) return null
  const after = text.slice(from + sorry.length)
  const [first = ''] = wordsOfLine(after)
  const isAlike = isCapitalised(after) || !isCapitalised(words)
  if (!isAlike || isTitle(first) || isOrganisation(first) || !mayBeName(first, false)) return null
  const name = nameFrom(after)?.name ?? ''
  return isBareName(name) ? person(name, from + sorry.length, false) : null
}

function nameBehind({ at, after }: Led): SaidDoctor[] {
  const read = nameFrom(after)
  return read ? [person(read.name, at, isSureName(after, read))] : []
}

function* afterTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  const all = ledTo(text, TITLE)
  // "Your appointment is with Dr Walsh" is printed below the names of everyone who works there.
  const seen = text.includes('\n') ? all.filter(({ before }) => PEOPLE.seen.test(before)) : []
  for (const { groups, before, at, after } of seen.length > 0 ? seen : all) {
    // Where other words are capitalised, or after an article, "doctor" before a small word is the noun: "the doctor
    // said".
    const isNoun = hasCapitals || PEOPLE.article.test(before)
    if (/^(?:doctor|professor|sr|sister)$/i.test(groups.title ?? '') && isNoun && !isCapitalised(after)) continue
    const isName = isCapitalised(after) || READ_AS_L.test(after)
    const name = isName ? nameAt(after, mayBeAfterTitle) : smallNameAt(after)
    if (!name) continue
    const isSure = isSureName(after, name) && !PEOPLE.ofStaff.test(after.slice(name.name.length))
    yield person(name.name, at, isSure)
  }
}
