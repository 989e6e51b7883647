import names from '../../vocabulary/names-of-people.json' with { type: 'json' }
import { matchesIn, textBefore } from '../../words/near.ts'
import { PEOPLE } from '../cues.ts'

const setOf = ({ list }: { list: readonly string[] }): ReadonlySet<string> => new Set(list.join(' ').split(' '))
const [GIVEN, FAMILY, FAMILY_AND_WORD, NEVER] = [
  setOf(names.given),
  setOf(names.family),
  setOf(names.familyAndWord),
  setOf(names.never),
]
const plain = (word: string): string => word.toLowerCase().replace(/['’.-]/g, '')

/** Returns whether a word, in any case, is a known given name. */
export const isGivenName = (word: string): boolean => GIVEN.has(word.toLowerCase())
/** Returns whether a word, in any case, is a known family name. */
export const isFamilyName = (word: string): boolean => FAMILY.has(plain(word))
/** Returns whether a word, in any case, may be a family name, though it mostly means something else. */
export const mayBeFamilyName = (word: string): boolean => FAMILY_AND_WORD.has(plain(word))
/** Returns whether a word in small letters is of a kind that is never a name. */
export const isNoName = (word: string): boolean => NEVER.has(word.replace(/['’]/g, ''))

/** Returns a word without the punctuation after it. */
export const bare = (word: string): string => word.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
const SHORT_DAY_OR_NAME = /^(?:mon|sun)$/i

/**
 * Returns whether a word after a name is the abbreviation of a weekday.
 * @param next what follows it: empty where a date was removed
 */
export const isShortDay = (word: string, next: string | undefined): boolean =>
  PEOPLE.shortDays.test(bare(word)) ||
  (SHORT_DAY_OR_NAME.test(bare(word)) && next !== undefined && /^(?:|\d.*|at|@.*)$/i.test(next))

export const isLink = (word: string): boolean => PEOPLE.links.test(bare(word))
export const isDay = (word: string): boolean => PEOPLE.days.test(bare(word))
export const isMonth = (word: string): boolean => PEOPLE.months.test(bare(word))
export const isTitle = (word: string): boolean => PEOPLE.titles.test(bare(word))
export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Particles inside people's names: `van der Berg`, `al Amin`. */
export const isParticle = (word: string): boolean => PEOPLE.particles.test(word)

/** Returns the first of several words, or of a text. */
export const firstWord = (text: string): string => text.split(/[ \n]/, 1)[0] ?? ''
/** Returns the last of several words. */
export const lastWord = (text: string): string => text.split(' ').at(-1) ?? ''

/** Returns whether a sentence or a list ends with the word: a point after initials, `St.` or `Jr.` ends neither. */
export const endsHere = (word: string): boolean =>
  /[,;:!?]$/.test(word) || (word.endsWith('.') && word.length > 3 && !/^(?:\p{Lu}\.){2,}$/u.test(word))

/** Returns the words that a line begins with, as far as each may follow the others, up to the last of a name. */
export function wordsWhile(
  line: readonly string[],
  mayFollow: (word: string, index: number) => boolean,
  isLast: (word: string) => boolean,
): readonly string[] {
  const end = line.findIndex((word, index) => !mayFollow(word, index) || (index > 0 && isLast(line[index - 1] ?? '')))
  return end === -1 ? line : line.slice(0, end)
}

/** What leads to a name, and what precedes and follows it. */
export interface Led {
  lead: string
  groups: Record<string, string | undefined>
  before: string
  /** Where the name would begin. */
  at: number
  after: string
}
export const ledTo = (text: string, pattern: RegExp): Led[] =>
  matchesIn(text, pattern).map(({ 0: lead, index, groups = {} }) => {
    const at = index + lead.length
    return { lead, groups, before: textBefore(text, index), at, after: text.slice(at) }
  })
