import { ofSameText } from '../../words/same-text.ts'
import { PEOPLE } from '../cues.ts'
import { isPlaceWord } from '../places/place-words.ts'
import { readSpecialty } from '../specialties/specialties.ts'
import { isFamilyName, isNoName } from './known-names.ts'
import { bare, endsHere, isCapitalised, isDay, isLink, isMonth, isParticle, isShortDay, isTitle } from './names.ts'
import { spokenName } from './spoken-names.ts'

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
export const isSureName = (text: string, { name, isSure }: { name: string; isSure: boolean }): boolean =>
  isSure && !INITIALS.test(name) && !RUN_TOGETHER.test(name) && text.startsWith(name)

/** Returns whether a text uses capitals for names. */
export const hasNames = ofSameText((text): boolean => /\p{Lu}/u.test(text.replace(/\b(?:I|Dr|Doctor)\b/g, '').slice(1)))

/** Returns whether a word belongs to the name of an organisation. */
export const isOrganisation = (word: string): boolean => PEOPLE.organisation.test(bare(word)) || isPlaceWord(word)

/** Returns as many words as a name may have, no further than the end of the line. */
export function wordsOfLine(text: string): string[] {
  const end = text.indexOf('\n')
  return (end === -1 ? text : text.slice(0, end)).split(' ', MOST_WORDS)
}

/** Whether a word may belong to a name; `isFirst`: whether it would be the first word. */
type MayBe = (word: string, isFirst: boolean) => boolean
type Name = { name: string; isSure: boolean } | null

/** `Dr M.`: an initial is not a name. */
export const INITIALS = /^\p{L}\.?(?:[ .-]\p{L}\.?)*$/u
/** A capital I that was read as a small l: no name begins with l before these letters. */
export const READ_AS_L = /^l(?=[bcdfgkmnpqrstvwxz]\p{Ll})/u

/** A capital O that was read as a zero: `0'Hara`. */
const READ_AS_ZERO = /^0(?=['’]\p{Lu}\p{Ll})/u
/** A word with a digit in it, which a camera may have put there: `Murph1`; not `9am`, `2nd`. */
const HAS_DIGIT = /^\p{L}['’]?\p{L}*\d/u

/** Returns the capitalised words at the start of a text, as far as they may belong to a name. */
export function nameAt(text: string, mayBe: MayBe): Name {
  const taken: string[] = []
  const words = wordsOfLine(text).map((word) => word.replace(READ_AS_L, 'I').replace(READ_AS_ZERO, 'O'))
  for (const [index, word] of words.entries()) {
    if (!isCapitalised(word) && !isParticle(word)) break
    if (!NAME_WORD.test(word) || !mayBe(word, taken.length === 0)) break
    if (index > 0 && (isShortDay(word, words[index + 1]) || isPart(word, words[index + 1]))) break
    taken.push(word)
    if (endsHere(word) || POSSESSIVE.test(word)) break
  }
  while (taken.length > 0 && isParticle(taken.at(-1) ?? '')) taken.pop()
  // "Dr. May" alone may have lost the number of the day, and "Dr Tan Parkview Clinic" works at a clinic.
  const runsOn = taken.length > 1 && PEOPLE.isPlace.test(bare(words[taken.length] ?? ''))
  // "Dr Mary MS Wong": the letters of a degree before a family name may be initials.
  const [after = '', next = ''] = words.slice(taken.length)
  const goesOn = isDegree(bare(after)) && isFamilyName(bare(next))
  const isSure = (taken.length > 1 || !isDay(taken[0] ?? '')) && !runsOn && !goesOn && !HAS_DIGIT.test(after)
  return taken.length > 0 ? { name: withoutEnd(taken.join(' ')), isSure } : null
}

const isPart = (word: string, next: string | undefined): boolean =>
  PEOPLE.numberedPart.test(word) && /^\p{Lu}?\d/u.test(next ?? '')

/** Returns the name a text begins with, with or without capitals. */
export const nameFrom = (text: string, mayBe: MayBe = mayBeAfterTitle): Name =>
  isCapitalised(text) ? nameAt(text, mayBe) : smallNameAt(text)

/** Returns the name a text without capitals begins with. */
export function smallNameAt(text: string): Name {
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
  const name = spokenName(words.map(withoutEnd), isEnded ? [] : line.slice(words.length, words.length + 2).map(bare))
  return name && isOfStaff(name.name, line) ? { name: name.name.slice(0, -1), isSure: false } : name
}

/** `dr fenwicks secretary`: the s is not part of the name. */
const isOfStaff = (name: string, line: readonly string[]): boolean =>
  /[^s]s$/.test(name) &&
  /^(?:secretary|receptionist|rooms|pa)$/i.test(bare(line[name.split(' ').length] ?? '')) &&
  !isFamilyName(name.split(' ').at(-1) ?? '')

/** `doctor may on the 2nd`: a month or a weekday in the place of a name that is not a date. */
function dayAsName(text: string, word: string): Name {
  const goesOn = /^(?: (?:on|at)\b|,|\.|$)/i.test(text.slice(word.length))
  return goesOn ? { name: withoutEnd(word), isSure: false } : null
}

export const withoutEnd = (name: string): string => name.replace(/(?<![.,;:!?])[.,;:!?]+$/, '').replace(POSSESSIVE, '')

/** A capitalised word right after the title is a name even if it looks like a function word: `Dr. Will Young`. */
export function mayBeName(word: string, isFirst: boolean): boolean {
  if (!isFirst && (isDegree(bare(word)) || PEOPLE.field.test(bare(word)) || PEOPLE.endsName.test(bare(word))))
    return false
  if (isLink(word) && !(isFirst && isCapitalised(word))) return false
  return !isDay(word) && !isPlaceWord(word) && !PEOPLE.verbs.test(bare(word)) && readSpecialty(word) === ''
}

/** Dates have been removed from the text, so a month or a weekday at the start of a name is part of it. */
export const mayBeAfterTitle = (word: string, isFirst: boolean): boolean =>
  mayBeName(word, isFirst) || (isFirst && isNamedDay(word))

const isNamedDay = (word: string): boolean => isMonth(word) || /day$/i.test(bare(word))

const FIRST_OF_OTHERS = /(?:ing|ly)$/i

/** Returns whether no word of a name is of a kind that is never a name. */
export function isBareName(name: string): boolean {
  const words = name.toLowerCase().split(' ')
  const [first = ''] = words
  if (first.length < 2 || FIRST_OF_OTHERS.test(first) || /^\p{Lu}{2,}(?: |$)/u.test(name)) return false
  // "the surgeon operates", "physio with weights": a single small word may be a verb or a plural.
  if (words.length === 1 && /^\p{Ll}.*[^s]s$/u.test(name)) return false
  return !words.some((word) => PEOPLE.notAlone.test(word) || isNoName(word) || PEOPLE.endsOfOthers.test(word))
}
