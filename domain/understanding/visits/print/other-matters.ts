import type { SaidDate } from '../../dates-and-times/said-date.ts'
import { matchesIn, textBefore } from '../../words/near.ts'
import { type Read, without } from '../../words/read.ts'
import type { Aside } from '../other-events.ts'
import { phonesIn } from '../phones.ts'
import { type Print, SALUTATION, type Statement, statementAt } from './statements.ts'

const DAY = '(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?'
const APPOINTMENT =
  '(?:appointment|appt|booking|visit|clinic|scan|operation|procedure|admission|review|session)'

/** Fields of a card whose dates and times are not those of the visit. */
const OTHER_FIELD =
  /^(?:patient(?:['’]s)? )?(?:d\.?o\.?b\.?|date of birth|birth ?date|born|e\.?d\.?d\.?|due date|l\.?m\.?p\.?|expir(?:y|es)(?: date)?|valid (?:from|until|to))$|\b(?:typed|printed|dictated|created|issued?d?|generated|sent|received|requested|referral|referred|registered|booked|letter|print|report|added|updated|collected)(?: on| date| at)?$|\bdate of (?:the |this )?(?:letter|referral|issue|booking|request|print)|^(?:date|our ref\S*|your ref\S*|ref) (?:typed|sent|printed|of letter|created)|\b(?:last|past|attended|missed)\b|\b(?:hours|opening times|closed|reply by|respond by|confirm by|rsvp)\b/i
/** A field of an appointment that another one replaces. */
const REPLACED_FIELD =
  /\b(?:old|original|previous(?:ly)?|former|cancelled|replaces|instead of|changed from|was)\b/i
/** A field of when somebody is to be there. */
const EARLY_FIELD =
  /^(?:please )?(?:arriv\w*|check[- ]?in|report(?:ing)?|register|registration|doors|be there)\b/i
/** A field of a number to be called: its hours are those of the telephone. */
const CALL_FIELD =
  /\b(?:tel|telephone|phone|ph|call|ring|line|contact|enquiries|appointments|bookings?|reception|switchboard|fax|mobile|helpline)\b/i

/** What a statement says of something else: from its words on, or in the part before them. */
interface Matter {
  of: Aside['of']
  words: RegExp
  reach: 'whole' | 'after' | 'before'
  /** What ends it, where the statement comes to the visit again. */
  until?: RegExp
}

/** Where a statement that takes an appointment back goes on with the new one. */
const NEW_ONE =
  /\b(?:(?:moved|changed|rescheduled|rearranged|rebooked|brought forward|put back|postponed|transferred)(?: it| you| this)? (?:to|for|until)(?! an?\b)|to(?= (?:the )?(?:\d|mon|tue|wed|thu|fri|sat|sun))|new|now|instead(?! of)|(?:and|but) (?:we )?(?:have )?(?:re-?booked|replaced|re-?arranged|made)|will (?:now )?be)\b/gi

const MATTERS: readonly Matter[] = [
  {
    // When a place is open: "Open Mon-Fri 8-6", "Lines are open 9am to 1pm on Saturday".
    of: 'past',
    words: new RegExp(
      String.raw`\b${DAY} ?(?:-|–|to|till|until|thru|through) ?${DAY}\b|\b(?:opening|store|reception|office|surgery|shop|branch|consulting|visiting|business|telephone|phone|switchboard|lines?|clinic|our) (?:hours|times)\b|\b(?:open|opens|closed|closes|lines (?:are )?open|office hours|working hours|weekdays)\b|\bhours:? \d`,
      'gi',
    ),
    reach: 'whole',
  },
  {
    // What somebody is to do by then: "Please confirm by 3 March".
    of: 'past',
    words:
      /\b(?:confirm|reply|respond|cancel|let us know|return (?:the|this)|ring|call|telephone|phone|contact|rebook|re-?arrange|complete|pay|book|notice)\b[^.;]{0,50}?\b(?:by|before|no later than|until)(?= )/gi,
    reach: 'after',
  },
  {
    // What is called about the visit: "ring 01632 960513 between 9:00 and 12:30".
    of: 'call',
    words:
      /(?<!\b(?:will|shall|going to|may|to) (?:then )?)\b(?:call|ring|phone|telephone|tel|text|contact)\b(?: us| me| the [\p{L} ]{1,30}?)?(?: on| at)?:? (?=\+?\(?\d|us\b|the\b|our\b)/giu,
    reach: 'after',
  },
  {
    of: 'way',
    words:
      /\b(?:arriv\w+|check[- ]?in|book(?:ing)? in|sign in|register|report to [\p{L} ]{1,30}|attend reception|be (?:there|here|seated)|doors open|come)(?: \p{L}+){0,3}? (?:at|by|from|before|no later than|not before):? /giu,
    reach: 'after',
    until: /\b(?:for|your|appointment|appt)\b/gi,
  },
  {
    // What has been: "Your blood test on 28 August was normal".
    of: 'past',
    words: /\b(?:was|were|showed|has shown|have shown)\b(?! (?:to be|cancel|postponed|changed|moved))/gi,
    reach: 'before',
  },
  {
    // A bound of something else: "Visits before 10 am", "Ring after 2 pm".
    of: 'way',
    words: /\b(?:before|after|until|till)(?= \d)/gi,
    reach: 'after',
    until: /\b(?:on|at|and)\b/gi,
  },
  {
    of: 'past',
    words: /\bthe (?:night|day|evening|morning|afternoon) before\b/gi,
    reach: 'whole',
  },
  {
    // What is said after the dates and times that it takes back.
    of: 'cancelled',
    words:
      /\b(?:has|have|had|is|was|are|were|been)(?: now| unfortunately| sadly| regrettably| therefore| had to| to| needed| be| been| being)* (?:cancel+ed|postponed|changed|moved|re-?scheduled|re-?arranged|brought forward|put back|withdrawn|deferred|called off)\b(?! to (?!(?:the )?(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))|\b(?:no longer|cannot now|can no longer|will not (?:now )?(?:be able|take place|go ahead)|not (?:be )?going ahead|is not available)\b|\b(?:originally|previously|initially) (?:booked|arranged|scheduled|made|due|set)\b/gi,
    reach: 'before',
  },
  {
    // What follows the words that take it back.
    of: 'cancelled',
    words: new RegExp(
      String.raw`\b(?:(?:have|had|need|are|been|sorry|regret)(?: had)? to (?:cancel|change|move|postpone|re-?schedule|re-?arrange|bring forward)|(?:has|have|had|is|was|are|been)(?: had to be| to be| been| now)* (?:cancel+ed|withdrawn|called off)|unable to (?:keep|honour|run|hold)|no longer (?:able|see|going)|(?:changed|moved|re-?scheduled|re-?arranged|postponed|brought forward|put back)(?=(?: your ${APPOINTMENT})? from\b)|(?:this|which|it) (?:letter |appointment )?(?:replaces|supersedes)|instead of|in place of|rather than|not on)\b`,
      'gi',
    ),
    reach: 'after',
    until: NEW_ONE,
  },
  {
    of: 'past',
    words: new RegExp(
      String.raw`\b(?:old|original|previous|former|last|most recent|missed|earlier) (?:\p{L}+ ){0,2}(?:${APPOINTMENT}|date|time|test|check-?up|seen)\b|\bwas (?:previously |originally |initially |due )?(?:booked|due|scheduled|arranged|made|on|for)\b|\b(?:previously|originally|formerly)\b|\b(?:you|who) (?:were|did not attend|missed|failed to attend|attended|cancelled|saw|had)\b|\b(?:could not|couldn['’]t|tried to|attempted to|unable to) (?:reach|contact|call|ring|speak)\b|\b(?:seen|reviewed|attended|discharged|admitted|referred|referral) (?:\p{L}+ ){0,4}on\b|\b(?:following|since|further to|after|thank you for|regarding) (?:your|our|the) (?:\p{L}+ ){0,3}(?:on|of|dated)\b|\bdated\b|\b(?:visit|discharge) summary\b`,
      'giu',
    ),
    reach: 'after',
    until:
      /\b(?:new|now|next|is (?:on|at|due)|has been (?:made|arranged|booked)|have (?:made|arranged|booked))\b/gi,
  },
]

/** Said of what else than the day is changed: "The time of your appointment on 8 December has been changed to 10:40". */
const OF_REST = /\b(?:time|venue|location|place|room|site) (?:of|for) (?:your|this|the)\b/i

/** Said of a row of a table that is over. */
const ROW_OVER =
  /\b(?:attended|seen|done|completed?|dna|did not attend|missed|cancel+ed|canc|fta|failed to attend|moved|re-?scheduled|kept|uta)\b|[✓✔☑✗✘]/iu
/** A table has rows of a date and more, side by side. */
const ROW = /^\W{0,3}(?:\p{L}{2,9}\.? )?\d{1,2}(?:[./-]|(?:st|nd|rd|th)? \p{L}{3})/u

const NUMBERS_ALONE =
  /^\W{0,3}(?:date ?:? ?)?(?:(?:today|yesterday|mon|tue|wed|thu|fri|sat|sun)\p{L}*,? ?)?[\d./: -]*(?:st|nd|rd|th)?,? ?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*,? ?(?:\d{1,2},? )?(?:\d{4})?)? ?(?:[ap]m)?[\s,.]*$/iu

/**
 * The parts of a card or letter that speak of something other than the visit: its own date, who it is for, opening hours, a row of a
 * table that is over, an appointment that another one replaces.
 * @param dates all dates and @param times all times that the text names
 */
export function otherMatters(
  print: Print,
  dates: readonly SaidDate[],
  times: readonly Read<unknown>[],
): Aside[] {
  const salutation = print.statements.find(({ text }) => SALUTATION.test(text))
  return [
    ...print.statements.flatMap((statement) => ofStatement(print, statement)),
    ...afterPhones(print, [...dates, ...times]),
    ...rowsOver(print, dates),
    ...headDates(print, dates, times, salutation),
    ...ownTimes(print, dates, times),
    ...countedDates(print.text, dates),
    ...changedFrom(print, dates),
  ]
}

/** `From: 2 December`, `To: 8 December`: the fields of a change. */
function changedFrom({ statements }: Print, dates: readonly SaidDate[]): Aside[] {
  const withDate = statements.filter(({ from, to }) => dates.some(({ at }) => at >= from && at < to))
  const from = withDate.find(({ label }) => label === 'from')
  const isChange = from !== undefined && withDate.some(({ label }) => label === 'to')
  return isChange ? [{ from: from.valueFrom, to: from.to, of: 'cancelled' }] : []
}

/** What a letter counts from today is when something else comes, where a date is written out: `Results within 2 weeks`. */
function countedDates(text: string, dates: readonly SaidDate[]): Aside[] {
  const isWritten = dates.some(({ form }) => form === 'written')
  return dates.flatMap(({ at, words, form, isSure }) => {
    // Without a year it may be of a year ago: the date of a message.
    const isFar =
      form === 'written' && !isSure && dates.some((date) => date.form === 'written' && date.isSure)
    if (isFar) return [{ from: at, to: at + words.length, of: 'way' as const }]
    const isDeadline = /\b(?:within|every|up to|at least|for|after)\b/i.test(
      `${textBefore(text, at)}${words}`.slice(-40),
    )
    if (form === 'written' || !(isDeadline || isWritten)) return []
    return [{ from: at, to: at + words.length, of: isDeadline ? ('past' as const) : ('way' as const) }]
  })
}

function ofStatement(print: Print, statement: Statement): Aside[] {
  const { from, to, label, valueFrom, text } = statement
  const isReplaced = REPLACED_FIELD.test(label)
  if (isReplaced || OTHER_FIELD.test(label))
    return [{ from: valueFrom, to: fieldEnd(print, statement), of: isReplaced ? 'cancelled' : 'past' }]
  if (EARLY_FIELD.test(label)) return [{ from: valueFrom, to, of: 'way' }]
  const inCallField: Aside[] =
    CALL_FIELD.test(label) && /\d{5}/.test(text.replace(/\D/g, ''))
      ? [{ from: valueFrom, to, of: 'call' }]
      : []
  const said = MATTERS.flatMap(({ words, reach, until, of }) =>
    matchesIn(text, words).map(({ 0: said, index }): Aside => {
      const end = index + said.length
      if (reach === 'whole') return { from, to, of }
      if (reach === 'before') return { from, to: from + index, of: OF_REST.test(text) ? 'way' : of }
      return { from: from + index, to: from + endOf(text, end, until), of }
    }),
  )
  return [...inCallField, ...said]
}

/** Where the value of a field ends: with its line, or where the next field begins. */
function fieldEnd({ statements, lines }: Print, { from, to }: Statement): number {
  const line = lines.find((one) => one.from <= from && from < one.to)
  const next = statements.find((other) => other.from >= to && other.label !== '')
  return Math.max(to, Math.min(line?.to ?? to, next?.from ?? Number.POSITIVE_INFINITY))
}

function endOf(text: string, from: number, until: RegExp | undefined): number {
  const [closed] = until ? matchesIn(text.slice(from), until) : []
  return closed ? from + closed.index : text.length
}

/** Times that stand behind the number of a telephone are when it is answered. */
function afterPhones(print: Print, said: readonly Read<unknown>[]): Aside[] {
  return phonesIn(said.reduce<string>(without, print.text)).flatMap(({ at, words }) => {
    const statement = statementAt(print, at)
    return statement ? [{ from: at + words.length, to: statement.to, of: 'past' as const }] : []
  })
}

function rowsOver({ text, lines }: Print, dates: readonly SaidDate[]): Aside[] {
  return lines.flatMap(({ from, to }) => {
    const line = text.slice(from, to)
    const isRow = ROW.test(line) && dates.some(({ at }) => at >= from && at < to)
    return isRow && ROW_OVER.test(line) ? [{ from, to, of: 'cancelled' as const }] : []
  })
}

/** A date that stands alone above the salutation, with no time beside it, is that of the letter. */
function headDates(
  print: Print,
  dates: readonly SaidDate[],
  times: readonly Read<unknown>[],
  salutation: Statement | undefined,
): Aside[] {
  if (!salutation) return []
  return dates.flatMap(({ at, words }) => {
    const statement = statementAt(print, at)
    if (!statement || at >= salutation.from) return []
    const { from, to, text, label } = statement
    const isAlone = NUMBERS_ALONE.test(text) || label === 'date'
    const hasTime = times.some((time) => Math.abs(time.at - at) < words.length + 20)
    return isAlone && !hasTime ? [{ from, to, of: 'past' as const }] : []
  })
}

const MESSAGE_HEAD = /^\W{0,3}(?:today|yesterday),? (?:at )?[\d:. ]+(?:[ap]m)?\W*$/i
/** So near the beginning stands the head of a message. */
const HEAD_STATEMENTS = 3

/** The head of a message on a screen: when it came, and what o'clock it is. */
function ownTimes(
  { statements }: Print,
  dates: readonly SaidDate[],
  times: readonly Read<unknown>[],
): Aside[] {
  const head = statements.slice(0, HEAD_STATEMENTS).find(({ text }) => MESSAGE_HEAD.test(text))
  if (head) return hasMore(head.to, dates, times) ? [{ from: head.from, to: head.to, of: 'past' }] : []
  const words = statements.findIndex(({ text }) => !NUMBERS_ALONE.test(text))
  const end = words < 1 ? 0 : (statements[words]?.from ?? 0)
  const date = dates.filter(({ at }) => at < end)
  const time = times.filter(({ at }) => at < end)
  const isClock = (time[0]?.at ?? end) < (statements[0]?.to ?? 0) && (date[0]?.at ?? end) > (time[0]?.at ?? 0)
  const isOwn = time.length === 1 && (isClock || date.every(({ form }) => form !== 'written'))
  return isOwn && hasMore(end, dates, times) ? [{ from: 0, to: end, of: 'past' }] : []
}

/** Whether both a date and a time stand behind a place. */
const hasMore = (end: number, ...kinds: readonly (readonly Read<unknown>[])[]): boolean =>
  kinds.every((said) => said.some(({ at }) => at >= end))
