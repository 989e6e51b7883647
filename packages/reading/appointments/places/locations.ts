import { isDenied } from '../../words/corrections.ts'
import { withLetters } from '../../words/misread-letters.ts'
import { matchesIn, textAfter, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import type { OfAppointment } from '../events/other-events.ts'
import { firstWord, isCapitalised, isGivenName, lastWord } from '../people/names.ts'
import { type Name, type Said, saidAt } from '../said.ts'
import { isSpecialty, specialtiesIn } from '../specialties/specialties.ts'
import { addressesIn, firstLine, headsIn, inField } from './letterheads.ts'
import { nameAfter, nameBefore, namesBehind } from './place-names.ts'
import { isOfName, isOfPart, isRemote } from './place-words.ts'
import { aloneIn, businessesIn, inSmall, withBegin } from './places-alone.ts'

const LEADS = /\b(?:at|in|to) (?:the )?$/i
/** Where the place is: `the pharmacy in boots`. */
const WHERE_IT_IS = /^ (?:in|at|on) (?:the )?(?=\p{L}{3})/iu
const MOST_SAID = 3

/** A place, and how well its words show that the appointment is there: the lower, the better. */
export interface RankedLocation extends Said {
  rank: number
}

/**
 * Returns the places in a text, as it writes them: the contents of a field, names that end in clinic, hospital, medical
 * center, office or health center, headings of letters, names with other endings of places, numbered streets, saints,
 * and what follows "at"; last a part of a place (`stroke clinic`). The ending alone ("the office") is not a name of a
 * place, and neither is a call.
 * @param said plain (`plainText`), without its dates and times, in its lines (`inLines`)
 */
export function locationsIn(said: string): RankedLocation[] {
  const text = withLetters(said)
  if (isRemote(text)) return []
  const isCard = text.includes('\n')
  const kinds = isCard ? onCard(text) : inSpeech(text)
  return kinds.flatMap((places, rank) =>
    places
      .filter(({ at }) => !isDenied(text, at) && !PLACES.elsewhere.test(textBefore(text, at)))
      .sort((a, b) => a.at - b.at)
      // What a camera misread is a guess.
      .map((one) => {
        const isOther = isCard && ofOther(text, one.at)
        const isSure = one.isSure && !isOther && said.startsWith(one.words, one.at)
        return { ...one, rank: isOther ? kinds.length + rank : rank, isSure }
      }),
  )
}

/** Returns the places of a card or letter, the surest kinds first. */
function onCard(text: string): Said[][] {
  const isDoctors = (one: Said): boolean => isPartOfPlace(one) || isOfDoctor(text, one)
  const { named, parts, others, otherParts } = endingsIn(text, isDoctors)
  const isStated = ({ at }: Said): boolean => LEADS.test(textBefore(text, at))
  const stated = named.filter(isStated).map((one) => ({ ...one, isSure: one.isSure && isOnly(one, named) }))
  const heads = headsIn(text)
  return [
    inField(text),
    [...namesBehind(text, [PLACES.stated], (name) => !isOfPart(name)), ...stated],
    named.filter((one) => !isStated(one)),
    heads.filter(({ isSure }) => isSure),
    [...others, ...saints(text), ...withBegin(text)],
    afterAt(text),
    // A letter says in its sentences where to come; its sender may have other places too.
    [...heads, ...businessesIn(text)],
    [...matching(text, PLACES.street), ...addressesIn(text)],
    knownKinds(text),
    parts.flatMap((one) => behindPart(text, one)),
    firstLine(text),
    [...parts, ...otherParts],
  ]
}

/** Returns the places of what is said or of a message, the surest kinds first. */
function inSpeech(text: string): Said[][] {
  const { named, parts, others, otherParts } = endingsIn(text, isPartOfPlace)
  const wheres = [...namesBehind(text, [PLACES.inNamed], isNamed), ...inSmall(text)]
  return [
    inField(text),
    named,
    [...others, ...saints(text), ...withBegin(text), ...businessesIn(text)],
    afterAt(text),
    [...matching(text, PLACES.street), ...addressesIn(text)],
    knownKinds(text),
    [
      ...aloneIn(text),
      ...wheres.map((one) => withPart(text, one, parts)),
      ...parts.flatMap((one) => behindPart(text, one)),
    ],
    firstLine(text),
    [...parts, ...otherParts],
  ]
}

/** Returns the names with the endings of places, apart from those that say only a part of a place. */
function endingsIn(text: string, isPart: (one: Said) => boolean) {
  const listed = withEnding(text, PLACES.ending, true)
  const others = withEnding(text, PLACES.otherEnding, false)
  return {
    named: listed.filter((one) => !isPart(one)),
    parts: listed.filter(isPart),
    others: others.filter((one) => !isPart(one)),
    otherParts: others.filter((one) => isPart(one) && /unit$/i.test(one.value)),
  }
}

const isOnly = (one: Said, all: readonly Said[]): boolean =>
  all.every(({ value }) => value.toLowerCase() === one.value.toLowerCase())

const ofOther = (text: string, at: number): boolean =>
  PLACES.otherMatter.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))

