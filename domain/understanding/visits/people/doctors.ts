import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { matchesIn, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { isPlaceWord } from '../places/locations.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { bareNames, isBareName } from './bare-names.ts'
import { endsHere, isCapitalised, isDay, isLink, isMonth, isParticle, isShortDay, isTitle } from './names.ts'
import { isFamilyName, isGivenName } from './person-names.ts'
import { spokenName } from './spoken-names.ts'

const TITLE =
  /(?<![\p{L}\p{N}])(?<title>dr|doctor|prof|professor|(?<=\bwith )(?:sr|sister))(?![\p{L}\p{N}'’])\.?[ \n]?(?=\p{L})/giu
/** What leads to who is seen, on a card. */
const SEEN = /(?:\b(?:appointment|appt|booking|visit|consultation)(?: is)? with|(?:^|\n)with ?:?)[ \n]$/i
const ARTICLE = /\b(?:the|a|my|your|our|his|her|their|another|family) $/i
const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]*[,;:!?]*$/u
const POSSESSIVE = /['’]s$/i

/** What stands before the name of somebody who is seen, where no title does. */
const LED_IN =
  /\b(?:with(?= (?:mr|mrs|ms|miss|mx)\b)|(?:appointment|booking|booked|booked in|visit|consultation|check-?up|review|follow-?up|session|scheduled|checkup) (?:is )?(?:with|to see)|(?:see|seeing|visit|visiting|meet|meeting)|doctor(?:['’]s)? (?:is|name is|called)|(?:(?:physio|physiotherapist|psychologist|psychiatrist|therapist|dentist|surgeon|specialist|optometrist|podiatrist|audiologist|chiropractor|nurse(?: practitioner)?|midwife|dietitian|counsellor|osteopath|chiropodist|hygienist|orthodontist|acupuncturist|optician|health visitor|consultant|registrar|gp|\p{L}+ologist|\p{L}+iatrist|\p{L}+iatrician)(?: is| named| called| with)?,?))[ \n](?:(?:mr|mrs|ms|miss|mx)\.? )?(?=\p{Lu})/giu
const CALLING =
  /\b(?:physio|physiotherapist|psychologist|psychiatrist|therapist|dentist|surgeon|optometrist|podiatrist|audiologist|chiropractor|nurse|practitioner|midwife|dietitian|counsellor|osteopath|chiropodist|hygienist|orthodontist|acupuncturist|optician|health visitor|consultant|registrar|\p{L}+ologist|\p{L}+iatrist|\p{L}+iatrician)(?: is| named| called| with)?,?[ \n](?:(?:mr|mrs|ms|miss|mx)\.? )?$/iu
const BEFORE_SPECIALTY = /(?:,? (?:the|my|a|an|our|who is (?:a|an|my)))? ?(?: with)? ?$/i

/** `Wang Jen-Kuei`, `Eugene H. Burton Iii`. */
const MOST_WORDS = 6
/** What doctors do in a text without capitals, where it stands after "doctor" as a name would. */
const VERBS =
  /^(?:said|says|told|wants|wanted|asked|asks|needs|thinks|recommended|called|gave|visits?|appointments?|rang|moved|changed|has|had|booked|noon|midday|half|quarter|instead|again|sometime|around|tonight)$/i
/** Words of organisations: whoever is seen there has another name. */
const ORGANISATION =
  /^(?:plus|group|dental|practice|associates|health|care|surgery|specialists?|pathology|imaging|institute|rooms|service|services|department|ward|unit|team|radiology|therapy|wellness|family|medicine|eye|vision|skin|heart|women['’]s|children['’]s|pharmacy|chemist|university|college|st\.?|royal|lab|labs|laboratory|consultants|centre|center|emergency|er|mri|ct|xray|x-ray)$/i

/** Words of organisations that end a name: `Dr Tan Eye Clinic`. */
const ENDS_NAME =
  /^(?:plus|group|dental|practice|associates|health|healthcare|surgery|specialists?|pathology|imaging|institute|rooms|services?|department|unit|team|radiology|therapy|wellness|family|medicine|eye|vision|skin|heart|women['’]s|children['’]s|pharmacy|chemist|university|royal|lab|labs|laboratory|consultants|emergency|mri|ct|xray|x-ray|general|private|public|inc|ltd|pty|llc|pllc|plc|llp|kidney|cancer|diabetes|sleep|pain|sports|spine|memory|hearing|community|medicare|suite|level|room)$/i
const IS_PLACE = /^(?:clinics?|hospital|cent(?:er|re)|practice|surgery|rooms|institute|associates)$/i

/** Letters of degrees, which are printed behind a name. */
const DEGREE =
  /^(?:[Mm][Dd]|DO|P[Hh]D|MBBS|MB|BM|BS|BCh|BChir|B[Mm]ed|[CM][Hh][BD]|[FMD][Rr][ACac][A-Za-z]*|FRAN[A-Z]+|FRCPC|FAC[A-Z]+|FACRRM|DPM|DDS|DMD|BDS|MDS|DNB|MS|MCh|DM|MRC[A-Z]+|FRC[A-Z]+|FDS[A-Z]*|MNAMS|FNB|DGO|DCH|DOMS|BAMS|BHMS|BChD|BDent|MPhil|MPH|M[Ss][Cc]|B[Ss][Cc]|O\.?D|DC|DPT|PharmD|NP|FNP|DNP|APRN|CNM|PA(?:-?C)?|RN|AO|AM|OAM|OBE)$/
/** The same with points: `M.S.`; `A.M.` are initials. */
const isDegree = (word: string): boolean =>
  DEGREE.test(word) ||
  (/^\p{L}\.\p{L}/u.test(word) && /^(?:MD|MS|MDS|BDS|MBBS|PhD|DDS|DMD|DNB)$/.test(word.replaceAll('.', '')))
/** The name of a field that is printed after a name on its line. */
const FIELD =
  /^(?:tel|telephone|ph|phone|fax|mobile|mob|email|date|time|patient|provider|specialist|consultant|address|location|appt)$/i

/** Who is seen. */
export interface SaidDoctor extends Read<string> {
  /** Whether a title says that it is a doctor, and it is certain where the name ends. */
  isSure: boolean
}

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

/** Whether a weekday is who is seen, not when: `Doctor Friday on Thursday`. */
export function isSurname(
  text: string,
  { at, words, isWeekday }: SaidDate,
  next: SaidDate | undefined,
): boolean {
  if (!isWeekday || words.includes(' ') || next === undefined) return false
  const before = textBefore(text, at)
  return (
    / on (?:the )?$/.test(text.slice(at + words.length, next.at)) &&
    /(?:^|(?<!\b(?:the|a|my|your|our)) )(?:dr|doctor)\.? $/i.test(before)
  )
}

/** `Sarah Chen` and `Chen` are one. */
export const isSamePerson = (a: Read<string>, b: Read<string>): boolean =>
  ` ${a.value} `.toLowerCase().includes(` ${b.value} `.toLowerCase()) ||
  ` ${b.value} `.toLowerCase().includes(` ${a.value} `.toLowerCase())

function* withTitle(text: string): Iterable<SaidDoctor> {
  const titled = [...afterTitle(text)]
  const surgeons = titled.length > 0 ? [...afterHonorific(text)] : []
  const all = [...titled, ...surgeons].sort((a, b) => a.at - b.at)
  // "it was Doctor Lee, so now it's Doctor Reed": whoever was named before is no longer seen.
  const standing = all.filter(({ at }, index) => index === 0 || NOW.test(textBefore(text, at)))
  const last = standing.at(-1)
  for (const doctor of all)
    if (!last || last === all[0] || doctor.at >= last.at) yield correctedName(text, doctor) ?? doctor
}

const NOW =
  /\b(?:now|instead)(?: (?:it['’]?s|it is|it['’]?ll be|i['’]?m|i am|to|with|seeing|see|under))* (?:an? )?(?:dr|doctor|prof|professor|mr|mrs|ms|miss)\.? $/i
const SORRY =
  /^,? (?:(?:oh|um|no|or),? )*(?:(?:sorry|i mean|i meant|rather|correction|scratch that|make that)[,.]? ){1,3}(?:no,? )?(?:it['’]?s |that['’]?s |is )?(?=\p{L})/iu

/** The name that a title is not said again for: `Dr Lee, sorry, Leigh`. */
function correctedName(text: string, { at, words }: SaidDoctor): SaidDoctor | null {
  const from = at + words.length
  const sorry = SORRY.exec(text.slice(from, from + 60))?.[0]
  if (sorry === undefined) return null
  const after = text.slice(from + sorry.length)
  const [first = ''] = wordsOfLine(after)
  const isAlike = isCapitalised(after) || !isCapitalised(words)
  if (!isAlike || isTitle(first) || isOrganisation(first) || !mayBeName(first, false)) return null
  const name = (isCapitalised(after) ? nameAt(after, mayBeAfterTitle) : smallNameAt(after))?.name ?? ''
  return isBareName(name) ? { value: name, words: name, at: from + sorry.length, isSure: false } : null
}

/** Whom somebody with a title sends the person to, as surgeons are called: `referred me to a Mr Lee`. */
const SENT_TO =
  /\b(?:(?:refer|refers|referred|referral|sent|sends|sending|passed|on|over) (?:(?:me|us|him|her|them|mum|dad) )?(?:on )?(?:to|with)|(?:to|and) see) (?:an? |the )?(?:mr|mrs|ms|miss|mx)\.? (?=\p{L})/giu

function* afterHonorific(text: string): Iterable<SaidDoctor> {
  for (const { 0: words, index } of matchesIn(text, SENT_TO)) {
    const at = index + words.length
    const after = text.slice(at)
    const read = isCapitalised(after) ? nameAt(after, mayBeAfterTitle) : smallNameAt(after)
    if (read) yield { value: read.name, words: read.name, at, isSure: isSureName(after, read) }
  }
}

function* afterTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  const all = matchesIn(text, TITLE)
  // "Your appointment is with Dr Walsh" stands under the names of all who work there.
  const seen = text.includes('\n') ? all.filter(({ index }) => SEEN.test(textBefore(text, index))) : []
  for (const { 0: words, index, groups } of seen.length > 0 ? seen : all) {
    const at = index + words.length
    const after = text.slice(at)
    // Where others are capitalised, or after an article, "doctor" before a small word is the noun: "the doctor said".
    const isNoun = hasCapitals || ARTICLE.test(textBefore(text, index))
    if (/^(?:doctor|professor|sr|sister)$/i.test(groups?.title ?? '') && isNoun && !isCapitalised(after))
      continue
    const isName = isCapitalised(after) || READ_AS_L.test(after)
    const name = isName ? nameAt(after, mayBeAfterTitle) : smallNameAt(after)
    if (name) yield { value: name.name, words: name.name, at, isSure: isSureName(after, name) }
  }
}

/** Two names that no space parts: `AnnaFinch`, not `MacDonald`. */
const RUN_TOGETHER = /(?<!\bMa?c)(?<!\bFitz)(?<=\p{Ll}{3})\p{Lu}/u

/** Not an initial alone, and no name with a letter or a space that was read wrong. */
export const isSureName = (text: string, { name, isSure }: { name: string; isSure: boolean }): boolean =>
  isSure && !INITIALS.test(name) && !RUN_TOGETHER.test(name) && text.startsWith(name)

const HONORIFIC = '(?:mr|mrs|ms|miss|mx|sr|sister)\\.?'
/** `Provider: Nguyen, Linh MD`, `Midwife: Sarah Cole`, `Therapist: Dana`, as cards have it. */
const IN_FIELD = new RegExp(
  String.raw`(?:^|\n)(?:(?:your |the )?(?:provider|consultant|midwife|specialist|clinician|practitioner|physician|surgeon|nurse|(?:\p{L}+ )?therapist|physiotherapist|physio|dentist|hygienist|optometrist|podiatrist|dietitian|psychologist|counsellor|with|seeing|doctor)(?: name)?) ?: ?(?<name>(?:${HONORIFIC} )?\p{Lu}[^\n]*)`,
  'giu',
)
const WITH_HONORIFIC = new RegExp(`^${HONORIFIC} `, 'i')
/** `Karen Bradley, M.D.`, `Sarah Lee MBBS`. */
const WITH_DEGREE =
  /(?:^|\n)(?<name>\p{Lu}(?:\.|[\p{L}'’-]+)(?: ?\p{Lu}[\p{L}'’-]*\.?){0,2} \p{Lu}[\p{L}'’-]*\p{Ll})(?:,? {1,3}(?:MRCPod|MChS|MCSP|MCOptom|FCOptom|M\.D\.|MD|MBBS|MBBCh|MBChB|MB|BMBS|D\.O\.|DDS|D\.D\.S\.|DMD|DPM|BDS|MDS|DNB|MRCP|FRCPC|PA-C|FNP|APRN|FRACGP|FRACS|FRACP|FRCP|FRCS|MRCP|MRCGP|Ph\.D\.|PhD|O\.D\.)|, (?:DO|OD|NP|RN|PA|DC|DPT|PT))(?![\p{L}\p{N}])/gu
/** `Jake Turner - Physiotherapist`. */
const BEFORE_CALLING =
  /(?:^|\n)(?<name>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,2})(?: [-–] |, | \()(?=(?<calling>[^\n]{1,40}))/gu

function* inField(text: string): Iterable<SaidDoctor> {
  for (const { 0: all, index, groups = {} } of matchesIn(text, IN_FIELD)) {
    const line = (groups.name ?? '').replace(WITH_HONORIFIC, '')
    const hasHonorific = line !== groups.name
    const at = index + all.length - line.length
    const family = /^(?<family>\p{Lu}[\p{L}'’-]+), (?=\p{Lu})/u.exec(line)
    const rest = line.slice(family?.[0].length ?? 0)
    if (!isCapitalised(rest)) continue
    const name = nameAt(rest, mayBeAfterTitle)?.name
    const [first = ''] = (name ?? '').split(' ', 1)
    if (!name || ORGANISATION.test(first)) continue
    const isKnown = hasHonorific || isGivenName(first) || (family !== null && endsInDegree(rest, name))
    // One word alone may be anything: "With: Medicare".
    if (!isKnown && !family && !name.includes(' ')) continue
    const value = family ? `${name} ${family.groups?.family}` : name
    const words = family ? line.slice(0, family[0].length + name.length) : name
    yield { value, words, at, isSure: isKnown && ENDS_FIELD.test(rest.slice(name.length)) }
  }
  for (const { 0: all, index, groups = {} } of matchesIn(text, WITH_DEGREE)) {
    const { name = '' } = groups
    if (name.split(' ').some((word) => ORGANISATION.test(bare(word)) || isPlaceWord(word))) continue
    yield { value: name, words: name, at: index + all.indexOf(name), isSure: !/^\p{Lu}\./u.test(name) }
  }
  for (const { 0: all, index, groups = {} } of matchesIn(text, BEFORE_CALLING)) {
    const { name = '', calling = '' } = groups
    if (!isGivenName((name.split(' ', 1)[0] ?? '').toLowerCase()) || readSpecialty(calling) === '') continue
    yield { value: name, words: name, at: index + all.indexOf(name), isSure: false }
  }
}

const ENDS_FIELD = /^[.,;]?(?:$|,? ?\(| [-–]| (?:M\.?D\.?|DO|RN|NP|PA|MBBS|DDS)\b|,| {2,})/
const endsInDegree = (text: string, name: string): boolean =>
  DEGREE.test(bare(text.slice(name.length).trim().split(/[ ,]/, 1)[0] ?? ''))

function* withoutTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  for (const { 0: words, index } of matchesIn(text, LED_IN)) {
    const at = index + words.length
    const after = text.slice(at)
    // Without a title only capitals tell a name, or a list of names: "see him soon".
    const first = after.split(/[ \n]/, 1)[0] ?? ''
    const hasHonorific = /\b(?:mr|mrs|ms|miss|mx)\.? $/i.test(words)
    const isName = isCapitalised(after) || (!hasCapitals && (hasHonorific || isGivenName(first)))
    if (!isName) continue
    const mayBe = (word: string) => !ORGANISATION.test(bare(word)) && mayBeName(word, false)
    const read = isCapitalised(after) ? nameAt(after, mayBe) : smallNameAt(after)
    const name = read?.name ?? ''
    const next = wordsOfLine(text.slice(at + name.length)).slice(0, 2)
    if (
      name === '' ||
      isShortDay(first, '') ||
      next.some((word) => ORGANISATION.test(bare(word)) || isPlaceWord(word))
    )
      continue
    // "appointment with Medicare" is with nobody: one word alone is a name where a title or a calling stands before it.
    const isCalling = CALLING.test(words) || hasSpecialtyBefore(text, at)
    if (!name.includes(' ') && !hasHonorific && !isCalling) continue
    const isAlong = / with,?[ \n]$/i.test(words) && TAKEN_ALONG.test(textBefore(text, index))
    const isSure = read?.isSure === true && (hasHonorific || isGivenName(first)) && isCalling && !isAlong
    yield { value: name, words: name, at, isSure }
  }
}

/** `Mr Lee at the General, Friday`: at the beginning of what is said, and not who is spoken to or taken there. */
const BEGINS =
  /(?:^|[.;!?] )(?:(?:it['’]?s|that['’]?s|ok|right|so|and|see|seeing) )?(?:mr|mrs|ms|miss|mx)\.? (?=\p{L})/giu
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
function* byGivenName(text: string): Iterable<SaidDoctor> {
  if (!text.includes('\n'))
    for (const { 0: words, index } of matchesIn(text, BEGINS)) {
      const at = index + words.length
      const after = text.slice(at)
      const read = isCapitalised(after) ? nameAt(after, mayBeAfterTitle) : smallNameAt(after)
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
    const full = isCapitalised(rest) ? nameAt(rest, mayBeAfterTitle) : smallNameAt(rest)
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
    const name = (isCapitalised(after) ? nameAt(after, mayBe) : smallNameAt(after))?.name ?? ''
    const next = others[name.split(' ').length - 1] ?? ''
    return INITIALS.test(name) || (name !== '' && after.startsWith(`${name} `) && IS_PLACE.test(bare(next)))
      ? ''
      : name
  }
  for (const { name, at } of bareNames(text, hasNames(text), nameOf))
    yield { value: name, words: name, at, isSure: false }
}

/** `going to the dentist with Sarah`: it may be she who comes along. */
const TAKEN_ALONG = /\b(?:go|goes|going|come|comes|coming|take|takes|taking) (?:back )?to (?:\p{L}+ )?$/iu

/** Whether a text has capitals where names have them. */
const hasNames = (text: string): boolean => /\p{Lu}/u.test(text.replace(/\b(?:I|Dr|Doctor)\b/g, '').slice(1))

const hasSpecialtyBefore = (text: string, at: number): boolean =>
  readSpecialty(textBefore(text, at).replace(BEFORE_SPECIALTY, '').split(' ').at(-1) ?? '') !== ''

const bare = (word: string): string => word.replace(/[.,;:!?]+$/, '')

/** Whether a word is of the name of an organisation. */
export const isOrganisation = (word: string): boolean => ORGANISATION.test(bare(word)) || isPlaceWord(word)

/** As many words as a name has, no further than the line. */
const wordsOfLine = (text: string): string[] => (text.split('\n', 1)[0] ?? '').split(' ', MOST_WORDS)

type Name = { name: string; isSure: boolean } | null

/** `Dr M.`: an initial, which is nobody's name. */
const INITIALS = /^\p{L}\.?(?:[ .-]\p{L}\.?)*$/u
/** A capital I that was read as a small l: no name begins with an l before these. */
const READ_AS_L = /^l(?=[bcdfgkmnpqrstvwxz]\p{Ll})/u

/** The capitalised words that a text begins with, as far as they may be of a name. */
export function nameAt(text: string, mayBe: (word: string, isFirst: boolean) => boolean): Name {
  const taken: string[] = []
  const words = wordsOfLine(text).map((word) => word.replace(READ_AS_L, 'I'))
  for (const [index, word] of words.entries()) {
    if (!NAME_WORD.test(word) || !mayBe(word, taken.length === 0)) break
    if (index > 0 && isShortDay(word, words[index + 1])) break
    if (!isCapitalised(word) && !isParticle(word)) break
    taken.push(word)
    if (endsHere(word) || POSSESSIVE.test(word)) break
  }
  while (taken.length > 0 && isParticle(taken.at(-1) ?? '')) taken.pop()
  // "Dr. May" alone may have lost the number of the day, and "Dr Tan Parkview Clinic" is at a clinic.
  const runsOn = taken.length > 1 && IS_PLACE.test(bare(words[taken.length] ?? ''))
  // "Dr Mary MS Wong": letters of a degree before a family name may be initials.
  const [after = '', next = ''] = words.slice(taken.length)
  const goesOn = isDegree(bare(after)) && isFamilyName(bare(next))
  const isSure = (taken.length > 1 || !isDay(taken[0] ?? '')) && !runsOn && !goesOn
  return taken.length > 0 ? { name: withoutEnd(taken.join(' ')), isSure } : null
}

/** The name that a text without capitals begins with. */
function smallNameAt(text: string): Name {
  const words: string[] = []
  const line = wordsOfLine(text)
  for (const [index, word] of line.entries()) {
    if (!NAME_WORD.test(word) || isTitle(word) || !mayBeAfterTitle(word, words.length === 0)) break
    if (index > 0 && isShortDay(word, line[index + 1])) break
    words.push(word)
    if (endsHere(word) || POSSESSIVE.test(word)) break
  }
  const [first = '', second = ''] = words
  if (isDay(first) && !isFamilyName(withoutEnd(second))) return dayAsName(text, first)
  const last = words.at(-1) ?? ''
  const isEnded = endsHere(last) || POSSESSIVE.test(last)
  return spokenName(
    words.map(withoutEnd),
    isEnded ? [] : line.slice(words.length, words.length + 2).map(bare),
  )
}

/** `doctor may on the 2nd`: a month, or a weekday, that is said instead of a name and is no date. */
function dayAsName(text: string, word: string): Name {
  const goesOn = /^(?: (?:on|at)\b|,|\.|$)/i.test(text.slice(word.length))
  return goesOn ? { name: withoutEnd(word), isSure: false } : null
}

const withoutEnd = (name: string): string => name.replace(/[.,;:!?]+$/, '').replace(POSSESSIVE, '')

/** A capitalised word right after the title is a name also where it looks like a small word: `Dr. Will Young`. */
function mayBeName(word: string, isFirst: boolean): boolean {
  if (!isFirst && (isDegree(bare(word)) || FIELD.test(bare(word)) || ENDS_NAME.test(bare(word)))) return false
  if (isDay(word) || isPlaceWord(word) || VERBS.test(bare(word)) || readSpecialty(word) !== '') return false
  return !isLink(word) || (isFirst && isCapitalised(word))
}

/** Dates are no longer in the text: a month or a weekday that begins a name is one. */
export const mayBeAfterTitle = (word: string, isFirst: boolean): boolean =>
  mayBeName(word, isFirst) || (isFirst && isNamedDay(word))

const isNamedDay = (word: string): boolean => isMonth(word) || /day$/i.test(bare(word))
