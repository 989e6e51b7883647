import { matchesIn } from '../../words/near.ts'
import { EVENTS } from '../cues.ts'
import type { Aside } from '../events/other-events.ts'
import type { Print, Statement } from './statements.ts'

const DAY = '(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?'
const APPOINTMENT = '(?:appointment|appt|booking|visit|clinic|scan|operation|procedure|admission|review|session)'

/** What a statement says of something else: from its words on, or in the part before them. */
interface Matter {
  of: Aside['of']
  words: RegExp
  reach: 'whole' | 'after' | 'before'
  /** What ends it, where the statement comes to the visit again. */
  until?: RegExp
}

const MATTERS: readonly Matter[] = [
  {
    // What is sold, and until when: "2nd pair half price until 31 May".
    of: 'past',
    words:
      /\b(?:(?:special|free|our|this|great|new|spring|summer|autumn|winter|christmas|limited|exclusive) (?:offers?|sale)|offers? (?:ends?|closes?|expires?|valid|runs?|lasts?|available|until)|half[- ]price|\d{1,2} ?% ?(?:off|discount)|discounts?|(?:sale|prices?|fees?|charges?) (?:ends?|from|until|change|increase|rise|go|will|are)|(?:2nd|second) pair|buy one|2 for 1|two for one|vouchers?|coupons?|promotions?|gift cards?|save (?:up to )?[£$€\d]|free (?:frames|whitening|delivery|hearing test|check(?: ?up)?s?) (?:until|before|this)|we (?:are|will be|have) mov(?:ing|ed)|new premises)(?!\p{L})/giu,
    reach: 'after',
    until: /\b(?:your|appointment|appt)\b/gi,
  },
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
    until: EVENTS.newOne,
  },
  {
    of: 'past',
    words: new RegExp(
      String.raw`\b(?:old|original|previous|former|last|most recent|missed|earlier) (?:\p{L}+ ){0,2}(?:${APPOINTMENT}|date|time|test|check-?up|seen)\b|\bwas (?:previously |originally |initially |due )?(?:booked|due|scheduled|arranged|made|on|for)\b|\b(?:previously|originally|formerly)\b|\b(?:you|who) (?:were|did not attend|missed|failed to attend|attended|cancelled|saw|had)\b|\b(?:could not|couldn['’]t|tried to|attempted to|unable to) (?:reach|contact|call|ring|speak)\b|\b(?:seen|reviewed|attended|discharged|admitted|referred|referral) (?:\p{L}+ ){0,4}on\b|\b(?:following|since|further to|after|thank you for|regarding) (?:your|our|the) (?:\p{L}+ ){0,3}(?:on|of|dated)\b|\bdated\b|\b(?:visit|discharge) summary\b`,
      'giu',
    ),
    reach: 'after',
    until: /\b(?:new|now|next|is (?:on|at|due)|has been (?:made|arranged|booked)|have (?:made|arranged|booked))\b/gi,
  },
]

/** The parts of a statement that speak of something other than the visit, by its field and its words. */
export function mattersOf(print: Print, statement: Statement): Aside[] {
  const { from, to, label, valueFrom, text } = statement
  const isReplaced = EVENTS.replacedField.test(label)
  if (isReplaced || EVENTS.otherField.test(label))
    return [{ from: valueFrom, to: fieldEnd(print, statement), of: isReplaced ? 'cancelled' : 'past' }]
  if (EVENTS.earlyField.test(label)) return [{ from: valueFrom, to, of: 'way' }]
  const inCallField: Aside[] =
    EVENTS.callField.test(label) && /\d{5}/.test(text.replace(/\D/g, '')) ? [{ from: valueFrom, to, of: 'call' }] : []
  const said = MATTERS.flatMap(({ words, reach, until, of }) =>
    matchesIn(text, words).map(({ 0: said, index }): Aside => {
      const end = index + said.length
      if (reach === 'whole') return { from, to, of }
      if (reach === 'before') return { from, to: from + index, of: EVENTS.ofRest.test(text) ? 'way' : of }
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
