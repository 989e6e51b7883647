import { matchesIn, textBefore } from '../../words/near.ts'
import { PEOPLE } from '../cues.ts'
import { isPlaceWord } from '../places/locations.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { bareNames, isBareName } from './bare-names.ts'
import { isFamilyName, isGivenName } from './known-names.ts'
import {
  hasNames,
  INITIALS,
  isOrganisation,
  mayBeAfterTitle,
  mayBeName,
  NAME_WORD,
  nameAt,
  nameFrom,
  withoutEnd,
  wordsOfLine,
} from './name-at.ts'
import { bare, isCapitalised, isShortDay } from './names.ts'
import type { SaidDoctor } from './said-doctor.ts'

/** Names that stand where the one of a doctor does. */
export function* withoutTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  for (const { 0: words, index } of matchesIn(text, PEOPLE.ledIn)) {
    const at = index + words.length
    const after = text.slice(at)
    // Without a title only capitals tell a name, or a list of names: "see him soon".
    const first = after.split(/[ \n]/, 1)[0] ?? ''
    const hasHonorific = /\b(?:mr|mister|mrs|missus|ms|miss|mx)\.? $/i.test(words)
    const isName = isCapitalised(after) || (!hasCapitals && (hasHonorific || isGivenName(first)))
    if (!isName) continue
    const mayBe = (word: string) => !PEOPLE.organisation.test(bare(word)) && mayBeName(word, false)
    const read = nameFrom(after, mayBe)
    const name = read?.name ?? ''
    const next = wordsOfLine(text.slice(at + name.length)).slice(0, 2)
    if (
      name === '' ||
      isShortDay(first, '') ||
      next.some((word) => PEOPLE.organisation.test(bare(word)) || isPlaceWord(word))
    )
      continue
    // "appointment with Medicare" is with nobody: one word alone is a name where a title or a calling stands before it.
    const isCalling = PEOPLE.calling.test(words) || hasSpecialtyBefore(text, at)
    if (!name.includes(' ') && !hasHonorific && !isCalling) continue
    const isAlong = / with,?[ \n]$/i.test(words) && PEOPLE.takenAlong.test(textBefore(text, index))
    const isSure = read?.isSure === true && (hasHonorific || isGivenName(first)) && isCalling && !isAlong
    yield { value: name, words: name, at, isSure }
  }
}
const ENDS_PART = /^\.?(?:$|[,;!?]| {2,})/

/** One name alone, without a title: a guess at most. */
export function* byGivenName(text: string): Iterable<SaidDoctor> {
  if (!text.includes('\n'))
    for (const { 0: words, index } of matchesIn(text, PEOPLE.begins)) {
      const at = index + words.length
      const after = text.slice(at)
      const read = nameFrom(after)
      if (read && PEOPLE.isSeen.test(after.slice(read.name.length)))
        yield { value: read.name, words: read.name, at, isSure: false }
    }
  for (const { 0: words, index } of matchesIn(text, PEOPLE.apart)) {
    const at = index + words.length
    const name = nameAt(text.slice(at), mayBeAfterTitle)?.name
    if (name && !INITIALS.test(name) && ENDS_PART.test(text.slice(at + name.length)))
      yield { value: name, words: name, at, isSure: false }
  }
  const hasCapitals = hasNames(text)
  for (const { 0: words, index, groups = {} } of matchesIn(text, PEOPLE.givenLed)) {
    const at = index + words.length
    const [word = ''] = text.slice(at).split(/[ \n]/, 1)
    const name = withoutEnd(word)
    const after = text.slice(at + name.length)
    const isAsked = /^ask|name|called/i.test(groups.lead ?? '')
    const isNamed = isGivenName(name) ? !hasCapitals || isCapitalised(name) : isAsked && isCapitalised(name)
    if (!isNamed || PEOPLE.withoutTitleAlong.test(textBefore(text, index)) || PEOPLE.nextOfName.test(after)) continue
    const [next = ''] = after.trimStart().split(/[ \n]/, 1)
    const isPlace = [name, bare(next)].some((each) => PEOPLE.organisation.test(each) || isPlaceWord(each))
    if (isPlace || PEOPLE.desk.test(name) || !mayBeName(name, true) || !NAME_WORD.test(name)) continue
    const rest = text.slice(at)
    const full = nameFrom(rest)
    const behind =
      rest
        .slice(full?.name.length ?? 0)
        .trimStart()
        .split(/[ \n]/, 1)[0] ?? ''
    const isWhole =
      /name|called/i.test(groups.lead ?? '') ||
      isFamilyName(full?.name.split(' ')[1] ?? '') ||
      (isCapitalised(name) && hasCapitals && isBareName(full?.name ?? '') && !isOrganisation(behind))
    const value = isWhole && full?.name.startsWith(name) ? full.name : name
    yield { value, words: value, at, isSure: false }
  }
}

/** Where only the position tells that somebody is named: a guess. */
export function* byPosition(text: string): Iterable<SaidDoctor> {
  const mayBe = (word: string, isFirst: boolean) => !isOrganisation(word) && mayBeName(word, isFirst)
  const nameOf = (after: string): string => {
    const [first = '', ...others] = wordsOfLine(after)
    if (!mayBe(first, false)) return ''
    const name = nameFrom(after, mayBe)?.name ?? ''
    const next = others[name.split(' ').length - 1] ?? ''
    return INITIALS.test(name) || (name !== '' && after.startsWith(`${name} `) && PEOPLE.isPlace.test(bare(next)))
      ? ''
      : name
  }
  for (const { name, at } of bareNames(text, hasNames(text), nameOf))
    yield { value: name, words: name, at, isSure: false }
}

const hasSpecialtyBefore = (text: string, at: number): boolean =>
  readSpecialty(textBefore(text, at).replace(PEOPLE.beforeSpecialty, '').split(' ').at(-1) ?? '') !== ''
