import { isDenied } from '../../words/corrections.ts'
import { withLetters } from '../../words/misread-letters.ts'
import { matchesIn, textAfter, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import type { OfAppointment } from '../events/other-events.ts'
import { isGivenName } from '../people/known-names.ts'
import { isCapitalised, isDay, isLink, isTitle } from '../people/names.ts'
import { isSpecialty, specialtiesIn } from '../specialties/specialties.ts'
import { addressesIn, firstLine, headsIn, inField, statedIn } from './letterheads.ts'
import { nameAfter, nameBefore, namesBehind } from './place-names.ts'
import { isBeside, isOfPart, isRemote, placeAt, type SaidLocation } from './place-words.ts'
import { namedAlone } from './places-alone.ts'
import { inSmall, withBegin } from './places-by-position.ts'

const LEADS = /\b(?:at|in|to) (?:the )?$/i
/** Where the place is: `the pharmacy in boots`. */
const WHERE_IT_IS = /^ (?:in|at|on) (?:the )?(?=\p{L}{3})/iu
const MOST_SAID = 3

/** A place, and how well its words show that the appointment is there: the lower, the better. */
export interface RankedLocation extends SaidLocation {
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
  const listed = withEnding(text, PLACES.ending, true)
  const others = withEnding(text, PLACES.otherEnding, false)
  const { businesses, others: alone } = namedAlone(text)
  const isCard = text.includes('\n')
  const isPart = (one: SaidLocation): boolean => isPartOfPlace(one.value) || (isCard && isOfDoctor(text, one))
  const heads = headsIn(text)
  const wheres = [...inNamed(text), ...inSmall(text)]
  const maySaySomebody = wheres.length > 0 && !PLACES.titled.test(text) && seesSomebody(text)
  const named = listed.filter((one) => !isPart(one))
  const stated = isCard ? named.filter(({ at }) => LEADS.test(textBefore(text, at))) : []
  const kinds = [
    inField(text),
    [...statedIn(text), ...stated.map((one) => ({ ...one, isSure: one.isSure && isOnly(one, named) }))],
    named.filter((one) => !stated.includes(one)),
    heads.filter(({ isSure }) => isSure),
    [...others.filter((one) => !isPart(one)), ...saints(text), ...withBegin(text), ...(isCard ? [] : businesses)],
    afterAt(text),
    // A letter says in its sentences where to come; its sender may have other places too.
    [...heads, ...(isCard ? businesses : [])],
    [...matching(text, PLACES.street), ...addressesIn(text)],
    knownKinds(text),
    [
      ...alone,
      ...wheres.map((one) => withPart(text, one, listed.filter(isPart), maySaySomebody)),
      ...listed.filter(isPart).flatMap((one) => behindPart(text, one)),
    ],
    firstLine(text),
    [...listed.filter(isPart), ...others.filter((one) => isPart(one) && /unit$/i.test(one.value))],
  ]
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

const isOnly = (one: SaidLocation, all: readonly SaidLocation[]): boolean =>
  all.every(({ value }) => value.toLowerCase() === one.value.toLowerCase())

const ofOther = (text: string, at: number): boolean =>
  PLACES.otherMatter.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))

/** Of the remaining places, returns those whose words best show that the appointment is there. */
export function ofBestRank({ kept, isDoubtful }: OfAppointment<RankedLocation>): OfAppointment<RankedLocation> {
  const best = Math.min(...kept.map(({ rank }) => rank))
  return { kept: kept.filter(({ rank }) => rank === best), isDoubtful }
}

function isPartOfPlace(value: string): boolean {
  const words = value.split(' ')
  const ending = words.at(-1) ?? ''
  return PLACES.ofPart.test(ending) && isOfPart(words.slice(0, -1).join(' '))
}

/** `Dr Hill's clinic`: a doctor's consulting hours, as letters put it. */
const isOfDoctor = (text: string, { value, at }: SaidLocation): boolean =>
  /['’]s? clinic$/i.test(value) && /\b(?:dr|doctor|mr|mrs|ms|miss|prof(?:essor)?)\.? $/i.test(textBefore(text, at))

/** `pain clinic mater private`: the name of the place that a part of it belongs to. */
function behindPart(text: string, { at, words }: SaidLocation): SaidLocation[] {
  const end = at + words.length
  const read = text[end] === ' ' ? nameAfter(text, end + 1) : null
  const isShort = read?.isSure === true && read.name.split(' ').length <= MOST_SAID
  const isName = isShort && !isGivenName(read.name.split(' ')[0] ?? '') && !isOfPart(read.name)
  return isName ? [placeAt(read.name, end + 1, false)] : []
}

const inNamed = (text: string): SaidLocation[] =>
  text.includes('\n') ? [] : namesBehind(text, [PLACES.inNamed], isNamed)

/** Returns whether a name in capitals says more than what is done there. */
const isNamed = (name: string): boolean =>
  !isOfPart(name) && !isOnlySpecialties(name.split(' ')) && !HAS_ENDING.test(name)

/** `audiology clinic in ballina`: a part of a place is given with the town. */
function withPart(
  text: string,
  where: SaidLocation,
  parts: readonly SaidLocation[],
  maySaySomebody: boolean,
): SaidLocation {
  const part = parts.find(({ at, words }) =>
    /^ (?:up |down |over |out )?in $/i.test(text.slice(at + words.length, where.at)),
  )
  const begin = part?.at ?? brandBefore(text, where.at, maySaySomebody)
  return placeAt(text.slice(begin, where.at + where.words.length), begin, false)
}

/**
 * Returns where the place begins in `Boots in Ballina`: at the brand, if that follows a comma or removed text;
 * otherwise at the town.
 * @param maySaySomebody whether the practitioner may be named without a title, and may be in the town
 */
function brandBefore(text: string, at: number, maySaySomebody: boolean): number {
  const brand = BRAND_BEFORE.exec(textBefore(text, at))
  const name = brand?.groups?.brand ?? ''
  const words = name.split(' ')
  const isPerson = words.some(isGivenName) || (words.length > 1 && maySaySomebody)
  const isBrand =
    name !== '' && words.every((word) => !isLink(word) && !isBeside(word) && !isDay(word) && !isTitle(word))
  return isBrand && !isPerson && !isOfPart(name) && !isSpecialty(name)
    ? at - (brand?.[0].length ?? 0) + (brand?.groups?.lead?.length ?? 0)
    : at
}

const BRAND_BEFORE = /(?<lead>^|[,.;] | {2})(?<brand>\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+){0,2}) in (?:the )?$/u
const seesSomebody = (text: string): boolean =>
  specialtiesIn(text).some(({ value }) =>
    /(?:ist|path|nurse|midwife|counsellor|practitioner|trician|gp|dental|visitor)$/i.test(value),
  )

