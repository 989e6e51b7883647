import languages from '../vocabulary/languages.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/**
 * Verbs with which directions begin in the other languages of bilingual labels (Afrikaans, Welsh, Irish, French,
 * Spanish), with the words that follow: a few are words or herbs in English.
 */
const BEGINS_ELSEWHERE = new RegExp(
  String.raw`^(?:${alternatives(languages.flatMap(({ verbs }) => verbs))})\s+(?:\d|½|(?:${alternatives(languages.flatMap(({ next }) => next))})(?!\p{L}))`,
  'iu',
)
/** Words for frequencies in those languages that never occur in English directions. */
const SAID_ELSEWHERE = new RegExp(
  String.raw`(?<!\p{L})(?:${alternatives(languages.flatMap(({ words }) => words))}|cada \d)(?!\p{L})`,
  'iu',
)
const BETWEEN = /(?<!\s)\s+[/|]\s+|(?:(?<!\s)\s+)?\/\/\s*/

/**
 * Returns the English part of a line that is in two languages: `Take 1 tablet daily / Neem 1 tablet daagliks`. Null
 * when all of it is in the other language; the line itself when none of it is.
 */
export function inEnglish(line: string): string | null {
  const parts = line.split(BETWEEN)
  const own = parts.filter((part) => !BEGINS_ELSEWHERE.test(part.trim()) && !SAID_ELSEWHERE.test(part))
  if (own.length === parts.length) return line
  return own.length === 0 ? null : own.join(' / ').trim()
}
