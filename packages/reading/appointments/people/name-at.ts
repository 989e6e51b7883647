import { ofSameText } from '../../words/same-text.ts'
import { PEOPLE } from '../cues.ts'
import { isPlaceWord } from '../places/place-words.ts'
import type { Name } from '../said.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import {
  bare,
  endsHere,
  isCapitalised,
  isDay,
  isFamilyName,
  isGivenName,
  isLink,
  isMonth,
  isNoName,
  isParticle,
  isShortDay,
  isTitle,
  lastWord,
  mayBeFamilyName,
  wordsWhile,
} from './names.ts'

export const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]*[,;:!?]*$/u
const POSSESSIVE = /['’]s$/i

/** `Wang Jen-Kuei`, `Eugene H. Burton Iii`. */
const MOST_WORDS = 6
/** Degrees with points: `M.S.`; but `A.M.` are initials. */
const isDegree = (word: string): boolean =>
  PEOPLE.degree.test(word) ||
  (/^\p{L}\.\p{L}/u.test(word) && /^(?:MD|MS|MDS|BDS|MBBS|PhD|DDS|DMD|DNB)$/.test(word.replaceAll('.', '')))

/** Two names without a space between them: `AnnaFinch`, not `MacDonald`. */
const RUN_TOGETHER = /(?<!\bMa?c)(?<!\bFitz)(?<=\p{Ll}{3})\p{Lu}/u

/** Excludes a single initial, and names with a misread letter or space. */
export const isSureName = (text: string, { name, isSure }: Name): boolean =>
  isSure && !INITIALS.test(name) && !RUN_TOGETHER.test(name) && text.startsWith(name)

/** Returns whether a text uses capitals for names. */
export const hasNames = ofSameText((text): boolean => /\p{Lu}/u.test(text.replace(/\b(?:I|Dr|Doctor)\b/g, '').slice(1)))

/** Returns whether a word belongs to the name of an organisation. */
export const isOrganisation = (word: string): boolean => PEOPLE.organisation.test(bare(word)) || isPlaceWord(word)

/** Returns as many words as a name may have, no further than the end of the line. */
export const wordsOfLine = (text: string): string[] => (text.split('\n', 1)[0] ?? '').split(' ', MOST_WORDS)

/** Whether a word may belong to a name; `isFirst`: whether it would be the first word; `next`: the word after it. */
type MayBe = (word: string, isFirst: boolean, next: string | undefined) => boolean

/** `Dr M.`: an initial is not a name. */
export const INITIALS = /^\p{L}\.?(?:[ .-]\p{L}\.?)*$/u
/** A capital I that was read as a small l: no name begins with l before these letters. */
export const READ_AS_L = /^l(?=[bcdfgkmnpqrstvwxz]\p{Ll})/u

/** A capital O that was read as a zero: `0'Hara`. */
const READ_AS_ZERO = /^0(?=['’]\p{Lu}\p{Ll})/u
/** A word with a digit in it, which a camera may have put there: `Murph1`; not `9am`, `2nd`. */
const HAS_DIGIT = /^\p{L}['’]?\p{L}*\d/u

const isLast = (word: string): boolean => endsHere(word) || POSSESSIVE.test(word)

/** Returns the words that a line begins with, as far as they may belong to one name. */
const wordsOfName = (line: readonly string[], mayBe: MayBe): string[] => {
  const mayFollow = (word: string, index: number): boolean => {
    const next = line[index + 1]
    return NAME_WORD.test(word) && mayBe(word, index === 0, next) && (index === 0 || !isShortDay(word, next))
  }
  return [...wordsWhile(line, mayFollow, isLast)]
}

const isPart = (word: string, next: string | undefined): boolean =>
  PEOPLE.numberedPart.test(word) && /^\p{Lu}?\d/u.test(next ?? '')

/** Returns the capitalised words at the start of a text, as far as they may belong to a name. */
export function nameAt(text: string, mayBe: MayBe = mayBeAfterTitle): Name | null {
  const words = wordsOfLine(text).map((word) => word.replace(READ_AS_L, 'I').replace(READ_AS_ZERO, 'O'))
  const taken = wordsOfName(words, (word, isFirst, next) => {
    const isName = isCapitalised(word) || isParticle(word)
    return isName && mayBe(word, isFirst, next) && (isFirst || !isPart(word, next))
  })
  while (isParticle(taken.at(-1) ?? '')) taken.pop()
  // "Dr. May" alone may have lost the number of the day, and "Dr Tan Parkview Clinic" works at a clinic.
  const runsOn = taken.length > 1 && PEOPLE.isPlace.test(bare(words[taken.length] ?? ''))
  // "Dr Mary MS Wong": the letters of a degree before a family name may be initials.
  const [after = '', next = ''] = words.slice(taken.length)
  const goesOn = isDegree(bare(after)) && isFamilyName(bare(next))
  const isSure = (taken.length > 1 || !isDay(taken[0] ?? '')) && !runsOn && !goesOn && !HAS_DIGIT.test(after)
  return taken.length > 0 ? { name: withoutEnd(taken.join(' ')), isSure } : null
}

/** Returns the name a text begins with, with or without capitals. */
export const nameFrom = (text: string, mayBe: MayBe = mayBeAfterTitle): Name | null =>
  isCapitalised(text) ? nameAt(text, mayBe) : smallNameAt(text)

/** Returns the name a text without capitals begins with. */
export function smallNameAt(text: string): Name | null {
  const line = wordsOfLine(text)
  const words = wordsOfName(line, (word, isFirst) => !isTitle(word) && mayBeAfterTitle(word, isFirst))
  const [first = '', second = ''] = words
  if (isDay(first) && !isFamilyName(withoutEnd(second))) return dayAsName(text, first)
  const behind = isLast(words.at(-1) ?? '') ? [] : line.slice(words.length, words.length + 2).map(bare)
  const name = spokenName(words.map(withoutEnd), behind)
  return name && isOfStaff(name.name, line) ? { name: name.name.slice(0, -1), isSure: false } : name
}

/** `dr fenwicks secretary`: the s is not part of the name. */
const isOfStaff = (name: string, line: readonly string[]): boolean =>
  /[^s]s$/.test(name) &&
  /^(?:secretary|receptionist|rooms|pa)$/i.test(bare(line[name.split(' ').length] ?? '')) &&
  !isFamilyName(lastWord(name))

/** `doctor may on the 2nd`: a month or a weekday in the place of a name that is not a date. */
function dayAsName(text: string, word: string): Name | null {
  const goesOn = /^(?: (?:on|at)\b|,|\.|$)/i.test(text.slice(word.length))
  return goesOn ? { name: withoutEnd(word), isSure: false } : null
}

export const withoutEnd = (name: string): string => bare(name).replace(POSSESSIVE, '')

/** Words that begin a name but are not all of it: `van der Berg`, `O Brien`. */
const isBegin = (word: string): boolean => isParticle(word) || PEOPLE.beginsOfNames.test(word)

/**
 * Returns the name that some words in small letters begin with: one word, and a second one that is of no other kind; a
 * third one only where a list of names or a particle shows it. Null where there is none. It is sure only where the next
 * word is known to belong to the name, or not to.
 * @param words those that may belong to a name, in small letters, up to the first that cannot
 * @param behind the following words, from the first that cannot
 */
export function spokenName(words: readonly string[], behind: readonly string[]): Name | null {
  const [first, second, third = '', fourth = behind[0] ?? ''] = words
  if (first === undefined || isNoName(first)) return null
  if (isBegin(first)) return afterParticles(words, 0)
  const alone = { name: first, isSure: true }
  if (second === undefined || isNoName(second)) return alone
  if (isBegin(second)) return afterParticles(words, 1) ?? alone
  const isOpen = third !== '' && !isNoName(third)
  // "doctor jones castle street", "doctor jones truro clinic": the word before a place word belongs to the place.
  const isFamily = isFamilyName(first) && !isGivenName(first)
  const near = [third, ...(isFamily ? behind : behind.slice(0, 1))]
  if (!isOpen && !isFamilyName(second) && near.some((word) => PEOPLE.placeKind.test(word)))
    return { name: first, isSure: isFamily }
  const rest = isOpen && isBegin(third) ? afterParticles(words, 2) : null
  if (rest) return { ...rest, isSure: rest.isSure && isGivenName(first) }
  const whole = `${first} ${second} ${third}`
  if (isGivenName(first) && isGivenName(second) && isFamilyName(third)) return { name: whole, isSure: true }
  if (isOpen && isFamilyName(third) && !PEOPLE.placeKind.test(fourth)) return { name: whole, isSure: false }
  return { name: `${first} ${second}`, isSure: isSurePair(first, second, isOpen) }
}

/** Nobody is called just "Doctor Laura": the next word is the family name. But "Doctor Lee" may end there. */
function isSurePair(first: string, second: string, isOpen: boolean): boolean {
  if (!isGivenName(first)) return isFamilyName(second) && !isOpen
  return isFamilyName(second) || isGivenName(second) || (!isFamilyName(first) && mayBeFamilyName(second))
}

/** Particles with the one word that follows: `de la Cruz`. `Le` and `Van` are names by themselves. */
function afterParticles(words: readonly string[], from: number): Name | null {
  const end = words.findIndex((word, index) => index >= from && !isBegin(word))
  const hasName = end !== -1 && !isNoName(words[end] ?? '')
  if (!hasName && from > 0) return null
  return { name: words.slice(0, hasName ? end + 1 : 1).join(' '), isSure: hasName }
}

/** A capitalised word right after the title is a name even if it looks like a function word: `Dr. Will Young`. */
export function mayBeName(word: string, isFirst: boolean): boolean {
  if (!isFirst && (isDegree(bare(word)) || PEOPLE.field.test(bare(word)) || PEOPLE.endsName.test(bare(word))))
    return false
  if (isLink(word) && !(isFirst && isCapitalised(word))) return false
  return !isDay(word) && !isPlaceWord(word) && !PEOPLE.verbs.test(bare(word)) && readSpecialty(word) === ''
}

/** Dates have been removed from the text, so a month or a weekday at the start of a name is part of it. */
export const mayBeAfterTitle = (word: string, isFirst: boolean): boolean =>
  mayBeName(word, isFirst) || (isFirst && (isMonth(word) || /day$/i.test(bare(word))))

/** Returns whether no word of a name is of a kind that is never a name. */
export function isBareName(name: string): boolean {
  const words = name.toLowerCase().split(' ')
  const [first = ''] = words
  if (first.length < 2 || /(?:ing|ly)$/.test(first) || /^\p{Lu}{2,}(?: |$)/u.test(name)) return false
  // "the surgeon operates", "physio with weights": a single small word may be a verb or a plural.
  if (words.length === 1 && /^\p{Ll}.*[^s]s$/u.test(name)) return false
  return !words.some((word) => PEOPLE.notAlone.test(word) || isNoName(word) || PEOPLE.endsOfOthers.test(word))
}
