import { textBefore } from '../../words/near.ts'
import { PEOPLE, PRINT } from '../cues.ts'
import type { Aside, OfAppointment } from '../events/other-events.ts'
import { doctorsIn, isSamePerson } from '../people/doctors.ts'
import {
  INITIALS,
  isOrganisation,
  isSureName,
  mayBeAfterTitle,
  mayBeName,
  nameAt,
  smallNameAt,
} from '../people/name-at.ts'
import { firstWord, isFamilyName, isGivenName, isNoName, lastWord, ledTo } from '../people/names.ts'
import { byPosition } from '../people/untitled.ts'
import { type Name, type Said, saidAt } from '../said.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { type Print, statementAt } from './statements.ts'

/** Fields of the practitioner, the surest first. */
const SEEN_FIELD = [PEOPLE.fieldOfSeen, PEOPLE.fieldOfPost, PEOPLE.fieldOfList]

/**
 * How a card mentions somebody, the surest first: in the practitioner's field, in words that say so, in its head or
 * anywhere, next to the appointment, below it.
 */
const ROLES = ['field', 'post', 'words', 'printed', 'beside', 'signed'] as const
interface Person extends Said {
  role: (typeof ROLES)[number]
}

/**
 * Returns the practitioner according to a card or letter: not the referrer, the signatory, someone only in its head, or
 * the recipient.
 * @param text with its dates and times removed, in its lines
 * @param asides of the print
 */
export function printedDoctors(print: Print, text: string, asides: readonly Aside[]): OfAppointment<Said> {
  const named = [...inFields(print, text), ...titled(print, text), ...untitled(text)]
  const known = doctorsIn(text).filter(({ at }) => !isOther(print, text, at, at))
  const isNamed = ({ at, words }: Said) => named.some((one) => one.at >= at && one.at < at + words.length)
  const others = known.filter((doctor) => !isNamed(doctor))
  const printed = named.length + others.length > 0 ? others : byPosition(text)
  const all = [...named, ...printed.map((doctor): Person => ({ ...doctor, role: 'printed' }))]
  const isOfReader = isAddressed(print)
  const persons = distinct(all).filter((one) => !isOfReader(one))
  const isReplaced = ({ at }: Person) =>
    asides.some(({ from, to, of }) => (of === 'cancelled' || of === 'past') && at >= from && at < to)
  const standing = persons.filter((person) => !isReplaced(person))
  if (standing.length === 0) return { kept: persons, isDoubtful: true }
  const role = ROLES.find((each) => standing.some((one) => one.role === each))
  const best = standing.filter((one) => one.role === role)
  const isHead = role === 'printed' && isListOfPartners(text, best)
  return { kept: isHead ? [] : best, isDoubtful: role === 'signed' }
}

/** An occupation after a name: `Hannah - Hygienist`. */
const BEHIND = /^(?: [-–] |, | ?\()(?<calling>[^\n]{1,40})/u

/** What precedes a name in the practitioner's field. */
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
    const first = firstWord(name?.name ?? '')
    if (!name || isOrganisation(first)) continue
    const isBehind =
      / name$/.test(label) ||
      name.name.includes(' ') ||
      readSpecialty(BEHIND.exec(text.slice(at + name.name.length, to))?.groups?.calling ?? '') !== ''
    if (lead.trim() === '' && (rank === 2 || !isBehind)) continue
    const isSure = isSureName(text.slice(at), name) && (lead.trim() !== '' || isGivenName(first))
    yield { ...saidAt(name.name, at, isSure), role: rank === 0 ? 'field' : 'post' }
  }
}

function* titled(print: Print, text: string): Iterable<Person> {
  const closing = PEOPLE.closing.exec(text)?.index ?? text.length
  for (const { lead, groups, before, at, after } of ledTo(text, PEOPLE.titled)) {
    const index = at - lead.length
    const name = inColumn(print, at, overLines(text, at, personAt(after)))
    if (!name || isOther(print, text, index, at + name.name.length)) continue
    const behind = after.slice(name.name.length)
    const isSeen = PEOPLE.seenBefore.test(beforeTitle(text, index)) || PEOPLE.seenAfter.test(behind)
    const isDoctor = groups.doctor !== undefined
    const isPrinted = isDoctor || PEOPLE.degreeAfter.test(behind)
    // "Fri 12 June 10:50, Fracture Clinic, Mr Lee": after something else on its line.
    if (!isSeen && !isPrinted && !/(?:, | {2}|[-–] |\d ?(?:[ap]m)? )$/i.test(before)) continue
    const role = isSeen ? 'words' : at > closing ? 'signed' : isPrinted ? 'printed' : 'beside'
    // "Mr Lee" alone may be anyone.
    const isNamed = isDoctor || (isSeen && name.name.includes(' '))
    yield { ...saidAt(name.name, at, isNamed && isSureName(after, name)), role }
  }
}

/** `Dr Omar Said`: in print, verbs have no capital. */
const NAME_OR_VERB = /^(?:Said|Noon)$/

