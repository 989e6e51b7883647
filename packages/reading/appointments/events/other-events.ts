import { matchesIn, textAfter, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { EVENTS } from '../cues.ts'
import type { Aside, Event, Kind } from './event-kinds.ts'
import { TOLD } from './told-events.ts'

export type { Aside } from './event-kinds.ts'

const VISIT =
  '(?:appointments?|bookings?|visits?|check-?ups?|reviews?|consult(?:ation)?s?|sessions?|tests?|scans?|surgery|operation|procedure)'
/** What a sentence without points goes on with when it comes to the visit itself. */
const TURNS =
  "but|then|so|appointments?|appts?|bookings?|visits?|consult\\w*|check-?ups?|tests?|scans?|x-?rays?|mri|ct|ultrasound|surgery|operation|procedure|colonoscopy|gastroscopy|endoscopy|biopsy|mammogram|infusion|injection|vaccin\\w*|review|follow[- ]?up|next|new|see|seeing|meet\\w*|be there|(?:before|for) (?:my|the|your|our|his|her|an?|seeing)\\b|it['’]?s|\\w+(?:ologist|ology|iatrist|trician|therapist|surgeon)|dentist|physio|gp"
const DOCTOR = '(?<!\\b(?:with|by|to|from|see|saw|seen|seeing|of) )(?:doctor|dr|prof|professor)'
/** A point after a title ends nothing. */
const END = '(?<!\\b(?:dr|prof|st|mr|mrs|ms))[.;!?](?:\\s|$)'

const SHORT_DAY = '(?:mon|tue|wed|thu|fri|sat|sun)'
/** Right before a date or a time. */
const TO_VALUE = String.raw`(?=[:. -]{1,4}(?:${SHORT_DAY}\p{L}*,? )?(?:the )?(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* \d))`

const KINDS: readonly Kind[] = [
  {
    // What is over: "my last appointment was on the 3rd", "I saw Doctor Lee on Monday".
    opens: new RegExp(
      String.raw`\b(?:(?:last|previous|prior|past|old|original|earlier) (?:${VISIT}|time)|(?:i|we|he|she) (?:last |just |already )?(?:(?:saw|went to|visited|missed|attended)(?: (?:an?|my|the|our) (?:\p{L}+ ){0,2}${VISIT})?|had (?:an?|my|the|our) (?:\p{L}+ ){0,2}${VISIT})|last (?:saw|seen|visited|went)|(?:have|has|['’]ve|['’]s) (?:already |just )?(?:seen|been to)|(?:${VISIT}|it) (?:was|were|had been) (?:(?=on|at|for|with|in|the \d|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|originally|supposed|meant|going|due|previously|first)|(?:was|were) (?:originally|supposed|meant|previously))\b`,
      'giu',
    ),
    closes: new RegExp(
      String.raw`\b(?:but|and(?! (?:at|on|with|the)\b)|then|so|next|new|now|book|rebook|see|seeing|again|is|are|will|need|follow[- ]?up|moved|changed|rescheduled|${VISIT}|it['’]?s)\b|${END}`,
      'gi',
    ),
    of: 'past',
  },
  {
    // What was changed: "Old: Monday 9 am, new: …", "was the 3rd, now the 5th".
    opens: new RegExp(
      String.raw`\b(?:(?:old|original|previous)(?:ly)?(?: (?:date|time|day))?(?= ?:)|was(?=:? (?:with )?(?:(?:dr|doctor|mr|mrs|ms|prof)\.? [\p{L}'’-]+ (?:[\p{L}'’-]+ )?)?(?:on |at |for )?(?:the )?(?:\d|${SHORT_DAY}|tomorrow)[^.;]{0,60}\bnow\b))`,
      'giu',
    ),
    closes: new RegExp(String.raw`\b(?:new|now|but|changed|moved|is)\b|${END}`, 'gi'),
    of: 'past',
  },
  {
    // Who sent somebody, and when: "Referred by Dr Lee 1 Nov 2026". Said in one breath, the day may be that of the visit.
    opens: /\b(?:referred by|referral (?:from|by)|referrer|requested by|referring (?:doctor|dr|gp))\b/gi,
    closes: new RegExp(String.raw`\b(?:${TURNS}|on|at|for|to)\b|${END}`, 'gi'),
    of: 'way',
  },
  {
    // A call is no visit: "call Doctor Lee on Friday at 9".
    opens:
      /(?:^|[.;!?] |\b(?:to|please|i must|i should|don['’]?t forget to) )(?:call|ring|phone|telephone|email)(?: up| back)? (?:(?:the )?(?:doctor|dr|prof|professor|clinic|surgery|hospital|dentist|office|rooms|receptionist)|doctor|dr)\b/gi,
    closes: new RegExp(
      String.raw`\b(?:appointments?|bookings?|visits?|see|seeing|i see|my (?:appointment|visit)|to (?:confirm|book|ask|check|cancel|change|move|make)|about|because|for (?:my|the|an?))\b|${END}`,
      'gi',
    ),
    of: 'call',
  },
  {
    // What does not take place: "cancel Doctor Cook on Friday", "not with Doctor Cook".
    opens:
      /\b(?:cancel(?:l?ed|l?ing)?\b|call(?:ed|ing)? off|(?:can['’]?t|cannot|can not|could ?n['’]?t|won['’]?t|not able to|unable to) (?:make|do|come|go|attend)|instead of|rather than|no longer|(?:not|isn['’]?t|wasn['’]?t)(?= (?:with|doctor|dr|prof)\b))/gi,
    closes: new RegExp(
      String.raw`\b(?:but|and|(?<=\b(?:with|by) (?:[a-z'’-]{1,15} ){1,4})with|book|rebook|instead(?! of)|make|reschedul\w*|move|moved|change|changed|to(?= (?:the|\d|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day))|new|now|see|come|have|it['’]?s|it is|is|i need|(?:they|he|she|we|i) can(?!['’]?t|not))\b|,|${END}`,
      'gi',
    ),
    of: 'cancelled',
  },
  {
    // What somebody does before it: "nothing to eat from 10 pm", "fasting from 8 pm Thursday".
    opens:
      /\b(?:start fasting(?= at)|nothing(?= (?:after|from|past|since) (?:midnight|\d))|stop(?:ping)?(?! (?:by|at|off|in|over)\b)(?= (?:\p{L}+ ){1,4}(?:on|from|by) (?:the )?\d)|fast(?:ing)?(?= at \d[\d:. ]{0,5}(?:pm|at night|in the evening|tonight))|fast(?:ing)?(?= (?:from|after|since|before|for|overnight|until|midnight|on|\d))|(?:stop|no|nothing(?: to)?|don['’]?t|do not|without|not) (?:eat\w*|drink\w*|food|water|fluids|breakfast|solids|meals?)|nil by mouth|eat(?:ing)?|drink(?:ing)?|(?:breakfast|lunch|dinner|supper)(?= (?:is |at|by|until))|(?:stop|don['’]?t|do not|skip|hold|withhold) tak(?:e|ing)|(?:take|taking|took)(?! (?:\p{L}+ ){1,3}to\b| (?:it|that|the (?:[^ ]+ )?(?:slot|appointment|earliest|first))\b))/giu,
    closes: new RegExp(
      String.raw`\b(?:${TURNS}|${DOCTOR}|and(?! (?:drink|eat|water|food|fluids|no|nothing))|come|arrive)\b|,|${END}`,
      'gi',
    ),
    of: 'preparation',
  },
  {
    // The way there and calls about it: "leave home at 8", "call at 3".
    opens:
      /\b(?:leav(?:e|ing)|arriv(?:e|ing|al)|check[- ]?in|get (?:there|up)|collect(?:s|ed|ing)? (?:me|him|her|us|them|mum|dad)|(?:pick(?:ed|s)?|drop(?:ped|s)?|picking|dropping)[- ]?(?:(?:me|him|her|us|mum|dad) )?(?:up|off)|(?<!\b(?:video|phone|zoom|telephone|conference|a) )(?:call|ring|phone(?! (?:call|consult\w*|appointment|appt|review|clinic))|text)(?:ing)?(?: (?:me|them|him|her|us|back))?(?! (?:on )?\d{2})|opens?|closes?|shuts?|parking|(?:bus|train|tram|taxi|cab|uber|lift|flight|ambulance|transport|babysitter|meeting) (?:is |leaves |comes )?(?:at|from)|work(?:ing)? (?:until|till|from)|finish(?:ing)? work|wake up|visiting hours)\b/gi,
    closes: new RegExp(String.raw`\b(?:${TURNS}|${DOCTOR}|and|or)\b|,|${END}`, 'gi'),
    of: 'way',
  },
  {
    // What a card says of itself and of the person: "Printed: 19/11/2026 14:22", "DOB 02/03/1958", "referral dated 1/10/26".
    opens: new RegExp(
      String.raw`\b(?:d\.?o\.?b\.?|(?:date of )?birth|birth ?date|born|(?:re)?printed|issued?|(?:date )?(?:created|generated|sent|received|faxed)|(?:letter|print|issue|referral|booking) date|date of (?:the |this )?(?:letter|referral|issue|booking)|dated|dt\.?|expires|expiry|valid (?:until|to|from)|last (?:seen|attended)|ref(?:erence)?)(?: date)?${TO_VALUE}`,
      'giu',
    ),
    closes: new RegExp(String.raw`\b(?:${TURNS}|${DOCTOR})\b|,(?! \d{4})|${END}`, 'gi'),
    of: 'past',
  },
  {
    // "Appointment confirmed 20/11/2026" may be either day.
    opens: new RegExp(String.raw`\b(?:confirmed|booked|made)(?: on)?${TO_VALUE}`, 'giu'),
    closes: new RegExp(String.raw`\b(?:${TURNS}|${DOCTOR}|at)\b|,(?! \d{4})|${END}`, 'gi'),
    of: 'way',
  },
  {
    // When the place is open: "reception hours 8am - 6pm", "cancel before 5 pm".
    opens: new RegExp(
      String.raw`\b(?:(?:opening|open|reception|office|clinic|business|practice|surgery|consulting|rooms?|trading|opd) (?:hours|times|timings?)|timings?(?=:? \d)|(?<!\d )(?:open|consulting|hours|surgery)(?=:? (?:${SHORT_DAY}|\d|daily|from|weekdays))|(?:consulting|hours)(?=: )|${SHORT_DAY}\p{L}* ?(?:-|–|to|thru|through) ?${SHORT_DAY}\p{L}*(?=[:,]? \d))`,
      'giu',
    ),
    closes: new RegExp(String.raw`\b(?:${TURNS}|${DOCTOR})\b|${END}`, 'gi'),
    of: 'preparation',
  },
]

/**
 * The parts of a text that speak of something other than the visit.
 * @param lineEnds where lines of it end (`PlainText`), and so what a line speaks of, unless only the next line has the value
 */
export function asidesIn(text: string, lineEnds: readonly number[] = []): Aside[] {
  const opened = [...KINDS, ...TOLD].flatMap(({ opens, closes, of }) => {
    let closed = -1
    return matchesIn(text, opens).map(({ 0: words, index }) => {
      const from = index + words.length
      const line = lineEnds.find((end) => end > from + 1) ?? text.length
      // What closes one closes all that open before it.
      if (closed < from) closed = firstFrom(text, closes, from)
      return { from, to: Math.min(closed, line), of }
    })
  })
  const calledOff = matchesIn(text, EVENTS.calledOff).map(
    ({ index }): Aside => ({
      from: Math.max(lastBefore(text, EVENTS.clause, index), ...lineEnds.filter((end) => end < index)),
      to: index,
      of: 'cancelled',
    }),
  )
  return [...opened, ...calledOff]
}

function firstFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  const at = pattern.exec(text)?.index ?? text.length
  pattern.lastIndex = 0
  return at
}

const lastBefore = (text: string, pattern: RegExp, to: number): number =>
  matchesIn(text.slice(0, to), pattern).reduce((_, { 0: words, index }) => index + words.length, 0)

/** What was read of one kind without what is of something else. */
export interface OfVisit<Value> {
  kept: Value[]
  /** Whether nothing was left but what may be of something else. */
  isDoubtful: boolean
}

/**
 * Without the dates, times, people and places of other events: the last visit, one that is cancelled, what is done before, the way there.
 * What comes right before "I saw" is of the past too.
 * @param asides of the text (`asidesIn`)
 * @param said in the order of the text
 * @param elseKept the events whose values are kept, in doubt, where nothing else is left
 */
export function ofVisit<Value extends Read<unknown>>(
  text: string,
  asides: readonly Aside[],
  said: readonly Value[],
  elseKept: readonly Event[] = ['way', 'call'],
): OfVisit<Value> {
  const eventOf = ({ at, words }: Value): Event | undefined => {
    if (EVENTS.sawAfter.test(textAfter(text, at + words.length))) return 'past'
    const events = asides.filter(({ from, to }) => at >= from && at < to).map(({ of }) => of)
    return events.find((event) => !elseKept.includes(event)) ?? events[0]
  }
  const events = said.map((one) => [one, eventOf(one)] as const)
  const kept = events.flatMap(([one, event]) => (event === undefined ? [one] : []))
  if (kept.length > 0) return { kept, isDoubtful: false }
  const others = events.flatMap(([one, event]) => (event && elseKept.includes(event) ? [one] : []))
  return { kept: others, isDoubtful: others.length > 0 }
}
const hearsOfIt = (before: string): boolean => {
  const words = EVENTS.hearsOfIt.exec(before)
  return words !== null && !EVENTS.brings.test(before.slice(0, words.index))
}

/**
 * Without who only sent the person there, where somebody else is seen.
 * @param said in the order of the text
 */
export function whoIsSeen<Value extends Read<unknown>>(
  text: string,
  asides: readonly Aside[],
  said: readonly Value[],
): OfVisit<Value> {
  // Whoever was seen last may be seen again.
  const { kept, isDoubtful } = ofVisit(
    text,
    // Who is called is who is seen.
    asides.filter(({ of }) => of !== 'call'),
    said.filter(({ at }) => {
      const before = textBefore(text, at)
      return !EVENTS.referrer.test(before) && !hearsOfIt(before)
    }),
    ['way', 'preparation', 'past'],
  )
  const refers = ({ at, words }: Value): boolean =>
    EVENTS.referredBy.test(textBefore(text, at)) || EVENTS.refers.test(textAfter(text, at + words.length))
  const seen = kept.filter((one) => !refers(one))
  if (seen.length > 0 || kept.length === 0) return { kept: seen, isDoubtful }
  const isSentOn = kept.some(
    ({ at, words }) =>
      EVENTS.referredBy.test(textBefore(text, at)) || EVENTS.refersOn.test(textAfter(text, at + words.length)),
  )
  return { kept, isDoubtful: isDoubtful || isSentOn }
}
