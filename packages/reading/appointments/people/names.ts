import { matchesIn, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PEOPLE } from '../cues.ts'

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

/** Returns whether a sentence or a list ends with the word: a point after initials, `St.` or `Jr.` ends neither. */
export const endsHere = (word: string): boolean =>
  /[,;:!?]$/.test(word) || (word.endsWith('.') && word.length > 3 && !/^(?:\p{Lu}\.){2,}$/u.test(word))

/** The practitioner of an appointment. */
export interface SaidDoctor extends Read<string> {
  /** Whether a title shows that it is a doctor, and it is certain where the name ends. */
  isSure: boolean
}
export const person = (name: string, at: number, isSure: boolean): SaidDoctor => ({
  value: name,
  words: name,
  at,
  isSure,
})

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
