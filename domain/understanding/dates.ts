import { addDays, isLocalDate, isoWeekday, type LocalDate } from '../lib/local-time.ts'
import { matchesIn, textBefore } from './near.ts'
import type { Read } from './read.ts'

export interface SaidDate extends Read<LocalDate> {
  /** `written`: a date of the calendar; `counted`: from today or by its weekday; `today`: today itself. */
  form: 'written' | 'counted' | 'today'
  isSure: boolean
}

/** Which year a day of a month has that is said without one (READINGS). */
export type YearRule = 'next-such-day' | 'this-year'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTH = `(?<month>${MONTHS.join('|')}|sept|${MONTHS.map((name) => name.slice(0, 3)).join('|')})\\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?`
const YEAR = String.raw`(?:,?\s+(?<year>(?:19|20)(?:\d{2}|\s\d{2})))?(?!\d)`
const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})(?![a-z])`
/** Abbreviations are words of their own too (sat, sun, wed): they count only after one that makes them a day. */
const SHORT_WEEKDAY = '(?<short>mon|tues?|wed|thu|thurs?|fri|sat|sun)\\b\\.?'

/** `2026-04-21`, as calendars write it. */
const YEAR_FIRST = /(?<![\d-])(?<year>\d{4})-(?<second>\d{2})-(?<first>\d{2})(?![\d-])/g
/** `21/04/2026`, `21-4-26`, `21.04.2026`. Not inside a longer number, such as that of a phone. */
const NUMERIC =
  /(?<![\d./-])(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?![\d/-])/g
/** `5th of March`, `5 March 2026`. */
const DAY_OF_MONTH = new RegExp(
  String.raw`(?<![\d:.])${DAY}\s+(?:day\s+)?(?:of\s+)?${MONTH}(?![a-z])${YEAR}`,
  'gi',
)
/** `March 5`, `March 5th, 2026`; in `March 5:30` there is no day. */
const MONTH_DAY = new RegExp(String.raw`(?<![a-z])${MONTH}\s+(?:the\s+)?${DAY}(?![\d:]|\.\d)${YEAR}`, 'gi')

/** What may follow a day that is only numbered, so that it is no `2nd floor` and no `3rd visit`. */
const AFTER_DAY =
  '(?=\\s*(?:$|[,;!?.)])|\\s+(?:at|for|on|with|in|of|and|or|please|is|if|around|about|by|from|until|till|to|would|will|works|instead|half|quarter|noon|midday|morning|afternoon|evening|this|next|\\d))'
/** `the 9th of this month`, `the 3rd of next month`. */
const OF_THIS_MONTH = /\b(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<which>this|the|next)\s+month\b/gi
/** `the 14th`, `on 12th`. */
const NUMBERED = new RegExp(
  String.raw`(?<=\b(?:the|on|for|till|until|by|from|${WEEKDAYS.join('|')}),?\s)(?<day>\d{1,2})(?:st|nd|rd|th)\b${AFTER_DAY}`,
  'gi',
)

const COUNT = '(?<!\\b(?:every|each) )(?<count>\\d{1,3}|an?|a couple of|a few)'
const UNIT = "(?<unit>days?|weeks?|fortnights?|months?|years?)['’]?"
/** `in 2 weeks`, `in 10 days' time`. */
const IN = new RegExp(String.raw`\b(?:in|within)\s+(?:about\s+)?${COUNT}\s+${UNIT}(?:\s+time)?\b`, 'gi')
/** `2 weeks from now`, `a week from today`, `a fortnight from tomorrow`. */
const FROM_NOW = new RegExp(
  String.raw`\b${COUNT}\s+${UNIT}\s+(?:from|after)\s+(?:now\b|(?<base>today|tomorrow)\b|(?:next |this |on )?${WEEKDAY})`,
  'gi',
)
/** `a week on Tuesday`, `a week today`, `Tuesday week`. */
const A_WEEK_ON = new RegExp(
  String.raw`\b(?:${COUNT}\s+${UNIT}\s+(?:on\s+)?(?:(?<base>today|tomorrow)\b|${WEEKDAY})|(?<later>today|tomorrow|${WEEKDAYS.join('|')})\s+week\b)`,
  'gi',
)
const WHICH = '(?<which>next|this|this coming|the coming|coming|last|past|every|each|following)'
/** `Thursday next week`, `next Tuesday`, `this coming Friday`, `on Wed`. */
const OF_WEEK = new RegExp(
  String.raw`\b(?:${WHICH}\s+)?${WEEKDAY}(?:,?\s+(?:of\s+)?(?<week>next|this|the following|the week after next)(?:\s+week)?(?![a-z]))?`,
  'gi',
)
const OF_SHORT_WEEK = new RegExp(
  String.raw`\b(?:(?<which>next|this|coming|every|each|on|until|till|from)\s+)${SHORT_WEEKDAY}`,
  'gi',
)
const WEEK_THEN_DAY = new RegExp(
  String.raw`\b(?<week>next|this)\s+week,?\s+(?:on\s+)?(?:the\s+)?${WEEKDAY}`,
  'gi',
)
const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/\b(?:the )?day after tomorrow\b/gi, 2],
  [/\b(?:tomorrow|tomorow|tommorow|tommorrow)\b/gi, 1],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/gi, 0],
]

