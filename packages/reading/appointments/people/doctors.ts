import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PEOPLE } from '../cues.ts'
import { inField } from './in-field.ts'
import type { SaidDoctor } from './said-doctor.ts'
import { withTitle } from './titled.ts'
import { byGivenName, byPosition, withoutTitle } from './untitled.ts'

/**
 * Every name after "Dr", "Doctor" or "Professor", without the title; where there is none, the names that stand where the one of a
 * doctor does ("appointment with Sarah Lee", "my cardiologist Sarah Lee"). In the order of the text.
 * @param text plain (`plainText`), without its dates, in its lines (`inLines`)
 */
export function doctorsIn(text: string): SaidDoctor[] {
  const [named = []] = [withTitle, inField, withoutTitle, byGivenName, byPosition]
    .map((reading) => [...reading(text)])
    .filter((doctors) => doctors.length > 0)
  return named
}

/** Whether a weekday is who is seen, not when: `Doctor Friday on Thursday`, `Doctor Friday at the Elm Clinic on Thursday`. */
export function isSurname(text: string, { at, words, isWeekday }: SaidDate, next: SaidDate | undefined): boolean {
  if (!isWeekday || words.includes(' ') || next === undefined) return false
  const before = textBefore(text, at)
  const between = text.slice(at + words.length, next.at)
  return (
    (/ on (?:the )?$/.test(between) || PEOPLE.atPlace.test(between)) &&
    /(?:^|(?<!\b(?:the|a|my|your|our)) )(?:dr|doctor)\.? $/i.test(before)
  )
}

/** `Sarah Chen` and `Chen` are one. */
export const isSamePerson = (a: Read<string>, b: Read<string>): boolean =>
  ` ${a.value} `.toLowerCase().includes(` ${b.value} `.toLowerCase()) ||
  ` ${b.value} `.toLowerCase().includes(` ${a.value} `.toLowerCase())
