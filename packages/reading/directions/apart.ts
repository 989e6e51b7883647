import { weekdayNumber } from '../calendar.ts'
import { CUES } from './cues.ts'
import type { Findings, Span } from './findings.ts'

/**
 * Words that take something back or belong to something else: read from the text itself, before the line is read,
 * because they end at commas and sentences, which the line does not have.
 */

/** Limits and their opposites: read by separate rules. */
const OWN_RULE = /\b(?:more|longer|less|greater|fewer)\s+than\b|\bexceed|\bempty\s+stomach\b/i
const REPLACE = /\b(?:replac\w+|chang\w+|apply|renew|insert|put|new|another)\b/i
const EXCEPT = /\b(?:and\s+|but\s+)?(?:except(?:ing)?|excluding|apart\s+from|other\s+than)\b/gi

const OF_DAYS = /\bdays?\b/i
const NO_DAY_OF = /\b(?:a|per|each|every|same time)\s+day\b|\d\s*days?\b/gi

/** Returns the text without such clauses, in the same length: everything else keeps its position. */
export function readApart(text: string, findings: Findings): string {
  let rest = text
  const blank = ({ at, words }: Span) => {
    rest = rest.slice(0, at) + ' '.repeat(words.length) + rest.slice(at + words.length)
  }
  for (const clause of clausesOf(text, EXCEPT)) {
    addException(clause, findings)
    blank(clause)
  }
  for (const clause of clausesOf(rest, CUES.not)) {
    if (OWN_RULE.test(clause.words)) continue
    if (isOfDays(clause.words)) addException(clause, findings)
    blank(clause)
  }
  for (const clause of clausesOf(rest, CUES.omit)) {
    if (isOfDays(clause.words)) addException(clause, findings)
    blank(clause)
  }
  for (const clause of clausesOf(rest, CUES.remove)) {
    if (REPLACE.test(clause.words)) continue
    // `leave for 3 weeks, then remove for 1 week` alternates.
    if (/\bfor\b.*\b(?:days?|weeks?)\b/i.test(clause.words)) findings.turns.push(clause)
    blank(clause)
  }
  for (const { 0: words, index: at } of rest.matchAll(CUES.start)) blank({ words, at })
  return rest
}

function clausesOf(text: string, head: RegExp): Span[] {
  const clauses: Span[] = []
  let done = 0
  for (const { 0: begin, index: at } of text.matchAll(head)) {
    if (at < done) continue
    const behind = text.slice(at + begin.length)
    // The word right after the head is what must not be done.
    const first = /^\s*(?:to\s+be\s+|be\s+|to\s+)?\p{L}*/u.exec(behind)?.[0].length ?? 0
    const end = CUES.ends.exec(behind.slice(first))
    done = at + begin.length + (end ? first + end.index : behind.length)
    clauses.push({ at, words: text.slice(at, done).trimEnd() })
  }
  return clauses
}

const isOfDays = (words: string): boolean => words.search(CUES.days) >= 0 || OF_DAYS.test(words.replace(NO_DAY_OF, ''))

/** Adds the days it is not taken on; null where they could not be read. */
function addException({ words, at }: Span, findings: Findings): void {
  const named = words.match(CUES.days) ?? []
  const isWhole = named.length > 0 && words.replace(CUES.days, '').replace(CUES.aroundDays, '') === ''
  const isRange = /\b(?:to|till|until|through)\b|[-–]/i.test(words)
  findings.exceptions.push({ words, at, days: isWhole && !isRange ? daysOf(named) : null })
}

const daysOf = (named: readonly string[]): number[] =>
  named.flatMap((name) => {
    const small = name.toLowerCase()
    if (small.startsWith('weekd')) return [1, 2, 3, 4, 5]
    return small.startsWith('weeke') ? [6, 7] : [weekdayNumber(small)]
  })