/**
 * The dates a free text names, in its order (specification, section 5). Day first, month first only where day first is impossible
 * (READINGS). What no calendar has is not among them.
 * @param text plain (`plainText`)
 * @param today in the plan zone
 */
export function datesIn(text: string, today: LocalDate, year: YearRule): SaidDate[] {
  const found: SaidDate[] = []
  for (const reading of [written, counted, relative])
    for (const date of reading(text, today, year)) if (!overlaps(date, found)) found.push(date)
  return found.sort((a, b) => a.at - b.at)
}

type Reading = (text: string, today: LocalDate, year: YearRule) => SaidDate[]
type Parts = Record<string, string | undefined>

const overlaps = (date: Read<unknown>, taken: readonly Read<unknown>[]): boolean =>
  taken.some(({ at, words }) => at < date.at + date.words.length && date.at < at + words.length)

/** Every match of a pattern that is a date, as one. */
function matches(
  text: string,
  pattern: RegExp,
  form: SaidDate['form'],
  value: (parts: Parts) => { value: LocalDate | null; isSure?: boolean } | null,
): SaidDate[] {
  return matchesIn(text, pattern).flatMap(({ 0: words, index, groups = {} }) => {
    const read = value(groups)
    return read?.value ? [{ value: read.value, words, at: index, form, isSure: read.isSure ?? true }] : []
  })
}

const written: Reading = (text, today, rule) =>
  apart(
    [YEAR_FIRST, NUMERIC, DAY_OF_MONTH, MONTH_DAY]
      .flatMap((pattern) =>
        matches(text, pattern, 'written', (parts) => ({ value: dateOf(parts, today, rule) })),
      )
      .sort((a, b) => a.at - b.at || b.words.length - a.words.length),
  )

/** Those that share no word with one before them. */
function apart(dates: readonly SaidDate[]): SaidDate[] {
  const kept: SaidDate[] = []
  for (const date of dates) if (!overlaps(date, kept)) kept.push(date)
  return kept
}

const counted: Reading = (text, today, rule) => {
  const one = (pattern: RegExp, value: Parameters<typeof matches>[3]) =>
    matches(text, pattern, 'counted', value)
  const kept = apart(
    [
      one(FROM_NOW, (parts) => after(baseOf(parts, today), parts)).filter(
        // "for 10 days from tomorrow" is how long a medicine is taken.
        ({ at }) => rule === 'next-such-day' || !/\bfor $/i.test(textBefore(text, at)),
      ),
      one(A_WEEK_ON, (parts) => aWeekOn(parts, today)),
      one(IN, (parts) => after(today, parts)),
      one(WEEK_THEN_DAY, (parts) => ofWeek(parts, today)),
      one(OF_WEEK, (parts) => ofWeek(parts, today)),
      one(OF_SHORT_WEEK, (parts) => ofWeek(parts, today)),
      one(OF_THIS_MONTH, (parts) => ofMonth(parts, today)),
      one(NUMBERED, ({ day }) => ({ value: nextNumbered(Number(day), today) })),
    ].flat(),
  )
  // "Thursday the 5th": the number is the surer of the two.
  return kept.filter(
    ({ at, words }) =>
      !kept.some((next) => next.at > at && /^,? (?:the )?$/.test(text.slice(at + words.length, next.at))),
  )
}

const relative: Reading = (text, today) =>
  apart(
    RELATIVE.flatMap(([pattern, days]) =>
      matches(text, pattern, days === 0 ? 'today' : 'counted', () => ({ value: addDays(today, days) })),
    ),
  )

function dateOf(
  { day, month, first, second, year }: Parts,
  today: LocalDate,
  rule: YearRule,
): LocalDate | null {
  if (month !== undefined) {
    const number = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3).toLowerCase())) + 1
    const thisYear = Number(today.slice(0, 4))
    if (year !== undefined) return existing(Number(year.replace(/\s/, '')), number, Number(day))
    return rule === 'this-year'
      ? existing(thisYear, number, Number(day))
      : nextSuchDay(number, Number(day), today)
  }
  const whole = fullYear(year ?? '')
  return existing(whole, Number(second), Number(first)) ?? existing(whole, Number(first), Number(second))
}

/** Two-digit years below 50 read as 20xx (specification, section 5), the others as 19xx. */
const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900)

/** February 29 comes again within eight years. */
const LONGEST_WAIT = 8

