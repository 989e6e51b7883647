import { isDenied } from '../../words/corrections.ts'
import { withLetters } from '../../words/misread-letters.ts'
import { matchesIn, textAfter, textBefore } from '../../words/near.ts'
import type { OfVisit } from '../events/other-events.ts'
import { isCapitalised, isDay, isLink, isTitle } from '../people/names.ts'
import { isGivenName } from '../people/person-names.ts'
import { isSpecialty, specialtiesIn } from '../specialties/specialties.ts'
import { addressesIn, firstLine, headsIn, inField, statedIn } from './letterheads.ts'
import { nameAfter, nameBefore } from './place-names.ts'
import { isBeside, isOfPart } from './place-words.ts'
import { namedAlone } from './places-alone.ts'
import { inSmall, withBegin } from './places-by-position.ts'
import { isRemote } from './remote-appointments.ts'
import { placeAt, type SaidLocation } from './said-place.ts'

/** The endings of the specification (section 5), in both spellings. */
const ENDING =
  /(?<![\p{L}\p{N}])(?:clinic|hospital|medical cent(?:er|re)|health cent(?:er|re)|office)(?! (?:group|manager|trust|insurance)\b)(?![\p{L}\p{N}'’])/giu
/** Other endings that only places have. */
const OTHER_ENDING =
  /(?<![\p{L}\p{N}])(?:(?:medical|family|dental|general) practice|practice|(?:dental )?surgery|infirmary|institute|health service|medical group|(?:imaging|pathology|radiology)(?= cent(?:er|re)\b)(?: cent(?:er|re))|imaging|pathology|hosp|nursing home|hospice|medi-?clinic|(?:specialist|treatment|leisure|community|resource|walk-in|eye|heart|cancer|dental|wellness|imaging|diagnostic|endoscopy|surgical|day surgery|physio|sports medicine|sports|arts|civic|shopping|care) cent(?:er|re)|specialists|pharmacy|(?:medical|consulting|professional|specialist) (?:suites|rooms|chambers|plaza|mall|precinct|hub)|medical(?! (?:suites|rooms|chambers|plaza|mall|precinct|hub))|polyclinic|health hub|unit|building|tower|campus|health park|wing|pavilion|lodge)(?![\p{L}\p{N}'’])/giu
/** Endings that a part of a place has too: `stroke clinic`, `endoscopy unit`. */
const OF_PART = /^(?:clinic|unit|surgery|imaging|pathology|building|wing|practice|office|pharmacy)$/i
/** `Children's Hospital of Ohio`, `Hospital for Sick Children`. */
const GOES_ON =
  /^ (?:of (?:the )?(?!course\b|dr\b|doctor\b|my\b|your\b|our\b|mr\b|choice\b)|for (?:sick )?(?=(?:wo)?men\b|children\b))/i
/** `12 High Street`, `Level 3, 55 Collins St`. */
const STREET =
  /(?<=\b(?:at|on|to|number) |(?:^|\n|, |: ))\d{1,5}[a-z]? (?!(?:same|usual|this|that|the|a|my|our|new|any|old|with|for|to|and|from|about|then|is) )(?:\p{Lu}[\p{L}'’]+ ){1,3}(?:street|st|road|rd|avenue|ave|tce|drive|dr|lane|court|ct|highway|parade|terrace|place|boulevard|blvd|crescent|way)\b/giu
/** `St Vincent's`, `st georges`: never a surname and never a street. */
const SAINT =
  /(?<=(?:^|\n| {2}|[,.;@] |\b(?:at|in|into|to|the|clinic|unit|ward|outpatients|department|\d) ))(?:st\.?|saint) (?!street|station)\p{L}{3,}(?: of \p{L}{3,})?(?:['’]s?)?(?: (?:street|road|avenue|lane|house|private|public))?(?![\p{L}])/giu
const LEADS = /\b(?:at|in|to) (?:the )?$/i

/** `Department Clinic 5`, `the same clinic`: nobody's name. */
const NOTHING =
  /^(?:department|dept|clinics?|units?|out-?patients?|reviews?|patients?|wards?|opd|same|usual|different|normal)$/i

/** What may be meant without a name: `at the health centre`, `at the chemist`. */
const KNOWN_KIND =
  /(?<=\b(?:at|in|to|(?<on>on)) (?:the |my |our )?)(?:(?:local )?(?:medical cent(?:er|re)|health cent(?:er|re)|chemist|pharmacy)|(?!(?:the|a|my|our|your|this|that|same) )(?:(?:\p{L}+|\d+(?:st|nd|rd|th)) ){1,2}(?:street|road|avenue|terrace|parade|crescent|lane|drive))(?![\p{L}\p{N}'’])/giu
/** Where that is: `the pharmacy in boots`. */
const WHERE_IT_IS = /^ (?:in|at|on) (?:the )?(?=\p{L}{3})/iu
/** Whatever is said right after "at" and is no time, no person and no part of a house: `at specsavers`, `at the mater private`. */
const AFTER_AT =
  /(?<=(?<!\b(?:look|looks|looking|looked|aim|good|bad|guess) )(?:\bat|@) ?)(?:the )?(?=\p{L})(?<=[ @])[^\n]/giu
const NO_PLACE =
  /^(?:short|large|random|hand|swimming|noon|midday|midnight|night|dawn|lunch\p{L}*|breakfast|dinner|half|quarter|least|most|all|once|first|last|work|school|present|about|around|approximately|roughly|risk|reception|front|back|desk|door|end|start|beginning|bottom|top|moment|same|usual|latest|earliest|time|times|any|some|what|this|that|which|these|other|next|place|clinic|hospital|office|surgery|practice|dr|doctor|prof|professor|gp|mr|mrs|ms|dentist|physio|specialist|doctors?['’]?s?|dentists?['’]?s?|her|his|their|your|each|every|either|both|never|ease|level|floor|room|suite|exactly|sharp|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu
/** Where somebody else is, or was, or where to go first. */
const ELSEWHERE =
  /\b(?:works?|working|parks?|parking|used to (?:be|work)|kids? (?:are|is)|meet(?: \p{L}+)?|lunch|breakfast|coffee|(?:referred|referral|sent) (?:by|from) [^.,;\n]{1,40}) (?:at|from) (?:the )?$/iu
/** What every town has one of, or more: `at the park` may be the place or only near it. */
const ANY_SUCH_PLACE =
  /^(?:home|park|pool|gym|beach|library|school|church|hall|mall|shops?|market|pub|village|town|city|corner|station|airport|river|sea|hotel|house|farm|club|lake|gardens?|bank|post office|estate|hub|annexe?)$/i
const MOST_SAID = 3
/** `going to Boots`, `take mum to the Alfred`. */
const GOING_TO =
  /(?<=\b(?:go|going|come|coming|get|drive|take \p{L}+|taking \p{L}+|driving \p{L}+|back|over|up|down|out|across) to (?:the )?|\b(?:reminder|message|text|hello|hi|greetings|Reminder|Message|Text|Hello|Hi|Greetings) from (?:the )?)(?=\p{Lu}\p{Ll})[^\n]/gu

/** A place, and how well its words say that it is where the visit is: the lower, the better. */
export interface RankedLocation extends SaidLocation {
  rank: number
}

/**
 * The places of a text, as it has them: what stands in a field, the names that end in clinic, hospital, medical center, office or health
 * center, the heads of letters, those with another ending of places, streets with a number and saints, and what is said after "at"; last a
 * part of a place (`stroke clinic`). The ending alone ("the office") names no place, and neither does a call.
 * @param said plain (`plainText`), without its dates and times, in its lines (`inLines`)
 */
export function locationsIn(said: string): RankedLocation[] {
  const text = withLetters(said)
  if (isRemote(text)) return []
  const listed = withEnding(text, ENDING, true)
  const others = withEnding(text, OTHER_ENDING, false)
  const { businesses, others: alone } = namedAlone(text)
  const isCard = text.includes('\n')
  const isPart = (one: SaidLocation): boolean => isPartOfPlace(one.value) || (isCard && isOfDoctor(text, one))
  const heads = headsIn(text)
  const wheres = [...inNamed(text), ...inSmall(text)]
  const maySaySomebody = wheres.length > 0 && !TITLED.test(text) && seesSomebody(text)
  const named = listed.filter((one) => !isPart(one))
  const stated = isCard ? named.filter(({ at }) => LEADS.test(textBefore(text, at))) : []
  const kinds = [
    inField(text),
    [...statedIn(text), ...stated.map((one) => ({ ...one, isSure: one.isSure && isOnly(one, named) }))],
    named.filter((one) => !stated.includes(one)),
    heads.filter(({ isSure }) => isSure),
    [...others.filter((one) => !isPart(one)), ...saints(text), ...withBegin(text), ...(isCard ? [] : businesses)],
    afterAt(text),
    // A letter says in its sentences where to come; who signs it has other places too.
    [...heads, ...(isCard ? businesses : [])],
    [...matching(text, STREET), ...addressesIn(text)],
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
      .filter(({ at }) => !isDenied(text, at) && !ELSEWHERE.test(textBefore(text, at)))
      .sort((a, b) => a.at - b.at)
      // What a camera read wrong is a guess.
      .map((one) => {
        const isOther = isCard && ofOther(text, one.at)
        const isSure = one.isSure && !isOther && said.startsWith(one.words, one.at)
        return { ...one, rank: isOther ? kinds.length + rank : rank, isSure }
      }),
  )
}

const isOnly = (one: SaidLocation, all: readonly SaidLocation[]): boolean =>
  all.every(({ value }) => value.toLowerCase() === one.value.toLowerCase())

/** What a line of a card or letter says before a place that is not that of the visit. */
const OTHER_MATTER =
  /\b(?:cc|copy to|gp ?:|your gp|referr(?:ing|al|er|ed)|emergency|out of hours|after hours|registered office|head office|head of|formerly|member of|part of|prescriptions?|collect(?:ed)?|post|unwell|nearest|parking|park|bus|switchboard)\b/i

const ofOther = (text: string, at: number): boolean =>
  OTHER_MATTER.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))

/** Of the places that are left, those whose words say best that the visit is there. */
export function ofBestRank({ kept, isDoubtful }: OfVisit<RankedLocation>): OfVisit<RankedLocation> {
  const best = Math.min(...kept.map(({ rank }) => rank))
  return { kept: kept.filter(({ rank }) => rank === best), isDoubtful }
}

/** Whether a word is one that places end in, or a part of it. */
export const isPlaceWord = (word: string): boolean =>
  /^(?:clinic|hospital|medical|health|center|centre|office)$/i.test(word.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''))

function isPartOfPlace(value: string): boolean {
  const words = value.split(' ')
  const ending = words.at(-1) ?? ''
  return OF_PART.test(ending) && isOfPart(words.slice(0, -1).join(' '))
}

/** `Dr Hill's clinic`: hours of a doctor, as letters have them. */
const isOfDoctor = (text: string, { value, at }: SaidLocation): boolean =>
  /['’]s? clinic$/i.test(value) && /\b(?:dr|doctor|mr|mrs|ms|miss|prof(?:essor)?)\.? $/i.test(textBefore(text, at))

/** `pain clinic mater private`: the name of the place that a part of it is of. */
function behindPart(text: string, { at, words }: SaidLocation): SaidLocation[] {
  const end = at + words.length
  const read = text[end] === ' ' ? nameAfter(text, end + 1) : null
  const isShort = read?.isSure === true && read.name.split(' ').length <= MOST_SAID
  const isName = isShort && !isGivenName(read.name.split(' ')[0] ?? '') && !isOfPart(read.name)
  return isName ? [placeAt(read.name, end + 1, false)] : []
}

/** `up in the Mater`, `the scan is in Galway`: only capitals tell. */
const IN_NAMED = /(?<=\b(?:in|into) (?:the )?|\b(?:it['’]?s|it is) the )(?=\p{Lu}\p{Ll})[^\n]/gu

const inNamed = (text: string): SaidLocation[] =>
  text.includes('\n')
    ? []
    : matchesIn(text, IN_NAMED).flatMap(({ index }) => {
        const name = nameAfter(text, index)?.name
        const isName =
          name !== undefined && !isOfPart(name) && !isOnlySpecialties(name.split(' ')) && !HAS_ENDING.test(name)
        return isName ? [placeAt(name, index, false)] : []
      })

/** `audiology clinic in ballina`: a part of a place is said with the town. */
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
 * `Boots in Ballina`, behind a comma or what was taken out: where the brand begins; else where the town does.
 * @param maySaySomebody whether somebody without a title is seen, who may be in the town
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
const TITLED = /\b(?:dr|doctor|prof|professor|mr|mrs|ms|miss)\b/i
const seesSomebody = (text: string): boolean =>
  specialtiesIn(text).some(({ value }) =>
    /(?:ist|path|nurse|midwife|counsellor|practitioner|trician|gp|dental|visitor)$/i.test(value),
  )

/** At most so many words, but for capitalised ones; at home somebody comes, or calls. */
function afterAt(text: string): SaidLocation[] {
  const going = matchesIn(text, GOING_TO).flatMap(({ index }) => {
    const name = nameAfter(text, index)?.name
    const isName =
      name !== undefined &&
      !isOfPart(name) &&
      !isOnlySpecialties(name.split(' ')) &&
      !isGivenName(name.split(' ')[0] ?? '')
    return isName && !HAS_ENDING.test(name) ? [placeAt(name, index, false)] : []
  })
  const at = matchesIn(text, AFTER_AT).flatMap(({ 0: all, index }) => {
    const at = index + all.length - 1
    const read = nameAfter(text, at)
    if (!read || KNOWN_KIND_BEGINS.test(read.name) || HAS_ENDING.test(read.name)) return []
    const words = read.name.split(' ')
    const isLong = words.filter((word) => !/^(?:of|the)$/.test(word)).length > MOST_SAID
    if (
      NO_PLACE.test(words[0] ?? '') ||
      /^place$/i.test(words.at(-1) ?? '') ||
      isOfPart(read.name) ||
      isOnlySpecialties(words)
    )
      return []
    if (!isCapitalised(read.name) && (isLong || !read.isSure)) return []
    return [placeAt(read.name, at, read.isSure && !ANY_SUCH_PLACE.test(read.name))]
  })
  return [...at, ...going]
}

const HAS_ENDING = new RegExp(ENDING.source, 'iu')
const KNOWN_KIND_BEGINS = /^(?:(?:local )?(?:medical cent(?:er|re)|health cent(?:er|re)|chemist|pharmacy)$)/i

/** `physio`, `dental`: what somebody goes for, but not `Dental Express`. */
const isOnlySpecialties = (words: readonly string[]): boolean =>
  words.every((word) => specialtiesIn(word).length > 0) || /^(?:opticians?|physio)['’]?s?$/i.test(words[0] ?? '')

const matching = (text: string, pattern: RegExp): SaidLocation[] =>
  matchesIn(text, pattern).map(({ 0: words, index }) => placeAt(words, index, false))

const saints = (text: string): SaidLocation[] =>
  matchesIn(text, SAINT).map(({ 0: words, index }) =>
    placeAt(words, index, LEADS.test(text.slice(Math.max(0, index - 10), index))),
  )

function knownKinds(text: string): SaidLocation[] {
  const all = matchesIn(text, KNOWN_KIND).map(({ 0: kind, index, groups }) => {
    const end = index + kind.length
    const link = WHERE_IT_IS.exec(textAfter(text, end))?.[0] ?? ''
    const where = link === '' ? null : nameAfter(text, end + link.length)
    const isNamed = where?.isSure === true && where.name.split(' ').length <= MOST_SAID
    const name = isNamed ? `${kind}${link}${where.name}` : kind
    return placeAt(name, index, groups?.on === undefined)
  })
  // The street of "the pharmacy on King Street" is said with it.
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
      before.name.split(' ').every((word) => NOTHING.test(word)) ||
      (/surgery$/i.test(ending) && (isOfPart(before.name) || isSpecialty(`${before.name} ${ending}`)))
    )
      return []
    const name = withoutLabel(text, before.name, index - 1 - before.name.length)
    const at = index - 1 - name.length
    return [placeAt(`${name} ${ending}${rest.name}`, at, isListed && before.isSure && rest.isSure)]
  })
}

/** What the name of a place goes on with behind its ending. */
function goingOn(text: string, end: number): { name: string; isSure: boolean } {
  const link = GOES_ON.exec(textAfter(text, end))?.[0]
  const name = link === undefined ? null : nameAfter(text, end + link.length)
  return name === null ? { name: '', isSure: true } : { name: `${link}${name.name}`, isSure: name.isSure }
}

/** `Hospital   Hill General Hospital`: what a line of a table is of. */
const LABEL =
  /^(?:hospital|clinic|surgery|practice|cent(?:er|re)|facility|site|venue|branch|where|location|place|dept|department|attend) (?=\p{Lu}\p{L}+)/iu

const withoutLabel = (text: string, name: string, at: number): string =>
  text.includes('\n') && (at === 0 || /[\n|] ?$/.test(textBefore(text, at))) ? name.replace(LABEL, '') : name
