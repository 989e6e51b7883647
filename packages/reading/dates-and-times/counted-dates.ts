import { addDays, isoWeekday, type LocalDate } from '../calendar.ts'
import { textBefore } from '../words/near.ts'
import {
  coming,
  existing,
  inWeek,
  monthNumber,
  nextNumbered,
  nextSuchDay,
  nthWeekday,
  numberedIn,
  spanAfter,
  WEEKDAYS,
  weekdayNumber,
} from './calendar-days.ts'
import { apart, type DateReading, datesOf, type Meant, type Parts } from './said-date.ts'
import { MONTH, YEAR } from './written-dates.ts'

const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})(?![a-z])`
/** Abbreviations are words of their own too (sat, sun, wed): they count only after one that makes them a day. */
const SHORT_DAYS = 'mon|tues?|weds?|thu|thurs?|fri|sat|sun'
const SHORT_WEEKDAY = `(?<short>${SHORT_DAYS})\\b\\.?`

/** What may follow a day that is only numbered, so that it is no `2nd floor` and no `3rd visit`. */
const AFTER_DAY =
  '(?=\\s*(?:$|[,;!?.)])|\\s+(?:at|for|on|with|in|and|or|please|is|if|around|about|by|from|between|until|till|to|would|will|works|instead|not|no|sorry|actually|rather|half|quarter|noon|midday|morning|afternoon|evening|this|next|\\d))'
/** What people go on with after the day of a visit: `the 25th still at two`, `the 19th be there by seven`, `the 8th dr Lee`. */
const AFTER_VISIT_DAY =
  "(?=\\s+(?:the|my|our|still|same|be|being|they|he|she|it|you|he['’]s|she['’]s|they['’](?:re|ve)|(?:i|we)(?: (?:see|have|am|are|must|need|go|meet|get)|['’](?:m|re|ve|ll) (?:see|seeing|at|got|with|meeting))|see|seeing|come|arrive|now|then|again|just|only|early|late|first thing|lunchtime|bring|must|should|starts?|starting|usual|dr|doctor|prof|professor|mr|mrs|ms|miss|nurse|dentist|physio\\w*|\\w+(?:ologist|ology|iatrist|trician|therapist))\\b)"
/** `the 9th of this month`, `the 3rd of next month`, `next month on the 3rd`. */
const OF_THIS_MONTH =
  /\b(?:(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<which>this|the|next)\s+month|(?<first>this|next)\s+month,?\s+(?:on\s+)?(?:the\s+)?(?<later>\d{1,2})(?:st|nd|rd|th))\b/gi
/** `the 14th`, `on 12th`. */
const NUMBERED = new RegExp(
  String.raw`(?<!\d(?:st|nd|rd|th) of the )(?<=\b(?:the|on|for|till|until|by|from|${WEEKDAYS.join('|')}),?\s)(?<day>\d{1,2})(?:st|nd|rd|th)\b${AFTER_DAY}`,
  'gi',
)
const NUMBERED_VISIT = new RegExp(NUMBERED.source.replace(AFTER_DAY, AFTER_VISIT_DAY), 'gi')
/** `Doctor Webb 23rd at 3`: of a visit, and never what is counted in order (`my 2nd at`). */
const ONLY_NUMBERED =
  /(?<!\b(?:my|our|his|her|your|their|its|an?|every|each|of|of the|level|floor|grade|stage|type)\s)\b(?<day>\d{1,2})(?:st|nd|rd|th)\b(?=\s*(?:$|[,;!?]|\.(?:\s|$))|\s+(?:at|from|half|quarter|noon|midday|morning|afternoon|evening|\d{1,2}\b))/gi

const COUNT = '(?<!\\b(?:every|each) |[\\d./:-])(?<count>\\d{1,3}|an?|a couple of|a few)'
const UNIT = "(?<unit>days?|weeks?|fortnights?|months?|years?)['’]?"
const COUNTED = String.raw`(?:${COUNT}\s+${UNIT}|(?<lone>fortnight))`
/** `in 2 weeks`, `in 10 days' time`. */
const IN = new RegExp(String.raw`\b(?:in|within)\s+(?:about\s+)?${COUNT}\s+${UNIT}(?:\s+time)?\b`, 'gi')
/** `Tuesday in 2 weeks`, `in a fortnight on Tuesday`. */
const IN_ON = new RegExp(
  String.raw`\b(?:${WEEKDAY},?\s+in\s+${COUNT}\s+${UNIT}(?:\s+time)?|in\s+${COUNT.replace('<count>', '<after>')}\s+${UNIT.replace('<unit>', '<span>')}(?:\s+time)?,?\s+on\s+(?:an?\s+|the\s+)?${WEEKDAY.replace('<weekday>', '<later>')})\b`,
  'gi',
)
/** `2 weeks from now`, `a week from today`, `a fortnight from tomorrow`. */
const FROM_NOW = new RegExp(
  String.raw`\b${COUNTED}\s+(?:from|after)\s+(?:now\b|(?<base>today|tomorrow)\b|(?:(?<which>next|this|on) )?${WEEKDAY})`,
  'gi',
)
/** `a week on Tuesday`, `a week today`, `Tuesday week`, `tomorrow fortnight`. */
const A_WEEK_ON = new RegExp(
  String.raw`\b(?:${COUNTED}\s+(?:on\s+)?(?:(?<base>today|tomorrow)\b|(?:(?<which>next|this)\s+)?${WEEKDAY})|(?:(?<whose>next|this)\s+)?(?<later>today|tomorrow|${WEEKDAYS.join('|')})\s+(?<span>week|fortnight)\b)`,
  'gi',
)
/** `the first Monday of December`, `the last Friday in November`. */
const OF_MONTH = new RegExp(
  String.raw`\b(?<nth>[1-5](?:st|nd|rd|th)|last)\s+${WEEKDAY}\s+(?:in|of)\s+(?:(?<which>this|the|next)\s+month\b|${MONTH}(?![a-z])${YEAR})`,
  'gi',
)
const WHICH = '(?<which>next|this|this coming|the coming|coming|last|past|every|each|following|[1-5](?:st|nd|rd|th))'
/** `Thursday next week`, `next Tuesday`, `this coming Friday`, `on Wed`. */
const OF_WEEK = new RegExp(
  String.raw`\b(?:${WHICH}\s+)?${WEEKDAY}(?:,?\s+(?:of\s+)?(?<week>next|this|the following|the week after next|after next)(?:\s+week)?(?![a-z]))?`,
  'gi',
)
const OF_SHORT_WEEK = new RegExp(
  String.raw`\b(?:(?<which>next|this|coming|every|each|on|until|till|from)\s+)${SHORT_WEEKDAY}`,
  'gi',
)
/** `Thu 9am`, as cards have it; not the end of `Mon-Fri 9am`. */
const SHORT_WEEKDAY_AT = new RegExp(
  String.raw`(?<![-–/&,] ?|\b(?:to|and|the|thru|through|${SHORT_DAYS}) )\b${SHORT_WEEKDAY},?(?= (?:(?:at |@ ?)?\d{1,2}(?:[:.h][0-5]\d|(?:[:.][0-5]\d)? ?[ap]\.?m\b| ?o['’]?clock)|at \d|(?:at )?(?:half|quarter|noon|midday)\b|the \d{1,2}(?:st|nd|rd|th)\b))`,
  'gi',
)
/** `doctor Kelly weds next week`: abbreviations that are no other words. */
const ONLY_A_DAY = new RegExp(
  String.raw`(?<![-–/&,] ?|\b(?:to|and|the|thru|through|every|each|last|${SHORT_DAYS}) )\b(?<short>tues|weds|thurs)\b(?:,? (?<week>next|this)(?: week)?\b)?(?! ?(?:[-–/&]|to\b|and\b))`,
  'gi',
)
/** `not this Thursday but the Thursday after`, `not next Monday, it's the one after`. */
const NOT_THIS = new RegExp(
  String.raw`\bnot (?:on )?(?<which>this coming|this|the coming|next) ${WEEKDAY},? (?:(?:but|no|it['’]?s|it is|i mean|rather|actually|on),? ){0,3}the (?:(?:one|week|\k<weekday>) (?:after(?: that)?|following)|(?:next|following)(?: (?:one|week|\k<weekday>))?)\b`,
  'gi',
)
const WEEK_THEN_DAY = new RegExp(
  String.raw`\b(?:(?<week>next|this|the following)\s+week|(?<after>the week after next)),?\s+(?:on\s+)?(?:the\s+)?${WEEKDAY}`,
  'gi',
)
/** `every Tuesday from next week`: the first of many visits. */
const EVERY_FROM = new RegExp(
  String.raw`\b(?:every|each)\s+${WEEKDAY}(?=[^.;]{0,40}\b(?:from|starting|beginning)\s+next\s+week\b)`,
  'gi',
)
/** `every Monday and` Thursday. */
const ONE_OF_MANY = /\b(?:every|each) (?:(?:other |second )?[a-z]{3,6}days?(?:, ?| and | or |, and )){1,6}$/i
const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/\b(?:the )?day after tomorrow\b/gi, 2],
  [/\b(?:tomorrow|tomorow|tommorow|tommorrow)\b/gi, 1],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/gi, 0],
]
/** Before `a day` and `a week`, which say how often then. */
const A_COUNT_BEFORE =
  /(?:\d|\b(?:once|twice|thrice|times?|x|tablets?|capsules?|pills?|puffs?|drops?|sprays?|sachets?|patch(?:es)?|injections?|units?|mg|mcg|g|mls?)) $/i