/** Of the remaining places, returns those whose words best show that the appointment is there. */
export function ofBestRank({ kept, isDoubtful }: OfAppointment<RankedLocation>): OfAppointment<RankedLocation> {
  const best = Math.min(...kept.map(({ rank }) => rank))
  return { kept: kept.filter(({ rank }) => rank === best), isDoubtful }
}

const isPartOfPlace = ({ value }: Said): boolean =>
  PLACES.ofPart.test(lastWord(value)) && isOfPart(value.split(' ').slice(0, -1).join(' '))

/** `Dr Hill's clinic`: a doctor's consulting hours, as letters put it. */
const isOfDoctor = (text: string, { value, at }: Said): boolean =>
  /['’]s? clinic$/i.test(value) && /\b(?:dr|doctor|mr|mrs|ms|miss|prof(?:essor)?)\.? $/i.test(textBefore(text, at))

const isShort = ({ name, isSure }: Name): boolean => isSure && name.split(' ').length <= MOST_SAID

/** `pain clinic mater private`: the name of the place that a part of it belongs to. */
function behindPart(text: string, { at, words }: Said): Said[] {
  const end = at + words.length
  const read = text[end] === ' ' ? nameAfter(text, end + 1) : null
  if (!read || !isShort(read) || isGivenName(firstWord(read.name)) || isOfPart(read.name)) return []
  return [saidAt(read.name, end + 1, false)]
}

/** Returns whether a name in capitals says more than what is done there. */
const isNamed = (name: string): boolean =>
  !isOfPart(name) && !isOnlySpecialties(name.split(' ')) && !HAS_ENDING.test(name)

/** `audiology clinic in ballina`: a part of a place is given with the town. */
function withPart(text: string, where: Said, parts: readonly Said[]): Said {
  const part = parts.find(({ at, words }) =>
    /^ (?:up |down |over |out )?in $/i.test(text.slice(at + words.length, where.at)),
  )
  const begin = part?.at ?? brandBefore(text, where.at)
  return saidAt(text.slice(begin, where.at + where.words.length), begin, false)
}

const BRAND_BEFORE = /(?:^|[,.;] | {2})(?<brand>\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+){0,2}) in (?:the )?$/u

/**
 * Returns where the place begins in `Boots in Ballina`: at the brand, if that follows a comma or removed text;
 * otherwise at the town. Two words may be the practitioner, if nobody else is named.
 */
function brandBefore(text: string, at: number): number {
  const before = textBefore(text, at)
  const name = BRAND_BEFORE.exec(before)?.groups?.brand ?? ''
  const words = name.split(' ')
  const isPerson = words.some(isGivenName) || (words.length > 1 && !PLACES.titled.test(text) && seesSomebody(text))
  const isBrand = words.every(isOfName) && !isOfPart(name) && !isSpecialty(name)
  return isBrand && !isPerson ? at - before.length + before.lastIndexOf(name) : at
}

