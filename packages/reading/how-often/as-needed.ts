import complaints from '../vocabulary/complaints.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { matchesIn, textBefore } from '../words/near.ts'
import type { Fact, Read } from '../words/read.ts'
import { UNIT } from '../words/units.ts'
import { CUES } from './cues.ts'

/** Complaints that come and go, and are a reason to take something. */
const SYMPTOM = new RegExp(String.raw`\b(?:${alternatives(complaints.symptoms.words)})(?!\p{L})`, 'iu')
/** In these words it is a condition, whatever follows: `only when flying`. */
const ONLY = /^(?:only|just) (?:when|if|in case)/i
/** The reason, if nothing else says how often: `for headaches`. */
const FOR_SYMPTOM = new RegExp(
  String.raw`\bfor (?:(?:my|the|any|a|bad|severe|mild|occasional|relief of|back|period|neck|joint|knee|muscle|stomach|tooth|nerve|chest) )*(?:${alternatives(complaints.reasons.words)})(?!\p{L})`,
  'iu',
)

const ANOTHER = String.raw`(?:\d{1,4}(?:\.\d+)?|half|quarter)`
/**
 * `except Sundays when I have 3 mg`, `when it is half a tablet`, `when she only takes two`: an amount, not a reason.
 */
const OTHER_DOSE = new RegExp(
  String.raw`\b(?:when(?:ever)?|where|in which case|on which) (?:i|you|we|he|she|they|it)(?:['’]?(?:m|re|s|ve|ll|d))?(?: (?:only|just|always|usually|also|then|have|has|had|take|takes|taking|get|gets|need|needs|use|uses|do|am|is|are|on|go(?:es)?|drops?|cut|change|switch|up|down|back|to|about)){1,6} (?:${ANOTHER}(?:[ -]?(?:of an? |an? )?${UNIT}|(?= (?:of (?:them|these|those)|instead|in the|at night|at \d|with|and then|because)\b| *$|[,.;]))|(?:a|an|the|my) (?:other|lower|smaller|higher|bigger|larger|stronger|weaker|double|half|different) (?:dose|tablet|1|one|strength|amount)\b)`,
  'giu',
)

/** Returns where a text says that another amount is taken on some days. */
export const otherDosesIn = (text: string): Read<true>[] =>
  matchesIn(text, OTHER_DOSE).map(({ 0: words, index }) => ({ value: true, words, at: index }))

/** `needed`: said explicitly; a `clause` says when. */
export type Condition = Fact<'needed' | 'clause'>

/**
 * Returns where a text says that the medication is taken only when needed; clauses that name no known complaints are
 * guesses.
 */
export function conditionsIn(text: string): Condition[] {
  const needed = matchesIn(text, CUES.needed)
    .filter(({ index }) => !CUES.otherAct.test(textBefore(text, index)))
    .map(({ 0: words, index }) =>
      condition(words, index, CUES.afterwards.test(textBefore(text, index)) ? 'guess' : 'sure', 'needed'),
    )
  const clauses = matchesIn(text, CUES.clause).flatMap(({ 0: words, index, groups = {} }) => {
    const { clause = '' } = groups
    if (needed.some(({ at, words: other }) => at <= index + words.length && index < at + other.length)) return []
    if (CUES.otherAct.test(textBefore(text, index))) return []
    if (clause === '' && !/days|nights/i.test(words)) return []
    if (SYMPTOM.test(words) && !/^ (?:i|you) (?:was|were|had|finish)\b/i.test(clause))
      return [condition(words, index, 'sure')]
    if (CUES.noCondition.test(clause) || CUES.mealOrClock.test(clause)) return []
    return [condition(words, index, CUES.wish.test(clause) || ONLY.test(words) ? 'sure' : 'guess')]
  })
  return [...needed, ...clauses].sort((a, b) => a.at - b.at)
}

/** Returns the stated reason, if it is a complaint that comes and goes; a guess. */
export function complaintIn(text: string): Condition | null {
  const match = FOR_SYMPTOM.exec(text)
  return match && condition(match[0], match.index, 'guess')
}

const condition = (
  words: string,
  at: number,
  confidence: Condition['confidence'],
  value: Condition['value'] = 'clause',
): Condition => ({
  value,
  words,
  at,
  confidence,
})
