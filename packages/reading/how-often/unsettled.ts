import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { type Read, without } from '../words/read.ts'
import { CUES } from './cues.ts'
import { DAY_LIST, daysOf, EXCEPTED_LIST } from './week-days.ts'

/** What a text says about frequency without giving it: removed before the rest is read. */
export interface Unsettled {
  /** The text without all of it; everything else keeps its position. */
  rest: string
  /** `no more than 4 a day`, `up to 3 times daily`; with the count if an `up to` gives one. */
  limits: Read<number | null>[]
  /** Weekdays on which it is not taken. */
  exceptDays: Read<readonly number[]>[]
  /** Exceptions whose days cannot be known: `except when I work late`. */
  unclear: Read<string>[]
  /** `a few times a day`, `every couple of hours`, `21 days on and 7 off`. */
  vague: Read<string>[]
  /** Days that only the user can tell: `on dialysis days`, `during the pollen season`. */
  someDays: Read<string>[]
  /** `2 mg the other days`: the remaining days have a different amount. */
  otherDays: Read<string>[]
}

const PART = '(?:morning|afternoon|evening|night|bed ?time|[ap]m)'
const OF =
  '(?: (?:for|on|at|in|of|the|any|a|an|my|taking|take|having|have|it|dose|doses|tablets?|pills?|ones?|only|during|to|also))*'
const NEVER =
  "(?:except(?:ing)?|apart from|aside from|other than|excluding|with the exception|but not|but never|not|never|bar|besides|barring|skip(?:ping)?|miss(?:ing)?|leav(?:e|ing) out|omit(?:ting)?|minus|without|none|nothing|no (?:doses?|tablets?|pills?|capsules?)|0|don[’']?t(?: take| have| use)?|do not(?: take| have| use)?|(?<=\\b(?:day|night|morning|evening|daily) )but(?= (?:mon|tues|wednes|thurs|fri|satur|sun)day))"
/** `except thursday`, `not on Sundays`, `skip the weekend`, `but not on Monday mornings`. */
const EXCEPT_DAYS = new RegExp(String.raw`\b(?:and )?${NEVER}${OF} (?<list>${EXCEPTED_LIST})(?: ${PART}s?)?`, 'gi')
/** `with Sundays off`. */
const DAYS_OFF = new RegExp(
  String.raw`\b(?:with |and |have |having |but )?(?<list>${EXCEPTED_LIST}) (?:are |is )?off\b`,
  'gi',
)
/** `none in the pm`, `not at night`: an excluded part of the day. */
const EXCEPT_PART = new RegExp(
  String.raw`,? ?(?:\b(?:and|but) )?\b${NEVER}(?: (?:for|on|at|in|of|the|any|a|my|dose|doses|tablets?|1|ones?|take|it))* ${PART}(?:s|[ -]time)?(?: (?:dose|1|tablet))?\b`,
  'gi',
)
/** `I don't take aspirin at night`, `I used to take it in the morning`. */
const NOT_TAKEN = new RegExp(
  String.raw`\b(?:do not|don[’']?t|never|used to) (?:take|have|use|give)(?: (?!(?:with|without|more|if|when|and|but|take)\b)[^\s,.;!?]+){0,4}? (?:at|in the|on|every|before) ${PART}\b`,
  'gi',
)

const FEW = '(?:a few|several|a couple(?: of)?|some|many|multiple|various|numerous|a number of)'
const VAGUE = new RegExp(
  String.raw`(?:\b(?:on )?(?:the |every |each ))?\b(?:first|1st|second|2nd|third|3rd|fourth|4th|last|\d{1,2}(?:st|nd|rd|th)) (?:${DAY_LIST} (?:of|in) (?:the|each|every)|(?:of|in) (?:each|every)) month\b|\bevery (?:first|1st|last) ${DAY_LIST}|\b${FEW} (?:times|doses|days|nights)(?:,? (?:(?:an?|per|each|every|in an?|in the) (?:day|week|month)|daily|weekly))?\b|\bevery (?:few|couple of|so many) (?:hours|days|weeks|months|nights)\b|\b(?:every so often|every now and (?:then|again)|now and again|from time to time|once in a while)\b|\b(?:\d{1,2}|an?) (?:days?|weeks?|months?) on,? (?:and |then )*(?:\d{1,2}|an?) (?:(?:days?|weeks?|months?) )?off\b`,
  'gi',
)

/** Reads limits, exceptions and vague counts, and returns the text without them. */
export function unsettledIn(text: string): Unsettled {
  const found: Unsettled = {
    rest: text,
    limits: [],
    exceptDays: [],
    unclear: [],
    vague: [],
    someDays: [],
    otherDays: [],
  }
  const take = <Value>(pattern: RegExp, into: Read<Value>[], value: (match: RegExpExecArray) => Value | null) => {
    for (const match of matchesIn(found.rest, pattern)) {
      const read = value(match)
      if (read === null) continue
      into.push({ value: read, words: match[0], at: match.index })
    }
    for (const read of into) found.rest = without(found.rest, read)
  }
  take(CUES.unsettledLimit, found.limits, () => 0)
  take(CUES.after, found.limits, () => 0)
  take(CUES.upTo, found.limits, ({ groups = {} }) => upTo(groups))
  take(EXCEPT_DAYS, found.exceptDays, (match) => exceptedDays(found.rest, match))
  take(DAYS_OFF, found.exceptDays, ({ groups }) => daysOf(groups?.list ?? ''))
  take(EXCEPT_PART, [] as Read<true>[], () => true)
  take(NOT_TAKEN, [] as Read<true>[], () => true)
  take(CUES.except, found.unclear, ([words]) => words)
  take(VAGUE, found.vague, (match) => (/\bone day on|\b1 day on/i.test(match[0]) ? null : match[0]))
  take(CUES.otherDays, found.otherDays, ([words]) => words)
  take(CUES.someDays, found.someDays, ([words]) => words)
  return found
}

/** Only a number of times can be turned into a frequency. */
function upTo({ count = '', unit = '' }: Record<string, string | undefined>): number {
  if (count === 'once' || count === 'twice') return count === 'once' ? 1 : 2
  return /^ (?:times?|x)$/i.test(unit) ? Number(count) : 0
}

/** Words of correction or about something else are not exceptions: `every Monday, not Tuesday` names the right days. */
function exceptedDays(text: string, { 0: words, index, groups }: RegExpExecArray): readonly number[] | null {
  const days = daysOf(groups?.list ?? '')
  if (days.length === 0 || days.length === 7) return null
  const isPlainNot = /^not\b/i.test(words)
  const goesOn = /^,? (?:but|rather)\b/i.test(textAfter(text, index + words.length))
  // "not on Monday but on Tuesday" corrects a date.
  return isPlainNot && goesOn && !/\b(?:day|night|morning|evening|daily)\b/i.test(textBefore(text, index)) ? null : days
}
