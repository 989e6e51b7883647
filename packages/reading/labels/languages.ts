import languages from '../vocabulary/languages.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/**
 * Verbs that directions begin with in the other languages of bilingual labels (Afrikaans, Welsh, Irish, French, Spanish), with what
 * follows them there: a few are words or herbs in English.
 */
const BEGINS_ELSEWHERE = new RegExp(
  String.raw`^(?:${alternatives(languages.flatMap(({ verbs }) => verbs))})\s+(?:\d|½|(?:${alternatives(languages.flatMap(({ next }) => next))})(?!\p{L}))`,
  'iu',
)
/** Words of how often in them, which no English directions have. */
const SAID_ELSEWHERE = new RegExp(
  String.raw`(?<!\p{L})(?:${alternatives(languages.flatMap(({ words }) => words))}|cada \d)(?!\p{L})`,
  'iu',
)
const BETWEEN = /(?<!\s)\s+[/|]\s+|(?:(?<!\s)\s+)?\/\/\s*/

/**
 * What of a line is English where a label says it in two languages: `Take 1 tablet daily / Neem 1 tablet daagliks`. Null when all of it
 * is in the other one; the line itself when it has no part in another.
 */
export function inEnglish(line: string): string | null {
  const parts = line.split(BETWEEN)
  const own = parts.filter((part) => !BEGINS_ELSEWHERE.test(part.trim()) && !SAID_ELSEWHERE.test(part))
  if (own.length === parts.length) return line
  return own.length === 0 ? null : own.join(' / ').trim()
}