function nextSuchDay(month: number, day: number, today: LocalDate): LocalDate | null {
  const thisYear = Number(today.slice(0, 4))
  for (let year = thisYear; year <= thisYear + LONGEST_WAIT; year += 1) {
    const date = existing(year, month, day)
    if (date !== null && date >= today) return date
  }
  return null
}

function existing(year: number, month: number, day: number): LocalDate | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isLocalDate(text) ? text : null
}

/** The day of that number in a month, counted from the one of `today`. */
function numberedIn(months: number, day: number, today: LocalDate): LocalDate | null {
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + months
  return existing(Math.floor(index / 12), (index % 12) + 1, day)
}

/** No month of two that follow each other is without a day up to the 31st. */
const MONTHS_AHEAD = [0, 1, 2]

function nextNumbered(day: number, today: LocalDate): LocalDate | null {
  const dates = MONTHS_AHEAD.map((months) => numberedIn(months, day, today))
  return dates.find((date) => date !== null && date >= today) ?? null
}

const ofMonth = ({ day, which }: Parts, today: LocalDate) => ({
  value: numberedIn(/next/i.test(which ?? '') ? 1 : 0, Number(day), today),
})

/** A week has its days from Monday to Sunday. */
const inWeek = (weekday: number, weeks: number, today: LocalDate): LocalDate =>
  addDays(today, weekday - isoWeekday(today) + 7 * weeks)

/** The first such day after today. */
function coming(weekday: number, today: LocalDate): LocalDate {
  const thisWeek = inWeek(weekday, 0, today)
  return thisWeek > today ? thisWeek : addDays(thisWeek, 7)
}

const weekdayNumber = (name: string): number =>
  WEEKDAYS.findIndex((weekday) => weekday.startsWith(name.slice(0, 3).toLowerCase())) + 1

function ofWeek(
  { which, weekday, short, week }: Parts,
  today: LocalDate,
): { value: LocalDate; isSure: boolean } | null {
  const day = weekdayNumber(weekday ?? short ?? '')
  const said = `${which ?? ''} ${week ?? ''}`.trim().toLowerCase()
  if (/last|past|every|each/.test(said)) return null
  const next = coming(day, today)
  if (/the week after next/.test(said)) return { value: inWeek(day, 2, today), isSure: true }
  if (/following/.test(said)) return { value: inWeek(day, 1, today), isSure: false }
  if (week !== undefined && /next/.test(said)) return { value: inWeek(day, 1, today), isSure: true }
  // "next Sunday" said on a Friday: of this week, or of the next? Most mean the next; the person is shown that it is a guess.
  if (/next/.test(said)) return { value: inWeek(day, 1, today), isSure: next === inWeek(day, 1, today) }
  return { value: next, isSure: day !== isoWeekday(today) }
}

function baseOf({ base, weekday }: Parts, today: LocalDate): LocalDate {
  if (weekday !== undefined) return coming(weekdayNumber(weekday), today)
  return /tomorrow/i.test(base ?? '') ? addDays(today, 1) : today
}

const COUNTS: Record<string, number> = { a: 1, an: 1, 'a couple of': 2 }

/** So many days, weeks, months or years after a date; null for "a few". */
function after(
  from: LocalDate,
  { count = '', unit = '' }: Parts,
): { value: LocalDate | null; isSure: boolean } | null {
  const number = COUNTS[count.toLowerCase()] ?? Number(count)
  if (Number.isNaN(number)) return null
  return { value: spanAfter(from, number, unit), isSure: !/couple/i.test(count) }
}

const DAYS_OF: Record<string, number> = { d: 1, w: 7, f: 14 }

/**
 * So much later than a date: `2 weeks` after November 1 is November 15; a month that is too short ends it.
 * @param unit day, week, fortnight, month or year, in any form of the word
 */
export function spanAfter(from: LocalDate, count: number, unit: string): LocalDate | null {
  const kind = unit.slice(0, 1).toLowerCase()
  const days = DAYS_OF[kind]
  if (days !== undefined) return inRange(() => addDays(from, count * days))
  const months = count * (kind === 'y' ? 12 : 1)
  for (let day = Number(from.slice(8)); day > 27; day -= 1) {
    const date = numberedIn(months, day, from)
    if (date !== null) return date
  }
  return numberedIn(months, Number(from.slice(8)), from)
}

function inRange(date: () => LocalDate): LocalDate | null {
  const value = date()
  return isLocalDate(value) ? value : null
}

function aWeekOn(parts: Parts, today: LocalDate): { value: LocalDate | null; isSure?: boolean } | null {
  const { later, base, weekday } = parts
  if (later === undefined) {
    if (base === undefined && weekday === undefined) return null
    return after(baseOf(parts, today), parts)
  }
  const from = /^(?:today|tomorrow)$/i.test(later)
    ? baseOf({ base: later }, today)
    : coming(weekdayNumber(later), today)
  return { value: addDays(from, 7) }
}
