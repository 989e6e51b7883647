import { matchesIn, textBefore } from '../../words/near.ts'
import { PEOPLE, PRINT } from '../cues.ts'
import type { Aside, OfAppointment } from '../events/other-events.ts'
import { doctorsIn, isSamePerson } from '../people/doctors.ts'
import { isFamilyName, isGivenName, isNoName } from '../people/known-names.ts'
import {
  INITIALS,
  isOrganisation,
  isSureName,
  mayBeAfterTitle,
  mayBeName,
  nameAt,
  smallNameAt,
} from '../people/name-at.ts'
import type { SaidDoctor } from '../people/names.ts'
import { byPosition } from '../people/untitled.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { type Print, statementAt } from './statements.ts'

/** Fields of who is seen; those of the first kind win over those of the second. */
const SEEN_FIELD = [
  /^(?:[\p{L} ]{0,30} )?(?:with|seeing|to see|see|seen by|who|clinician|your clinician|provider|staff)$/iu,
  /\b(?:doctor|dr|consultant|physician|surgeon|specialist|practitioner|nurse|midwife|dentist|hygienist|\p{L}*therapist|physio|optometrist|optician|podiatrist|audiologist|dietitian|psychologist|counsellor|leader|led by|advis[eo]r|coach|instructor|educator|\p{L}+ologist|\p{L}+iatrist)(?:['’]s)?(?: name)?$/iu,
  // Only where a title says that somebody is named: "Clinic: Mr Lee".
  /^(?:(?:your|next|new) )*(?:clinic|appointment|appt|visit|review|follow[- ]?up|booking|list|team|under)$/i,
] as const

/** How a card speaks of somebody, the surest first: in the field of who is seen, in words that say so, in its head or
 * anywhere, beside the visit, below it. */
const ROLES = ['field', 'post', 'words', 'printed', 'beside', 'signed'] as const
interface Person extends SaidDoctor {
  role: (typeof ROLES)[number]
}

/**
 * Who is seen by a card or letter, not who referred, signed or is only in its head, nor the person it is for.
 * @param text with its dates and times taken out, in its lines
 * @param asides of the print
 */
export function printedDoctors(print: Print, text: string, asides: readonly Aside[]): OfAppointment<SaidDoctor> {
  const named = [...inFields(print, text), ...titled(print, text), ...untitled(text)]
  const known = doctorsIn(text).filter(({ at }) => !isOther(print, text, at, at))
  const isNamed = ({ at, words }: SaidDoctor) =>
    named.some((person) => person.at >= at && person.at < at + words.length)
  const printed = known.filter((doctor) => !isNamed(doctor)).map((doctor): Person => ({ ...doctor, role: 'printed' }))
  const bare = named.length + printed.length > 0 ? [] : [...byPosition(text)]
  const byPlace = bare.map((doctor): Person => ({ ...doctor, role: 'printed' }))
  const persons = distinct([...named, ...printed, ...byPlace]).filter(({ at, value }) => !isAddressed(print, value, at))
  const isReplaced = ({ at }: Person) =>
    asides.some(({ from, to, of }) => /^(?:cancelled|past)$/.test(of) && at >= from && at < to)
  const standing = persons.filter((person) => !isReplaced(person))
  if (standing.length === 0) return { kept: persons, isDoubtful: true }
  const [best = []] = ROLES.map((role) => standing.filter((person) => person.role === role)).filter(
    ({ length }) => length > 0,
  )
  const isHead = best.every(({ role }) => role === 'printed') && isListOfPartners(text, best)
  return { kept: isHead ? [] : best, isDoubtful: best[0]?.role === 'signed' }
}

/** What somebody is, behind a name: `Hannah - Hygienist`. */
const BEHIND = /^(?: [-–] |, | ?\()(?<calling>[^\n]{1,40})/u

/** What stands before a name in the field of who is seen. */
const LEAD = new RegExp(`^ ?(?:(?:Assoc(?:iate)?|A/)\\.? ?)?(?:${PEOPLE.titled.source})`, 'u')

function* inFields(print: Print, text: string): Iterable<Person> {
  for (const { label, valueFrom, to } of print.statements) {
    if (label === '' || isOtherField(text, label)) continue
    const rank = SEEN_FIELD.findIndex((field) => field.test(label))
    if (rank === -1) continue
    const value = text.slice(valueFrom, to)
    const lead = LEAD.exec(value)?.[0] ?? ''
    const at = valueFrom + lead.length
    const name = personAt(text.slice(at)) ?? (/ name$/.test(label) ? smallNameAt(text.slice(at, to)) : null)
    const [first = ''] = (name?.name ?? '').split(' ', 1)
    if (!name || isOrganisation(first)) continue
    const isBehind =
      / name$/.test(label) ||
      name.name.includes(' ') ||
      readSpecialty(BEHIND.exec(text.slice(at + name.name.length, to))?.groups?.calling ?? '') !== ''
    if (lead.trim() === '' && (rank === 2 || !isBehind)) continue
    const isSure = isSureName(text.slice(at), name) && (lead.trim() !== '' || isGivenName(first))
    yield { value: name.name, words: name.name, at, isSure, role: rank === 0 ? 'field' : 'post' }
  }
}

function* titled(print: Print, text: string): Iterable<Person> {
  const closing = PEOPLE.closing.exec(text)?.index ?? text.length
  for (const { 0: title, index, groups } of matchesIn(text, PEOPLE.titled)) {
    const at = index + title.length
    const name = inColumn(print, at, overLines(text, at, personAt(text.slice(at))))
    if (!name || isOther(print, text, index, at + name.name.length)) continue
    const isSeen =
      PEOPLE.seenBefore.test(beforeTitle(text, index)) || PEOPLE.seenAfter.test(text.slice(at + name.name.length))
    const isDoctor = groups?.doctor !== undefined
    const isPrinted = isDoctor || PEOPLE.degreeAfter.test(text.slice(at + name.name.length))
    // "Fri 12 June 10:50, Fracture Clinic, Mr Lee": behind something else on its line.
    if (!isSeen && !isPrinted && !/(?:, | {2}|[-–] |\d ?(?:[ap]m)? )$/i.test(textBefore(text, index))) continue
    const role = isSeen ? 'words' : at > closing ? 'signed' : isPrinted ? 'printed' : 'beside'
    // "Mr Lee" alone may be anybody.
    const isNamed = isDoctor || (isSeen && name.name.includes(' '))
    yield {
      value: name.name,
      words: name.name,
      at,
      isSure: isNamed && isSureName(text.slice(at), name),
      role,
    }
  }
}

/** `Dr Omar Said`: in print no verb has a capital. */
const NAME_OR_VERB = /^(?:Said|Noon)$/
type Name = ReturnType<typeof nameAt>

/** The name that a text begins with, without a degree that only its capitals tell: `Ann Low MCSP`. */
function personAt(text: string, mayBe: (word: string) => boolean = () => true): Name {
  const name = nameAt(
    text,
    (word, isFirst) => mayBe(word) && (mayBeAfterTitle(word, isFirst) || (!isFirst && NAME_OR_VERB.test(word))),
  )
  const person = name?.name.replace(/ (?<=\p{Ll} \p{Lu}\p{L}*\p{Ll} )\p{Lu}(?:(?!\p{Lu})\p{L})*\p{Lu}\p{L}*$/u, '')
  return name && person ? { ...name, name: person } : name
}

/** A name on the next line; where a sentence goes on behind it, it is one of a person. */
const BELOW =
  /^\n(?!(?:Patients?|Visitors?|Staff|Transport|Admissions?|Registration|Children|Parents?)\b)(?<family>\p{Lu}[\p{L}'’-]+)(?<next> [\p{L}(]+)?/u
const IS_PROSE = /^ [\p{Ll}(]/u

/** `Dr Imogen` at the end of a full line may be the half of a name: whoever is so called goes on below. */
function overLines(text: string, at: number, name: Name): Name {
  if (!name || name.name.includes(' ') || isFamilyName(name.name)) return name
  const end = at + name.name.length
  const { family = '', next = '' } = BELOW.exec(text.slice(end, end + 40))?.groups ?? {}
  if (family === '' || isOrganisation(family) || isNoName(family.toLowerCase()) || !mayBeName(family, false))
    return name
  const isHalf = isGivenName(name.name) || INITIALS.test(name.name)
  if ((isHalf ? IS_PROSE : PEOPLE.does).test(next)) return { name: `${name.name} ${family}`, isSure: false }
  return isHalf ? { ...name, isSure: false } : name
}

/** A name that no column ends within: `Joanne Pratt    Elm Tree HC`. */
function inColumn(print: Print, at: number, name: Name): Name {
  const to = statementAt(print, at)?.to ?? print.text.length
  const inside = name && at + name.name.length > to ? print.text.slice(at, to).trim() : ''
  return name && inside.includes(' ') ? { name: inside, isSure: false } : name
}

/** What stands before a name, on its line or else on the one above, without what a title has before it: `Assoc.` */
function beforeTitle(text: string, at: number): string {
  const [line = '', above = ''] = textBefore(text, at).split('\n').reverse()
  const before = line.trim() === '' ? `${above} ` : line
  return before.replace(/\b(?:assoc(?:iate)?|clinical|a\/)\.? ?$/i, '')
}

const POST = String.raw`\p{L}*(?:[Nn]urse|[Mm]idwife|[Ss]urgeon|[Pp]ractitioner|[Aa]ssistant|[Tt]herapist|[Pp]hysio|ist|ian)`
const ENDS_IN_POST = new RegExp(`(?:^| )${POST}$`, 'iu')

/** `your visit to our hygienist, Bethan Lloyd`; without what somebody is only names that are known. */
function* untitled(text: string): Iterable<Person> {
  for (const { 0: words, index, groups = {} } of matchesIn(text, PEOPLE.leadsToName)) {
    const at = index + words.length
    const name = personAt(text.slice(at), (word) => !isOrganisation(word))
    const [first = ''] = (name?.name ?? '').split(' ', 1)
    const isKnown = isGivenName(first)
    if (!name?.name.includes(' ') || !(isKnown || ENDS_IN_POST.test(groups.post ?? groups.calling ?? ''))) continue
    yield {
      value: name.name,
      words: name.name,
      at,
      isSure: isKnown && isSureName(text.slice(at), name),
      role: 'words',
    }
  }
}

const isOtherField = (text: string, label: string): boolean =>
  PEOPLE.otherField.test(label) || (/^(?:your )?gp$/.test(label) && PEOPLE.ofHospital.test(text))

/** Whether somebody is named for another reason than being seen. */
function isOther(print: Print, text: string, from: number, to: number): boolean {
  const label = statementAt(print, from)?.label ?? ''
  if (isOtherField(text, label)) return true
  const before = beforeTitle(text, from).replace(/\b(?:dr|doctor|prof|professor)\.? ?$/i, '')
  return PEOPLE.otherBefore.test(before) || PEOPLE.otherAfter.test(text.slice(to, to + 90))
}
/** As far as the name in a salutation stands from its beginning. */
const SALUTATION_LENGTH = 35

/** Whether a name is that of the person a letter is for. */
function isAddressed({ statements }: Print, name: string, at: number): boolean {
  const family = ` ${name.split(' ').at(-1) ?? ''} `.toLowerCase()
  return statements.some(({ text, label, from, to, valueFrom }) => {
    const isSalutation = PRINT.salutation.test(text)
    if (!isSalutation && !PEOPLE.forWhom.test(label)) return false
    const person = isSalutation ? text.slice(0, SALUTATION_LENGTH) : text.slice(valueFrom - from)
    if (at >= from && at < to) return !isSalutation || at - from < SALUTATION_LENGTH
    return ` ${person.replace(/\P{L}+/gu, ' ')} `.toLowerCase().includes(family)
  })
}

/** The first of those that begin at one place, in the order of the text. */
const distinct = (persons: readonly Person[]): Person[] =>
  persons.filter(({ at }, index) => persons.findIndex((other) => other.at === at) === index).sort((a, b) => a.at - b.at)

/** Several on one line are who works there. */
function isListOfPartners(text: string, [first, ...rest]: readonly Person[]): boolean {
  const second = rest.find((other) => first && !isSamePerson(first, other))
  return first !== undefined && second !== undefined && !text.slice(first.at, second.at).includes('\n')
}