/** Returns the name a text begins with, without a degree that only its capitals show: `Ann Low MCSP`. */
function personAt(text: string, mayBe: (word: string) => boolean = () => true): Name | null {
  const name = nameAt(
    text,
    (word, isFirst) => mayBe(word) && (mayBeAfterTitle(word, isFirst) || (!isFirst && NAME_OR_VERB.test(word))),
  )
  const whole = name?.name.replace(/ (?<=\p{Ll} \p{Lu}\p{L}*\p{Ll} )\p{Lu}(?:(?!\p{Lu})\p{L})*\p{Lu}\p{L}*$/u, '')
  return name && whole ? { ...name, name: whole } : name
}

const IS_PROSE = /^ [\p{Ll}(]/u

/** `Dr Imogen` at the end of a full line may be half of a name, which then continues on the next line. */
function overLines(text: string, at: number, name: Name | null): Name | null {
  if (!name || name.name.includes(' ') || isFamilyName(name.name)) return name
  const end = at + name.name.length
  const { family = '', next = '' } = PEOPLE.below.exec(text.slice(end, end + 40))?.groups ?? {}
  if (family === '' || isOrganisation(family) || isNoName(family.toLowerCase()) || !mayBeName(family, false))
    return name
  const isHalf = isGivenName(name.name) || INITIALS.test(name.name)
  if ((isHalf ? IS_PROSE : PEOPLE.does).test(next)) return { name: `${name.name} ${family}`, isSure: false }
  return isHalf ? { ...name, isSure: false } : name
}

/** A name that does not cross a column: `Joanne Pratt    Elm Tree HC`. */
function inColumn(print: Print, at: number, name: Name | null): Name | null {
  const to = statementAt(print, at)?.to ?? print.text.length
  const inside = name && at + name.name.length > to ? print.text.slice(at, to).trim() : ''
  return name && inside.includes(' ') ? { name: inside, isSure: false } : name
}

/** Returns what precedes a name, on its line or else on the one above, without what belongs to its title: `Assoc.` */
function beforeTitle(text: string, at: number): string {
  const [line = '', above = ''] = textBefore(text, at).split('\n').reverse()
  const before = line.trim() === '' ? `${above} ` : line
  return before.replace(/\b(?:assoc(?:iate)?|clinical|a\/)\.? ?$/i, '')
}

/** `your visit to our hygienist, Bethan Lloyd`; without an occupation, only known names. */
function* untitled(text: string): Iterable<Person> {
  for (const { groups, at, after } of ledTo(text, PEOPLE.leadsToName)) {
    const name = personAt(after, (word) => !isOrganisation(word))
    const isKnown = isGivenName(firstWord(name?.name ?? ''))
    if (!name?.name.includes(' ') || !(isKnown || PEOPLE.endsInPost.test(groups.post ?? groups.calling ?? ''))) continue
    yield { ...saidAt(name.name, at, isKnown && isSureName(after, name)), role: 'words' }
  }
}

const isOtherField = (text: string, label: string): boolean =>
  PEOPLE.otherField.test(label) || (/^(?:your )?gp$/.test(label) && PEOPLE.ofHospital.test(text))

/** Returns whether somebody is named for another reason than as the practitioner. */
function isOther(print: Print, text: string, from: number, to: number): boolean {
  const label = statementAt(print, from)?.label ?? ''
  if (isOtherField(text, label)) return true
  const before = beforeTitle(text, from).replace(/\b(?:dr|doctor|prof|professor)\.? ?$/i, '')
  return PEOPLE.otherBefore.test(before) || PEOPLE.otherAfter.test(text.slice(to, to + 90))
}
/** The name in a salutation is within this many characters of its beginning. */
const SALUTATION_LENGTH = 35

/** Returns whether a name is that of the letter's recipient. */
function isAddressed({ statements }: Print): (person: Person) => boolean {
  const forSomebody = statements.flatMap((statement) => {
    const isSalutation = PRINT.salutation.test(statement.text)
    return isSalutation || PEOPLE.forWhom.test(statement.label) ? [{ ...statement, isSalutation }] : []
  })
  return ({ value, at }) => {
    const family = ` ${lastWord(value)} `.toLowerCase()
    return forSomebody.some(({ text, from, to, valueFrom, isSalutation }) => {
      const whom = isSalutation ? text.slice(0, SALUTATION_LENGTH) : text.slice(valueFrom - from)
      if (at >= from && at < to) return !isSalutation || at - from < SALUTATION_LENGTH
      return ` ${whom.replace(/\P{L}+/gu, ' ')} `.toLowerCase().includes(family)
    })
  }
}

/** Keeps the first of those that begin at the same position, in the order of the text. */
const distinct = (persons: readonly Person[]): Person[] =>
  persons.filter(({ at }, index) => persons.findIndex((other) => other.at === at) === index).sort((a, b) => a.at - b.at)

/** Several on one line are the people who work there. */
function isListOfPartners(text: string, [first, ...rest]: readonly Person[]): boolean {
  const second = rest.find((other) => first && !isSamePerson(first, other))
  return first !== undefined && second !== undefined && !text.slice(first.at, second.at).includes('\n')
}
