import { matchesIn, textBefore } from '../../words/near.ts'
import { isPlaceWord } from '../places/locations.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { bareNames, isBareName } from './bare-names.ts'
import {
  bare,
  hasNames,
  INITIALS,
  IS_PLACE,
  isOrganisation,
  mayBeAfterTitle,
  mayBeName,
  NAME_WORD,
  nameAt,
  nameFrom,
  ORGANISATION,
  withoutEnd,
  wordsOfLine,
} from './name-at.ts'
import { isCapitalised, isShortDay } from './names.ts'
import { isFamilyName, isGivenName } from './person-names.ts'
import type { SaidDoctor } from './said-doctor.ts'

/** What stands before the name of somebody who is seen, where no title does. */
const LED_IN =
  /\b(?:with(?= (?:mr|mrs|ms|miss|mx)\b)|(?:appointment|booking|booked|booked in|visit|consultation|check-?up|review|follow-?up|session|scheduled|checkup) (?:is )?(?:with|to see)|(?:see|seeing|visit|visiting|meet|meeting)|doctor(?:['’]s)? (?:is|name is|called)|(?:(?:physio|physiotherapist|psychologist|psychiatrist|therapist|dentist|surgeon|specialist|optometrist|podiatrist|audiologist|chiropractor|nurse(?: practitioner)?|midwife|dietitian|counsellor|osteopath|chiropodist|hygienist|orthodontist|acupuncturist|optician|health visitor|consultant|registrar|gp|\p{L}+(?:ologist|iatrist|iatrician))(?: is| named| called| with)?,?))[ \n](?:(?:mr|mister|mrs|missus|ms|miss|mx)\.? )?(?=\p{Lu})/giu
const CALLING =
  /\b(?:physio|physiotherapist|psychologist|psychiatrist|therapist|dentist|surgeon|optometrist|podiatrist|audiologist|chiropractor|nurse|practitioner|midwife|dietitian|counsellor|osteopath|chiropodist|hygienist|orthodontist|acupuncturist|optician|health visitor|consultant|registrar|\p{L}+(?:ologist|iatrist|iatrician))(?: is| named| called| with)?,?[ \n](?:(?:mr|mister|mrs|missus|ms|miss|mx)\.? )?$/iu
const BEFORE_SPECIALTY = /(?:,? (?:the|my|a|an|our|who is (?:a|an|my)))? ?(?: with)? ?$/i

/** Names that stand where the one of a doctor does. */
export function* withoutTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  for (const { 0: words, index } of matchesIn(text, LED_IN)) {
    const at = index + words.length
    const after = text.slice(at)
    // Without a title only capitals tell a name, or a list of names: "see him soon".
    const first = after.split(/[ \n]/, 1)[0] ?? ''
    const hasHonorific = /\b(?:mr|mister|mrs|missus|ms|miss|mx)\.? $/i.test(words)
    const isName = isCapitalised(after) || (!hasCapitals && (hasHonorific || isGivenName(first)))
    if (!isName) continue
    const mayBe = (word: string) => !ORGANISATION.test(bare(word)) && mayBeName(word, false)
    const read = nameFrom(after, mayBe)
    const name = read?.name ?? ''
    const next = wordsOfLine(text.slice(at + name.length)).slice(0, 2)
    if (name === '' || isShortDay(first, '') || next.some((word) => ORGANISATION.test(bare(word)) || isPlaceWord(word)))
      continue
    // "appointment with Medicare" is with nobody: one word alone is a name where a title or a calling stands before it.
    const isCalling = CALLING.test(words) || hasSpecialtyBefore(text, at)
    if (!name.includes(' ') && !hasHonorific && !isCalling) continue
    const isAlong = / with,?[ \n]$/i.test(words) && TAKEN_ALONG.test(textBefore(text, index))
    const isSure = read?.isSure === true && (hasHonorific || isGivenName(first)) && isCalling && !isAlong
    yield { value: name, words: name, at, isSure }
  }
}

/** `Mr Lee at the General, Friday`, `Urology review: Mr Lee, …`: at the beginning of what is said, and not who is spoken to or taken there. */
const BEGINS =
  /(?:^|[.;!?] |(?<!\b(?:for|from|to|of|re|cc|patient|name|client|dear|hi|hello|attn|contact|carer|parent|guardian|husband|wife|partner|father|mother|neighbour|friend)): )(?:(?:it['’]?s|that['’]?s|ok|right|so|and|see|seeing) )?(?:mr|mrs|ms|miss|mx)\.? (?=\p{L})/giu
const IS_SEEN =
  /^,? (?:at|in|on|for|from|\d|the \p{L}+|\p{L}+ (?:clinic|department|dept|unit))\b|^,? {2,}|^, (?!your?\b|please\b|we\b)\p{L}/iu
/** `Ward 12, Mr P. Lee`: by itself in a list, and none of the family. */
const APART =
  /(?<!\b(?:husband|wife|partner|father|mother|patient|name|neighbour|friend|for|dear)(?: is)?), (?:mr|mrs|ms|miss|mx)\.? (?=\p{Lu})/giu
const ENDS_PART = /^\.?(?:$|[,;!?]| {2,})/
/** `ask for Priya`, `massage with Tom at the gym`, `her name's Maggie`. */
const GIVEN_LED =
  /\b(?<lead>ask(?:ing)? for|with|see|seeing|meet|meeting|under|(?:her|his|their) name(?:['’]?s| is)|(?:someone|somebody|lady|man|guy|woman|girl|person|nurse|one|is|['’]s) called) (?=\p{L})/giu
/** Who comes along is not who is seen. */
const ALONG =
  /\b(?:go|goes|going|come|comes|coming|along|there|together|lift|driv\p{L}+|travel\p{L}*|ride|liv\p{L}+|stay\p{L}*|walk\p{L}*|lunch|dinner|coffee|tea|brunch|drinks?|party|holiday|sister|brother|friend|bring\p{L}*|tak\p{L}+)(?: \p{L}+)? $/iu
const NEXT_OF_NAME = /^(?:['’]s| (?:and (?:i|me|the)|or)\b)/i
/** Whom anybody may ask for. */
const DESK =
  /^(?:reception\w*|information|enquiries|admissions?|anyone|anybody|someone|directions|help|level|suite|results?)$/i

/** One name alone, without a title: a guess at most. */
export function* byGivenName(text: string): Iterable<SaidDoctor> {
  if (!text.includes('\n'))
    for (const { 0: words, index } of matchesIn(text, BEGINS)) {
      const at = index + words.length
      const after = text.slice(at)
      const read = nameFrom(after)
      if (read && IS_SEEN.test(after.slice(read.name.length)))
        yield { value: read.name, words: read.name, at, isSure: false }
    }
  for (const { 0: words, index } of matchesIn(text, APART)) {
    const at = index + words.length
    const name = nameAt(text.slice(at), mayBeAfterTitle)?.name
    if (name && !INITIALS.test(name) && ENDS_PART.test(text.slice(at + name.length)))
      yield { value: name, words: name, at, isSure: false }
  }
  const hasCapitals = hasNames(text)
  for (const { 0: words, index, groups = {} } of matchesIn(text, GIVEN_LED)) {
    const at = index + words.length
    const [word = ''] = text.slice(at).split(/[ \n]/, 1)
    const name = withoutEnd(word)
    const after = text.slice(at + name.length)
    const isAsked = /^ask|name|called/i.test(groups.lead ?? '')
    const isNamed = isGivenName(name) ? !hasCapitals || isCapitalised(name) : isAsked && isCapitalised(name)
    if (!isNamed || ALONG.test(textBefore(text, index)) || NEXT_OF_NAME.test(after)) continue
    const [next = ''] = after.trimStart().split(/[ \n]/, 1)
    const isPlace = [name, bare(next)].some((each) => ORGANISATION.test(each) || isPlaceWord(each))
    if (isPlace || DESK.test(name) || !mayBeName(name, true) || !NAME_WORD.test(name)) continue
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
    return INITIALS.test(name) || (name !== '' && after.startsWith(`${name} `) && IS_PLACE.test(bare(next))) ? '' : name
  }
  for (const { name, at } of bareNames(text, hasNames(text), nameOf))
    yield { value: name, words: name, at, isSure: false }
}

/** `going to the dentist with Sarah`: it may be she who comes along. */
const TAKEN_ALONG = /\b(?:go|goes|going|come|comes|coming|take|takes|taking) (?:back )?to (?:\p{L}+ )?$/iu

const hasSpecialtyBefore = (text: string, at: number): boolean =>
  readSpecialty(textBefore(text, at).replace(BEFORE_SPECIALTY, '').split(' ').at(-1) ?? '') !== ''
