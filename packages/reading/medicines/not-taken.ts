import { textAfter, textBefore } from '../words/near.ts'
import { CUES } from './cues.ts'

const MINE = '(?: (?:the|my|a|an|any|your|his|her|their|some|more|old|last))*'
const STILL = "(?<!\\b(?:not|never|without|n['’]?t|don['’]?t|dont|to) (?:to |be |just |ever |suddenly )?)"
/** `ramipril was stopped` says nothing of what follows. */
const ACTIVE = "(?<!\\b(?:is|was|were|are|been|being|got|it['’]?s) (?:now |all )?)"
const NOT_ANY =
  "(?:no longer|not|never|don['’]?t|do not|doesn['’]?t|can['’]?t|cannot|can not|won['’]?t|isn['’]?t|aren['’]?t|shouldn['’]?t|mustn['’]?t|didn['’]?t)"
const DOING =
  '(?:be|been|to|on|take|takes|taking|use|uses|using|have|having|need|needing|give|giving|given|get|getting|want|tolerate|supposed|allowed|really|even|currently)'
/** What is said right before a medicine that is no longer taken: `took me off`, `no longer on the`, `my old tablet was`. */
const STOPPED_BEFORE = new RegExp(
  String.raw`(?:${STILL}\b(?:${ACTIVE}(?:stop(?:s|ped|ping)?(?: (?:me|him|her|us))?(?: from)?(?: (?:taking|using|on))?|discontinu(?:e|ed|ing)|ceased?(?: taking)?|finish(?:ed)?(?: with| up)?)|quit(?: taking)?|ditch(?:ed)?|dropp?(?:ed)?|g[ai]ve(?:n)? up(?: on)?|giving up(?: on)?|(?:took|taken|take|taking|get|got|getting|put) (?:(?:me|him|her|us|them) )?off(?: of)?|(?:came|come|coming|gone|went|going|been|am|i['’]?m|are|is|she['’]?s|he['’]?s) (?:now )?off|ran out of)|\b(?:used to (?:take|be on|have|use|get)|(?:was|were|had been|been|has been) (?:previously )?(?:on|taking|using)|previously|formerly|instead of|rather than|in place of|replac(?:e|es|ed|ing)|swap(?:ped|ping)?|exchang(?:ed?|ing)|(?:chang|switch|swapp|mov|convert|transition)(?:e|ed|ing)? (?:(?:me|him|her|us|over|across) ){0,2}from|avoid|no more|(?:old|previous|former|earlier) (?:1|one|tablets?|pills?|medicines?|medication|drug|inhaler|capsules?|script)(?: (?:was|is|were|used to be|being|called))?|off))${MINE} $`,
  'i',
)
/** `I don't take`: not any more, or only not in some way. */
const NEGATED_BEFORE = new RegExp(String.raw`\b${NOT_ANY}(?: ${DOING})*${MINE} $`, 'i')
/** It harms the person: never the one to add. */
const HARMFUL_BEFORE = new RegExp(String.raw`\b(?:allerg(?:ic|y) to|reacts? to|intolerant (?:to|of))${MINE} $`, 'i')
/** `no warfarin just apixaban`; after anything else "no" corrects. */
const NONE_BEFORE = /(?:^|[.;,] )(?:(?:so|now|there['’]?s|with) )*no (?:more )?$/i
const NONE_AFTER = /^ (?:any ?more |now )?(?:just|only|instead|but)\b/i

const NOW = String.raw`(?: \d[\d.,]* ?\p{L}+)?`
/** What is said right after it: `is stopped`, `has been replaced by`, `any more`. */
const STOPPED_AFTER = new RegExp(
  String.raw`^${NOW},? (?:(?:(?:is|was|has|have|had|were|got|get|['’]s|are|been|being|now|all|just) ){1,4}(?:stopped|finished|ceased|discontinued|cancell?ed|gone|replaced|taken off|swapped (?:for|with)|off the list|no longer\b|no more\b|not (?:taken|used|needed) any)|(?:any ?more|any longer|no longer|no more(?! (?:than|often))|not any ?more|stopped(?= (?:and|now|but|then|so)\b))|(?:got |is |was )?replaced (?:by|with))(?! (?:on|after|if|when|before|until|unless|working|in \d|in a|than|suddenly|abruptly)\b)`,
  'iu',
)

const LONGEST_CHANGE = 120

/** Whether a text says of the medicine at a place that it is not, or no longer, taken. */
export function isNotTaken(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at)
  const after = textAfter(text, end)
  if (CUES.wasTaken.test(before) && CUES.amountNow.test(text.slice(end, end + LONGEST_CHANGE))) return false
  if (STOPPED_AFTER.test(after) || HARMFUL_BEFORE.test(before)) return true
  if (NONE_BEFORE.test(before)) return /no more $/i.test(before) || NONE_AFTER.test(after)
  if (FINISHES_BEFORE.test(before) && CUES.onDayAfter.test(after)) return false
  const isStopped = STOPPED_BEFORE.test(before)
  if (isStopped && !CUES.mayStop.test(before)) return true
  return (isStopped || NEGATED_BEFORE.test(before)) && !CUES.inSomeWay.test(after)
}

/** `I finish the amoxicillin on Friday`: until then it is taken. */
const FINISHES_BEFORE = new RegExp(String.raw`\b(?:finish|finishes|finishing)${MINE} $`, 'i')

/** Where what is said of it begins: the words that deny what follows are no part of another medicine. */
export function notTakenFrom(text: string, at: number): number {
  const before = textBefore(text, at)
  const [words] = STOPPED_BEFORE.exec(before) ?? NEGATED_BEFORE.exec(before) ?? NONE_BEFORE.exec(before) ?? ['']
  return at - words.length
}
