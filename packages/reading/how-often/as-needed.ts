import complaints from '../vocabulary/complaints.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { matchesIn, textBefore } from '../words/near.ts'
import type { Fact, Read } from '../words/read.ts'
import { UNIT } from '../words/units.ts'

/** `as needed`, `if required`, `prn`. */
const NEEDED =
  /\b(?:as|when|if|where|only when|only if|whenever|only as)(?: and when)?(?: it is| it['’]?s| i['’]?m| you['’]?re| i| you)? ?(?:needed|required|necessary|need(?: it| to| be)?|want it|want to|have to)\b|\bas and when\b|\bp\.?r\.?n\b|\bs\.?o\.?s\b|\bin an emergency\b|\bfor breakthrough pain\b/gi
/** A clause that makes it conditional, up to where something else begins. */
const CLAUSE =
  /\b(?:only |just )?(?:(?:when(?:ever)?|if|any ?time(?: that)?|each time|every time|in case(?: of)?|in the event of|when there is|at (?:the )?(?:(?:first|1st|very first|earliest) )?(?:signs?|onset|start) of|as soon as|on (?:the )?(?:days|nights) (?:when|that|i)|on (?:my )?(?:bad|painful|rough|itchy) (?:days|nights)))\b(?<clause>(?: (?!(?:and|then|take|but|no|max|maximum|not (?:more|every|daily|all)|up to|until|for|every|once|twice|at \d|\d)\b)[^\s,.;!?]+){0,9})/gi
/** What comes and goes, and is why somebody takes something. */
const SYMPTOM = new RegExp(String.raw`\b(?:${alternatives(complaints.symptoms.words)})(?!\p{L})`, 'iu')
const WISH =
  /^ (?:(?:i|you|he|she|they) (?:feel|feels|have|has|had|get|gets|need|needs|am|are|is|want|wants|can(?:no|['’]?)t|must)\b|i['’]?ve got|i['’]?m |you['’]?ve got|it['’]?s needed|there['’]?s )/i
/** Said so, it is a condition whatever it is: `only when flying`. */
const ONLY = /^(?:only|just) (?:when|if|in case)/i
/** Moments of the day, the course itself, and what is said in passing: no condition. */
const NO_CONDITION =
  /^ (?:(?:i|you|we|he|she|they|it)(?:['’]?(?:m|re|s|ve|ll|d))? )?(?:(?:am|are|is|was|were|have|has|had|just|first|got|finally|do|did|be) )*(?:wak\w+|woke\w*|get(?:s|ting)? (?:up|out of|home|in\b|to\b|back|there|dressed|it|this|them|the|my (?:script|refill))|got (?:up|home)|go(?:es|ing)? (?:to|back|home|out|up|down)|went|eat\w*|ate|drink\w*|finish\w*|run out|ran out|rememb\w+|forg\w+|miss\w*|prescri\w+|start\w*|beg[iau]n\w*|can\b|could|would|will|may|might|like|want(?:s|ed)? (?:you|me|to know)|possible|not|ok|okay|so\b|done|taking|take|took|taken|open\w*|old|younger|pregnant|driv\w+|travel\w*|told|said|saw|see|given|give|gave|put|used|using|use|shower\w*|brush\w*|leav\w+|left|arriv\w+|home|young)\b/i
const MEAL_OR_CLOCK =
  /\b(?:breakfast|lunch|dinner|tea|supper|meals?|food|coffee|eat\w*|bed|bed ?time|morning|afternoon|evening|noon|midday|midnight|o['’]?clock|alarm|sun|work|school|home)\b/i
/** What is done then is something else than taking the usual dose. */
const OTHER_ACT =
  /\b(?:call|ring|phone|see|stop|stopping|tell|contact|return|come back|go to|hospital|emergency|doctor|ask|talk|speak|avoid|unless|doubl\w+|another|an? (?:extra|second)|extra|repeat\w*|increas\w+|skip|wait|worry|know|ok|okay|fine|sure|wonder\w*|with (?:food|milk|water)|even|except|do not take|don['’]?t take|not)(?: [^\s,.;!?]+){0,3} $/i
/** What it is for, where nothing else says how often: `for headaches`. */
const FOR_SYMPTOM = new RegExp(
  String.raw`\bfor (?:(?:my|the|any|a|bad|severe|mild|occasional|relief of|back|period|neck|joint|knee|muscle|stomach|tooth|nerve|chest) )*(?:${alternatives(complaints.reasons.words)})(?!\p{L})`,
  'iu',
)

/** `4 times a day for 3 days then only when I need it`: not yet. */
const AFTERWARDS = /\b(?:then|after that|afterwards|after which|there ?after|followed by|from then on)\b[^.;]{0,25}$/i

const ANOTHER = String.raw`(?:\d{1,4}(?:\.\d+)?|half|quarter)`
/** `except Sundays when I have 3 mg`, `when it is half a tablet`, `when she only takes two`: how much then, not why. */
const OTHER_DOSE = new RegExp(
  String.raw`\b(?:when(?:ever)?|where|in which case|on which) (?:i|you|we|he|she|they|it)(?:['’]?(?:m|re|s|ve|ll|d))?(?: (?:only|just|always|usually|also|then|have|has|had|take|takes|taking|get|gets|need|needs|use|uses|do|am|is|are|on|go(?:es)?|drops?|cut|change|switch|up|down|back|to|about)){1,6} (?:${ANOTHER}(?:[ -]?(?:of an? |an? )?${UNIT}|(?= (?:of (?:them|these|those)|instead|in the|at night|at \d|with|and then|because)\b| *$|[,.;]))|(?:a|an|the|my) (?:other|lower|smaller|higher|bigger|larger|stronger|weaker|double|half|different) (?:dose|tablet|1|one|strength|amount)\b)`,
  'giu',
)

/** Where a text says that on some days another amount is taken. */
export const otherDosesIn = (text: string): Read<true>[] =>
  matchesIn(text, OTHER_DOSE).map(({ 0: words, index }) => ({ value: true, words, at: index }))

/** `needed` is said in so many words; a `clause` says when. */
export type Condition = Fact<'needed' | 'clause'>

/** Where a text says that the medicine is taken only when it is needed; clauses that are no list of known complaints are guesses. */
export function conditionsIn(text: string): Condition[] {
  const needed = matchesIn(text, NEEDED)
    .filter(({ index }) => !OTHER_ACT.test(textBefore(text, index)))
    .map(({ 0: words, index }) =>
      condition(words, index, AFTERWARDS.test(textBefore(text, index)) ? 'guess' : 'sure', 'needed'),
    )
  const clauses = matchesIn(text, CLAUSE).flatMap(({ 0: words, index, groups = {} }) => {
    const { clause = '' } = groups
    if (needed.some(({ at, words: other }) => at <= index + words.length && index < at + other.length)) return []
    if (OTHER_ACT.test(textBefore(text, index))) return []
    if (clause === '' && !/days|nights/i.test(words)) return []
    if (SYMPTOM.test(words) && !/^ (?:i|you) (?:was|were|had|finish)\b/i.test(clause))
      return [condition(words, index, 'sure')]
    if (NO_CONDITION.test(clause) || MEAL_OR_CLOCK.test(clause)) return []
    return [condition(words, index, WISH.test(clause) || ONLY.test(words) ? 'sure' : 'guess')]
  })
  return [...needed, ...clauses].sort((a, b) => a.at - b.at)
}

/** What it is said to be for, as far as it comes and goes; a guess. */
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