const YESTERDAY = /\byesterday\b/gi

/** The days that a text counts from today, or names by their weekday or their number alone. */
export const counted: DateReading = (text, today, rule) => {
  const one = (pattern: RegExp, meant: Parameters<typeof datesOf>[3]) => datesOf(text, pattern, 'counted', meant)
  const isOfVisit = rule === 'next-such-day'
  return apart(
    [
      one(FROM_NOW, (parts) => after(baseOf(parts, today), parts)).filter(
        // "for 10 days from tomorrow" is how long a medicine is taken, "twice a day from Monday" how often.
        ({ at, words }) =>
          isOfVisit ||
          (!/\bfor $/i.test(textBefore(text, at)) &&
            !(/^an? /i.test(words) && A_COUNT_BEFORE.test(textBefore(text, at)))),
      ),
      isOfVisit ? one(NOT_THIS, (parts) => weekAfter(parts, today)) : [],
      one(IN_ON, (parts) => inWeeksOn(parts, today)),
      one(A_WEEK_ON, (parts) => aWeekOn(parts, today)),
      one(IN, (parts, { words }) => inSpan(parts, words, today)),
      one(OF_MONTH, (parts) => weekdayOfMonth(parts, today)),
      one(WEEK_THEN_DAY, (parts) => ofWeek(parts, today)),
      isOfVisit ? one(EVERY_FROM, (parts) => firstOfMany(parts, today)) : [],
      one(OF_WEEK, (parts, { at }) => (ONE_OF_MANY.test(textBefore(text, at)) ? null : ofWeek(parts, today))),
      one(OF_SHORT_WEEK, (parts) => ofWeek(parts, today)),
      isOfVisit ? [SHORT_WEEKDAY_AT, ONLY_A_DAY].map((day) => one(day, (parts) => ofWeek(parts, today))) : [],
      one(OF_THIS_MONTH, (parts) => ofMonth(parts, today)),
      one(NUMBERED, ({ day }) => ({ value: nextNumbered(Number(day), today) })),
      isOfVisit ? one(NUMBERED_VISIT, ({ day }) => ({ value: nextNumbered(Number(day), today) })) : [],
      isOfVisit
        ? one(ONLY_NUMBERED, ({ day }) => ({ value: nextNumbered(Number(day), today), isSure: false }))
        : one(YESTERDAY, () => ({ value: addDays(today, -1) })),
    ].flat(2),
  )
}

