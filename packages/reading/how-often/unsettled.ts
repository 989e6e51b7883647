import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { type Read, without } from '../words/read.ts'
import { CUES } from './cues.ts'
import { DAY_LIST, daysOf, EXCEPTED_LIST } from './week-days.ts'

/** What a text says about how often without saying how often: it is taken out before the rest is read. */
export interface Unsettled {
  /** The text without all of it; everything else stays where it is. */
  rest: string
  /** `no more than 4 a day`, `up to 3 times daily`; with the count of an `up to` that names one. */
  limits: Read<number | null>[]
  /** Days of the week on which it is not taken. */
  exceptDays: Read<readonly number[]>[]
  /** Exceptions whose days nobody can tell: `except when I work late`. */
  unclear: Read<string>[]
  /** `a few times a day`, `every couple of hours`, `21 days on and 7 off`. */
  vague: Read<string>[]
  /** Days that only the person can tell: `on dialysis days`, `during the pollen season`. */
  someDays: Read<string>[]
  /** `2 mg the other days`: the days that were not named have an amount of their own. */
  otherDays: Read<string>[]
}

const PERIOD =
  '(?:,? (?:(?:an?|per|each|every|in (?:an?|any|each|every|1|the)|in|within|over|during)(?: single| whole)? (?:day|week|month|hour|\\d{1,2}[- ]hours?(?: period)?)|daily|weekly|at (?:a time|once|1 time)))'
const AMOUNT =
  '(?:\\d+(?:[.,]\\d+)?(?:(?: ?[-–] ?| to | or )\\d+)?|once|twice|an?)\\b(?: (?:times?|x))?(?! ?(?:days?|weeks?|months?|years?)\\b)(?: (?:of (?:them|these|those)|(?!(?:an?|per|each|every|in|within|over|during|at|and|or|for|on|with|when|if|but|then|take|daily|weekly)\\b)\\p{L}+))?'
const MOST =
  "(?:(?:do not|don[’']?t|not|no|never)(?: (?:to|take|have|use|be|go|give|exceed))*(?: (?:any )?(?:more|greater|higher|over|above|exceed)(?: often)?(?: than)?)|(?:not|never|without) (?:to )?exceed(?:ing)?|(?:do not|don[’']?t) exceed|max(?:imum|imally)?(?: (?:of|dose|dosage|is|daily|total))*|at (?:the )?most|limit(?:ed)?(?: (?:of|to|is))*)(?: (?:a |of |about |total of )+)?"
const LIMIT = new RegExp(String.raw`\b${MOST} ?(?:${AMOUNT}${PERIOD}?|(?:every|each) \d{1,2} (?:hours|days))`, 'giu')
const UP_TO = new RegExp(
  String.raw`\bup to (?:a (?:max(?:imum)?|total) of )?(?<count>\d{1,2}|once|twice)(?<unit> (?:times?|x)| \p{L}+)?${PERIOD}`,
  'giu',
)
/** `4 a day max`. */
const AFTER = new RegExp(
  String.raw`\b(?:\d{1,2}|once|twice)(?: \p{L}+)?${PERIOD},? (?:(?:as a |is the )?max(?:imum)?|at (?:the )?(?:very )?most|tops)\b(?! \d)`,
  'giu',
)

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
/** `none in the pm`, `not at night`: a part of the day that is left out. */
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

const SEASON =
  '(?:spring|summer|autumn|winter|(?:pollen|hay ?fever|allergy|flu|cold|dry|wet|rainy|grass|ragweed|festive|football|racing|exam|busy)(?: season| time)?|season|holidays|school term|term ?time|ramadan|exams?|period|periods|menstruation|dialysis|chemo(?:therapy)?|flights?|pregnancy)'
const PLAIN_DAYS =
  '(?:week|work|working|alternat\\w+|other|all|most|some|both|those|these|few|many|several|same|different|separate|consecutive|following|remaining|the|of|\\d+|(?:mon|tues|wednes|thurs|fri|satur|sun)|bad|painful|rough|itchy)'
/** A name for some of the days: `on school days`, `on my gym days`, `only on odd days`. */
const SOME_DAYS = new RegExp(
  String.raw`\b(?:only )?(?:on|for) (?:all |the |my |his |her |our |any |every )*(?!${PLAIN_DAYS}\b)[\p{L}-]+(?: (?!${PLAIN_DAYS}\b)[\p{L}-]+)? (?:days|mornings|nights)\b|\b(?:only )?(?:during|throughout|in) (?:the |my |her |every |each )*${SEASON}(?: (?:season|months))?\b`,
  'giu',
)

/** Reads limits, exceptions and vague counts, and the text without them. */
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
  take(LIMIT, found.limits, () => 0)
  take(AFTER, found.limits, () => 0)
  take(UP_TO, found.limits, ({ groups = {} }) => upTo(groups))
  take(EXCEPT_DAYS, found.exceptDays, (match) => exceptedDays(found.rest, match))
  take(DAYS_OFF, found.exceptDays, ({ groups }) => daysOf(groups?.list ?? ''))
  take(EXCEPT_PART, [] as Read<true>[], () => true)
  take(NOT_TAKEN, [] as Read<true>[], () => true)
  take(CUES.except, found.unclear, ([words]) => words)
  take(VAGUE, found.vague, (match) => (/\bone day on|\b1 day on/i.test(match[0]) ? null : match[0]))
  take(CUES.otherDays, found.otherDays, ([words]) => words)
  take(SOME_DAYS, found.someDays, ([words]) => words)
  return found
}

/** Only a count of times is one a frequency could be made of. */
function upTo({ count = '', unit = '' }: Record<string, string | undefined>): number {
  if (count === 'once' || count === 'twice') return count === 'once' ? 1 : 2
  return /^ (?:times?|x)$/i.test(unit) ? Number(count) : 0
}

/** Words of correcting or of something else are no exception: `every Monday, not Tuesday` names the days that hold. */
function exceptedDays(text: string, { 0: words, index, groups }: RegExpExecArray): readonly number[] | null {
  const days = daysOf(groups?.list ?? '')
  if (days.length === 0 || days.length === 7) return null
  const isPlainNot = /^not\b/i.test(words)
  const goesOn = /^,? (?:but|rather)\b/i.test(textAfter(text, index + words.length))
  // "not on Monday but on Tuesday" corrects a date.
  return isPlainNot && goesOn && !/\b(?:day|night|morning|evening|daily)\b/i.test(textBefore(text, index)) ? null : days
}