/** Limits the number of words, except capitalised ones; "at home" means a home visit or a call. */
function afterAt(text: string): SaidLocation[] {
  const going = namesBehind(text, [PLACES.goingTo], (name) => isNamed(name) && !isGivenName(name.split(' ')[0] ?? ''))
  const at = matchesIn(text, PLACES.afterAt).flatMap(({ 0: all, index }) => {
    const at = index + all.length - 1
    const read = nameAfter(text, at)
    if (!read || PLACES.knownKindBegins.test(read.name) || HAS_ENDING.test(read.name)) return []
    const words = read.name.split(' ')
    const isLong = words.filter((word) => !/^(?:of|the)$/.test(word)).length > MOST_SAID
    if (
      PLACES.noPlaceAfterAt.test(words[0] ?? '') ||
      /^place$/i.test(words.at(-1) ?? '') ||
      isOfPart(read.name) ||
      isOnlySpecialties(words)
    )
      return []
    if (!isCapitalised(read.name) && (isLong || !read.isSure)) return []
    return [placeAt(read.name, at, read.isSure && !PLACES.anySuchPlace.test(read.name))]
  })
  return [...at, ...going]
}

const HAS_ENDING = new RegExp(PLACES.ending.source, 'iu')

/** `physio`, `dental`: only the purpose, unlike `Dental Express`. */
const isOnlySpecialties = (words: readonly string[]): boolean =>
  words.every((word) => specialtiesIn(word).length > 0) || /^(?:opticians?|physio)['’]?s?$/i.test(words[0] ?? '')

const matching = (text: string, pattern: RegExp): SaidLocation[] =>
  matchesIn(text, pattern).map(({ 0: words, index }) => placeAt(words, index, false))

const saints = (text: string): SaidLocation[] =>
  matchesIn(text, PLACES.saint).map(({ 0: words, index }) =>
    placeAt(words, index, LEADS.test(text.slice(Math.max(0, index - 10), index))),
  )

function knownKinds(text: string): SaidLocation[] {
  const all = matchesIn(text, PLACES.knownKind).map(({ 0: kind, index, groups }) => {
    const end = index + kind.length
    const link = WHERE_IT_IS.exec(textAfter(text, end))?.[0] ?? ''
    const where = link === '' ? null : nameAfter(text, end + link.length)
    const isNamed = where?.isSure === true && where.name.split(' ').length <= MOST_SAID
    const name = isNamed ? `${kind}${link}${where.name}` : kind
    return placeAt(name, index, groups?.on === undefined)
  })
  // The street in "the pharmacy on King Street" belongs to the place.
  return all.filter(({ at }) => all.every((one) => one.at >= at || one.at + one.words.length <= at))
}

function withEnding(text: string, endings: RegExp, isListed: boolean): SaidLocation[] {
  return matchesIn(text, endings).flatMap(({ 0: ending, index }) => {
    const rest = goingOn(text, index + ending.length)
    const before = text[index - 1] === ' ' ? nameBefore(text, index) : null
    if (before === null && rest.name !== '') return [placeAt(`${ending}${rest.name}`, index, false)]
    // "Orthopedic Surgery" is what is done, not where.
    if (
      before === null ||
      before.name.split(' ').every((word) => PLACES.nothing.test(word)) ||
      (/surgery$/i.test(ending) && (isOfPart(before.name) || isSpecialty(`${before.name} ${ending}`)))
    )
      return []
    const name = withoutLabel(text, before.name, index - 1 - before.name.length)
    const at = index - 1 - name.length
    return [placeAt(`${name} ${ending}${rest.name}`, at, isListed && before.isSure && rest.isSure)]
  })
}

/** Returns what the name of a place continues with after its ending. */
function goingOn(text: string, end: number): { name: string; isSure: boolean } {
  const link = PLACES.goesOn.exec(textAfter(text, end))?.[0]
  const name = link === undefined ? null : nameAfter(text, end + link.length)
  return name === null ? { name: '', isSure: true } : { name: `${link}${name.name}`, isSure: name.isSure }
}

const withoutLabel = (text: string, name: string, at: number): string =>
  text.includes('\n') && (at === 0 || /[\n|] ?$/.test(textBefore(text, at))) ? name.replace(PLACES.label, '') : name
