import abbreviations from '../vocabulary/abbreviations.json' with { type: 'json' }
import directions from '../vocabulary/direction-words.json' with { type: 'json' }
import routes from '../vocabulary/routes.json' with { type: 'json' }
import units from '../vocabulary/units.json' with { type: 'json' }
import type { AskReason, DoseUnit } from './values.ts'

/**
 * The closed vocabulary of directions. Every spelling and shorthand maps to plain words, so that one small grammar of
 * plain words reads them all: `bd` is `#2 time every day`. `#` begins a number, `v:` a verb, `u:` what is counted or
 * measured by volume, `m:` a mass, `w:` a part of the day, `b:` a meal and its part of the day, `d:` a weekday, `r:` a
 * route.
 */
const LEXICON: ReadonlyMap<string, string> = new Map([
  ...Object.entries(directions.words).flatMap(([plain, words]) => words.map((word) => [word, plain] as const)),
  ...abbreviations.flatMap(({ means }) => Object.entries<string>(means)),
  ...units.list.flatMap(({ unit, kind, words }) =>
    words.map((word) => [word, `${kind === 'mass' ? 'm' : 'u'}:${unit}`] as const),
  ),
  ...routes.list.flatMap(({ route, words }) =>
    words.map((word) => [word, route === 'oral' ? 'by mouth' : `r:${route}`] as const),
  ),
])

/** Words without meaning here, in any position. */
const SILENT: ReadonlySet<string> = new Set(directions.silent)

/**
 * Shorthand on the lists of abbreviations to avoid (Joint Commission; ACSQHC; ISMP): asked about, never taken as sure.
 */
const UNSAFE: ReadonlySet<string> = new Set([
  ...[...abbreviations, ...units.list, ...routes.list].flatMap(({ unsafe = [] }) => unsafe),
])

/**
 * Returns the plain words for a spelling or shorthand; empty for words without meaning, undefined for unknown ones.
 */
export const plainWords = (word: string): string | undefined => (SILENT.has(word) ? '' : LEXICON.get(word))

export const doubtOf = (word: string): AskReason | undefined => (UNSAFE.has(word) ? 'shorthand' : undefined)

/** All spellings, for the repair of typing errors. */
export const SPELLINGS: readonly string[] = [...LEXICON.keys()]

/** Returns the unit that `u:tablet` or `m:mg` stands for. */
export const unitOf = (plain: string | undefined): DoseUnit | null => plain?.slice(2) ?? null