const seesSomebody = (text: string): boolean =>
  specialtiesIn(text).some(({ value }) =>
    /(?:ist|path|nurse|midwife|counsellor|practitioner|trician|gp|dental|visitor)$/i.test(value),
  )

/** Limits the number of words, except capitalised ones; "at home" means a home visit or a call. */
const afterAt = (text: string): Said[] => [
  ...matchesIn(text, PLACES.afterAt).flatMap(({ 0: all, index }) => {
    const at = index + all.length - 1
    const read = nameAfter(text, at)
    return read && isAfterAt(read) ? [saidAt(read.name, at, read.isSure && !PLACES.anySuchPlace.test(read.name))] : []
  }),
  ...namesBehind(text, [PLACES.goingTo], (name) => isNamed(name) && !isGivenName(firstWord(name))),
]

function isAfterAt({ name, isSure }: Name): boolean {
  const words = name.split(' ')
  const isLong = words.filter((word) => !/^(?:of|the)$/.test(word)).length > MOST_SAID
  const isOther = PLACES.knownKindBegins.test(name) || PLACES.noPlaceAfterAt.test(firstWord(name))
  return !isOther && isNamed(name) && !/^place$/i.test(lastWord(name)) && (isCapitalised(name) || (!isLong && isSure))
}

const HAS_ENDING = new RegExp(PLACES.ending.source, 'iu')

/** `physio`, `dental`: only the purpose, unlike `Dental Express`. */
const isOnlySpecialties = (words: readonly string[]): boolean =>
  words.every((word) => specialtiesIn(word).length > 0) || /^(?:opticians?|physio)['’]?s?$/i.test(words[0] ?? '')

const matching = (text: string, pattern: RegExp): Said[] =>
  matchesIn(text, pattern).map(({ 0: words, index }) => saidAt(words, index, false))

const saints = (text: string): Said[] =>
  matching(text, PLACES.saint).map((one) => ({ ...one, isSure: LEADS.test(textBefore(text, one.at)) }))

function knownKinds(text: string): Said[] {
  const all = matchesIn(text, PLACES.knownKind).map(({ 0: kind, index, groups }) => {
    const end = index + kind.length
    const link = WHERE_IT_IS.exec(textAfter(text, end))?.[0] ?? ''
    const where = link === '' ? null : nameAfter(text, end + link.length)
    const name = where && isShort(where) ? `${kind}${link}${where.name}` : kind
    return saidAt(name, index, groups?.on === undefined)
  })
  // The street in "the pharmacy on King Street" belongs to the place.
  return all.filter(({ at }) => all.every((one) => one.at >= at || one.at + one.words.length <= at))
}

function withEnding(text: string, endings: RegExp, isListed: boolean): Said[] {
  return matchesIn(text, endings).flatMap(({ 0: ending, index }) => {
    const rest = goingOn(text, index + ending.length)
    const before = text[index - 1] === ' ' ? nameBefore(text, index) : null
    if (before === null) return rest.name === '' ? [] : [saidAt(`${ending}${rest.name}`, index, false)]
    // "Orthopedic Surgery" is what is done, not where.
    const isDone = /surgery$/i.test(ending) && (isOfPart(before.name) || isSpecialty(`${before.name} ${ending}`))
    if (isDone || before.name.split(' ').every((word) => PLACES.nothing.test(word))) return []
    const name = withoutLabel(text, before.name, index - 1 - before.name.length)
    const at = index - 1 - name.length
    return [saidAt(`${name} ${ending}${rest.name}`, at, isListed && before.isSure && rest.isSure)]
  })
}

/** Returns what the name of a place continues with after its ending. */
function goingOn(text: string, end: number): Name {
  const link = PLACES.goesOn.exec(textAfter(text, end))?.[0]
  const name = link === undefined ? null : nameAfter(text, end + link.length)
  return name === null ? { name: '', isSure: true } : { name: `${link}${name.name}`, isSure: name.isSure }
}

const withoutLabel = (text: string, name: string, at: number): string =>
  text.includes('\n') && (at === 0 || /[\n|] ?$/.test(textBefore(text, at))) ? name.replace(PLACES.label, '') : name