export const relative: DateReading = (text, today) =>
  apart(
    RELATIVE.flatMap(([pattern, days]) =>
      datesOf(text, pattern, days === 0 ? 'today' : 'counted', () => ({ value: addDays(today, days) })),
    ),
  )

/** A visit on a day of this month that is over is more likely one of the next. */
function ofMonth({ day, which, first, later }: Parts, today: LocalDate): Meant {
  const said = (which ?? first ?? '').toLowerCase()
  const number = Number(day ?? later)
  if (said === 'the') return { value: nextNumbered(number, today), isSure: false }
  const value = numberedIn(said === 'next' ? 1 : 0, number, today)
  return value && { value, isSure: value >= today }
}

function weekdayOfMonth({ nth, weekday = '', which, month, year }: Parts, today: LocalDate): Meant {
  const number = nth?.toLowerCase() === 'last' ? 0 : Number(nth?.slice(0, 1))
  const months = which?.toLowerCase() === 'next' ? 1 : 0
  const first =
    month === undefined
      ? numberedIn(months, 1, today)
      : year === undefined
        ? firstOf(monthNumber(month), today)
        : existing(Number(year.replace(/\s/, '')), monthNumber(month), 1)
  const value = first && nthWeekday(first, number, weekdayNumber(weekday))
  return value && { value, isSure: value >= today && which?.toLowerCase() !== 'the', isWeekday: false }
}

