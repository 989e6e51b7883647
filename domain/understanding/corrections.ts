import { matchesIn, textBefore } from './near.ts'
import type { Read } from './read.ts'

/** Said between something and what it was meant to be: `twenty, no, sorry, thirty`, `scratch that`. */
const CORRECTION =
  /(?:(?:^|[,.;]|\b(?:or|oh|um)) ?no\b(?! (?:more|longer|later|end|food|need|other|less|idea|problem))|\b(?:sorry|scratch that|strike that|correction|i mean(?:t)?|make (?:that|it)|(?:or |no |oh )?(?:rather)(?! than)|oops|whoops|my mistake|wait|hang on|hold on|on second thoughts?|let me correct|actually|change (?:that|it) to|should be|not that)\b)/gi
/** `moved from 3 to 4`, `increase from 10 mg to 20 mg`. */
const CHANGE =
  /\b(?:mov|reschedul|chang|shift|switch|push|bring|brought|increas|decreas|rais|lower|reduc|put|up|down|went|going|go)\w*\b[^.;]*\bfrom\b/i
const CHANGED =
  /\b(?:increas|decreas|rais|lower|reduc|doubl|chang|switch|mov|push|bump|went|gone|put it|put me|reschedul)\w*\b[^.;]*\bto (?:at |the |on |a )*$/i
/** Said before what does not hold: `not aspirin`, `instead of Monday`. */
const NOT =
  /\b(?:not|instead of|rather than|isn['’]?t|wasn['’]?t|never|stop(?:ped|ping)?|cancel(?:led)?)(?: (?:the|a|an|at|on|for|my|your|taking|with|in))* $/i

/** Whether what begins at a place of a text is said not to hold. */
export const isDenied = (text: string, at: number): boolean => NOT.test(textBefore(text, at))

/** Where corrections of a text begin. */
export const correctionsIn = (text: string): number[] => matchesIn(text, CORRECTION).map(({ index }) => index)

/**
 * Which of several values of one kind holds: the first, unless a correction stands between it and the next, or the first is what
 * something was changed from.
 * @param said in the order of the text
 */
export function holding<Value extends Read<unknown>>(text: string, said: readonly Value[]): Value | null {
  const valid = said.filter(({ at }) => !isDenied(text, at))
  if (valid.length < 2) return valid[0] ?? null
  const marks = correctionsIn(text)
  let held = valid[0] ?? null
  for (const next of valid.slice(1)) {
    if (held === null) break
    const end = held.at + held.words.length
    const isCorrected = marks.some((mark) => mark >= end - 1 && mark < next.at)
    if (isCorrected || isChangedTo(text, held, next)) held = next
  }
  return held
}

/** Whether a text says that the first was changed to the second: `from 300 mg to 600 mg`, `10 mg, but now increased to 20 mg`. */
export function isChangedTo(text: string, from: Read<unknown>, to: Read<unknown>): boolean {
  const between = text.slice(from.at + from.words.length, to.at)
  if (CHANGED.test(between)) return true
  if (!/^,? (?:\p{L}+ ){0,2}(?:to|until) (?:at |the |on |a )*$/iu.test(between)) return false
  return CHANGE.test(textBefore(text, from.at))
}