/** The first of that month, of this one too. */
const firstOf = (month: number, today: LocalDate): LocalDate | null =>
  month === Number(today.slice(5, 7)) ? numberedIn(0, 1, today) : nextSuchDay(month, 1, today)

function ofWeek({ which, weekday, short, week, after: later }: Parts, today: LocalDate): Meant {
  const day = weekdayNumber(weekday ?? short ?? '')
  const said = `${which ?? ''} ${week ?? later ?? ''}`.trim().toLowerCase()
  if (/last|past|every|each/.test(said)) return null
  const next = coming(day, today)
  const on = (value: LocalDate, isSure: boolean): Meant => ({ value, isSure, isWeekday: true })
  // "the first Monday" of what?
  if (/^\d/.test(said)) return on(next, false)
  if (/the week after next/.test(said)) return on(inWeek(day, 2, today), true)
  if (/after next/.test(said)) return on(addDays(next, 7), false)
  if (/following/.test(said)) return on(inWeek(day, 1, today), false)
  if (week !== undefined && /next/.test(said)) return on(inWeek(day, 1, today), true)
  // "next Sunday" said on a Friday: of this week, or of the next? Most mean the next; the person is shown that it is a guess.
  if (/next/.test(said)) return on(inWeek(day, 1, today), next === inWeek(day, 1, today))
  return on(next, day !== isoWeekday(today))
}

/** A week after the day that is not meant: which one "next Thursday" is, nobody knows for certain. */
function weekAfter({ which, weekday = '' }: Parts, today: LocalDate): Meant {
  const day = weekdayNumber(weekday)
  const isNext = which?.toLowerCase() === 'next'
  const from = isNext ? inWeek(day, 1, today) : coming(day, today)
  return { value: addDays(from, 7), isSure: !isNext && day !== isoWeekday(today), isWeekday: true }
}

const firstOfMany = ({ weekday = '' }: Parts, today: LocalDate): Meant => ({
  value: inWeek(weekdayNumber(weekday), 1, today),
  isSure: false,
  isWeekday: true,
})

/** The day that a span is counted from. */
function baseOf({ base, weekday, which }: Parts, today: LocalDate): { value: LocalDate; isSure: boolean } {
  if (weekday === undefined) return { value: /tomorrow/i.test(base ?? '') ? addDays(today, 1) : today, isSure: true }
  const day = weekdayNumber(weekday)
  const value = coming(day, today)
  const isNext = /next/i.test(which ?? '')
  return { value, isSure: isNext ? value === inWeek(day, 1, today) : day !== isoWeekday(today) }
}

const COUNTS: Record<string, number> = { a: 1, an: 1, 'a couple of': 2 }

/** So many days, weeks, months or years after a date; null for "a few". */
function after(from: { value: LocalDate; isSure: boolean }, { count, unit = '', lone }: Parts): Meant {
  const said = lone === undefined ? (count ?? '') : 'a'
  const number = COUNTS[said.toLowerCase()] ?? Number(said)
  if (Number.isNaN(number)) return null
  return {
    value: spanAfter(from.value, number, lone ?? unit),
    isSure: from.isSure && !/couple/i.test(said),
  }
}

/** Whoever counts in months or years, or "within" and "about", means a day near it. */
function inSpan(parts: Parts, words: string, today: LocalDate): Meant {
  const meant = after({ value: today, isSure: true }, parts)
  const isVague = /^within|\babout\b/i.test(words) || /^[my]/i.test(parts.unit ?? '')
  return meant && { ...meant, isSure: meant.isSure === true && !isVague }
}

/** The weekday of the week that is so far away; from today or from the coming one, nobody can tell. */
function inWeeksOn({ weekday, later, count, after: from, unit, span }: Parts, today: LocalDate): Meant {
  const meant = after({ value: today, isSure: false }, { count: count ?? from, unit: unit ?? span })
  if (!meant?.value) return null
  return { value: inWeek(weekdayNumber(weekday ?? later ?? ''), 0, meant.value), isSure: false }
}

function aWeekOn(parts: Parts, today: LocalDate): Meant {
  const { later, base, weekday, span = '', whose } = parts
  if (later === undefined) {
    if (base === undefined && weekday === undefined) return null
    return after(baseOf(parts, today), parts)
  }
  const isWeekday = !/^to/i.test(later)
  const from = baseOf(isWeekday ? { weekday: later, which: whose } : { base: later }, today)
  return { value: spanAfter(from.value, 1, span), isSure: from.isSure }
}
