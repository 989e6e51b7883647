import { addDays, isoWeekday, type LocalDate } from '../calendar.ts'
import { textAfter, textBefore } from '../words/near.ts'
import { ofSameText } from '../words/same-text.ts'
import { existing, lastOfMonth, MONTHS, monthNumber, nextSuchDay, weekdayNumber } from './calendar-days.ts'
import { DATES } from './cues.ts'
import { nextHoliday } from './holidays.ts'
import { apart, type DateReading, datesOf, type Meant, type Parts, type YearRule } from './said-date.ts'

export const MONTH = `(?<month>${MONTHS.join('|')}|sept|${MONTHS.map((name) => name.slice(0, 3)).join('|')})\\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|\.)?`
export const YEAR = String.raw`(?:,?\s+(?<year>(?:19|20)(?:\d{2}|\s\d{2})))?(?!\d)`

/** `2026-04-21`, `2026/04/21`, as calendars write it. */
const YEAR_FIRST = /(?<![\d/-])(?<year>\d{4})(?<sign>[/-])(?<second>\d{2})\k<sign>(?<first>\d{2})(?![\d/-])/g
/** `21/04/2026`, `21-4-26`, `21.04.2026`. Not inside a longer number, such as that of a phone. */
const NUMERIC = /(?<![\d./-])(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?![\d/-])/g
/** `30 / 6 / 26`, as it is filled in by hand. */
const SPACED =
  /(?<![\d./-]|\d )(?<first>\d{1,2})(?<mark> ?\/ ?)(?<second>\d{1,2}) ?\/ ?(?<year>(?:20)?\d{2})(?![\d/-]| ?\/)/g
/** `5/12`: a date only where the words around it are those of one. */
const YEARLESS = /(?<![\d./-]|\d )(?<first>\d{1,2})(?<mark>\/)(?<second>\d{1,2})(?![\d/-]|\.\d|\p{L})/gu
/** `5th of March`, `5 March 2026`. */
const DAY_OF_MONTH = new RegExp(String.raw`(?<![\d:.a-z])${DAY}\s+(?:day\s+)?(?:of\s+)?${MONTH}(?![a-z])${YEAR}`, 'gi')
/** `15 Feb 27`, `15 Feb '27`: a year only where nothing else can go on like this. */
const SHORT_YEAR = new RegExp(
  String.raw`(?<![\d:.a-z])${DAY}\s+${MONTH},?\s+['’]?(?<year>2\d)(?=\n|$|[,;)]|\s+(?:@|at\b|\d{1,2}[:.][0-5]\d|[0-2]\d[0-5]\d\b|\d{1,2} ?[ap]m\b))`,
  'gi',
)
/** `28-Mar-2026`, `5/Dec/26`. */
const DASHED = new RegExp(
  String.raw`(?<![\d:./-])(?<day>\d{1,2})(?<dash>[-/.])(?<month>${MONTHS.join('|')}|sept|${MONTHS.map((name) => name.slice(0, 3)).join('|')})\k<dash>(?<year>\d{4}|\d{2})(?![\d/-])`,
  'gi',
)
/** `the 5th of the 12th`: a day and the number of its month. */
const DAY_OF_NUMBERED_MONTH = new RegExp(
  String.raw`(?<![\d:.])(?<first>\d{1,2})(?:st|nd|rd|th)\s+of\s+(?:the\s+)?(?<second>\d{1,2})(?:st|nd|rd|th)(?:\s+month)?${YEAR}(?![a-z])`,
  'gi',
)
/** `March 5`, `March 5th, 2026`; in `March 5:30` there is no day. */
const MONTH_DAY = new RegExp(
  String.raw`(?<![a-z])${MONTH}(?:\s+|,\s+(?=the\s))(?:the\s+)?${DAY}(?![\d:]|\.\d)${YEAR}`,
  'gi',
)
/** `the end of March`: the last day of a course; of a visit it says no day. */
const END_OF_MONTH = new RegExp(
  String.raw`\bend\s+of\s+(?:(?<which>this|the|next)\s+(?<unit>month|year)|${MONTH}(?![a-z])${YEAR})`,
  'gi',
)
/**
 * The dates of the calendar that a text names. Day first, month first only where day first is impossible (readings). What no calendar
 * has is not among them.
 */
export const written: DateReading = (text, today, rule) =>
  apart(
    [
      ...[
        YEAR_FIRST,
        NUMERIC,
        ...(rule === 'next-such-day' ? [SPACED, SHORT_YEAR] : []),
        DASHED,
        DAY_OF_MONTH,
        MONTH_DAY,
      ].flatMap((pattern) =>
        datesOf(text, pattern, 'written', (parts, place) =>
          inOrder({ text, place, today, rule }, parts, dateOf(parts, today, rule)),
        ),
      ),
      ...datesOf(text, DAY_OF_NUMBERED_MONTH, 'written', ({ first, second, year }) =>
        inYear(year, Number(second), Number(first), today, rule),
      ),
      ...datesOf(text, YEARLESS, 'written', (parts, place) =>
        isDateHere(text, place, rule) ? inOrder({ text, place, today, rule }, parts, dateOf(parts, today, rule)) : null,
      ),
      ...datesOf(text, DATES.holiday, 'written', (_, { words }) => namedDay(words, today, rule)),
      ...(rule === 'this-year' ? datesOf(text, END_OF_MONTH, 'written', (parts) => endOfMonth(parts, today)) : []),
    ].sort((a, b) => a.at - b.at || b.words.length - a.words.length),
  )

/** Print of the United States, where the month stands first: its postcodes, its phone numbers, a date that can only be month first. */
const MONTH_FIRST =
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b|\(\d{3}\) ?\d{3}[-. ]\d{4}\b|(?<![\d.-])\d{3}([-.])\d{3}\1\d{4}\b|\b(?:[Pp]h(?:one)?|[Tt]el|[Cc]all|[Ff]a?x)[.:]? ?[2-9]\d{2} \d{3} \d{4}\b|(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])(?:\/\d{2,4})?(?![\d/])/
const isOfStates = ofSameText((text) => MONTH_FIRST.test(text))

const SHORT_DAY = '(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?'
/** A weekday right before or right after a date, or in the field for it. */
const WEEKDAY_BEFORE = new RegExp(
  `\\b(?<day>${SHORT_DAY})[.,]?(?: (?:the |on )?(?:(?:appt\\.? |appointment )?date ?[:.-]? ?)?)?$`,
  'i',
)
const WEEKDAY_AFTER = new RegExp(`^,? ?\\(?(?:(?:week)?day ?[:.-]? ?)?(?<day>${SHORT_DAY})\\b`, 'i')

interface Place {
  text: string
  place: { words: string; at: number }
  today: LocalDate
  rule: YearRule
}

/**
 * A visit on a day that may be a month as well is on the one that its weekday says; without a weekday it is a guess where the text is
 * written month first.
 */
function inOrder({ text, place, today, rule }: Place, parts: Parts, meant: Meant): Meant {
  const { first = '', second = '', mark, year } = parts
  const isEither = first !== second && Number(first) <= 12 && Number(second) <= 12 && mark !== undefined
  if (!meant?.value || !isEither || rule !== 'next-such-day') return meant
  const isMonthFirst = isOfStates(text)
  const day =
    WEEKDAY_BEFORE.exec(textBefore(text, place.at))?.groups?.day ??
    WEEKDAY_AFTER.exec(textAfter(text, place.at + place.words.length))?.groups?.day
  if (day === undefined) return isMonthFirst ? { ...meant, isSure: false } : meant
  const isOn = (date: LocalDate | null): boolean => date !== null && isoWeekday(date) === weekdayNumber(day)
  // Without a year, both may be on it.
  if (isOn(meant.value) || (year === undefined && !isMonthFirst)) return meant
  const other = inYear(year, Number(first), Number(second), today, rule)
  return isOn(other.value)
    ? { ...other, isSure: other.isSure && isMonthFirst }
    : { ...meant, isSure: meant.isSure === true && !isMonthFirst }
}

function dateOf({ day, month, first, second, year }: Parts, today: LocalDate, rule: YearRule): Meant {
  if (month !== undefined) return inYear(year, monthNumber(month), Number(day), today, rule)
  const dayFirst = inYear(year, Number(second), Number(first), today, rule)
  if (dayFirst.value !== null) return dayFirst
  const monthFirst = inYear(year, Number(first), Number(second), today, rule)
  return { ...monthFirst, isSure: monthFirst.isSure && year !== undefined }
}

function inYear(
  year: string | undefined,
  month: number,
  day: number,
  today: LocalDate,
  rule: YearRule,
): { value: LocalDate | null; isSure: boolean } {
  if (year !== undefined) return { value: existing(fullYear(year.replace(/\s/, '')), month, day), isSure: true }
  const value = rule === 'this-year' ? existing(Number(today.slice(0, 4)), month, day) : nextSuchDay(month, day, today)
  return likely(value, today, rule)
}

/** Two-digit years below 50 read as 20xx (specification, section 5), the others as 19xx. */
const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900)

/** Nobody books so many days ahead by the day and the month alone: the last such day may be meant. */
const FAR_DAYS = 305

const likely = (value: LocalDate | null, today: LocalDate, rule: YearRule) => ({
  value,
  isSure: rule === 'this-year' || (value !== null && value <= addDays(today, FAR_DAYS)),
})

function namedDay(words: string, today: LocalDate, rule: YearRule): Meant {
  const next = nextHoliday(words, today)
  return next && { value: next, isSure: likely(next, today, rule).isSure }
}

function endOfMonth({ which, unit, month, year }: Parts, today: LocalDate): Meant {
  const months = which?.toLowerCase() === 'next' ? 1 : 0
  if (unit?.toLowerCase() === 'year')
    return { value: existing(Number(today.slice(0, 4)) + months, 12, 31), isSure: true }
  if (month === undefined) return { value: lastOfMonth(months, today), isSure: true }
  const whole = year === undefined ? Number(today.slice(0, 4)) : fullYear(year.replace(/\s/, ''))
  const first = existing(whole, monthNumber(month), 1)
  return first && { value: lastOfMonth(0, first), isSure: true }
}

/** Said before what is no date: `unit 2/14`, `every 3/12`, and the shorthand of doctors for weeks and months, `for 2/52`. */
const NO_DATE_BEFORE =
  /\b(?:unit|apt|apartment|flat|suite|room|rm|level|floor|bed|ward|shop|lot|no|number|bp|pressure|every|in|about|score|vision|x|scale|open|take|give|have)[.:]? ?$/i
const NO_DATE_AFTER =
  /^(?: ?%|\s*(?:mg|mcg|µg|g|gm|ml|mls|iu|units?|tab\p{L}*|cap\p{L}*|pills?|puffs?|drops?|an?|of|strength|days?(?! ?[:.-]? ?(?:mon|tue|wed|thu|fri|sat|sun))|weeks?|months?|hours?|times)(?!\p{L})| (?:\p{L}+ ){1,3}(?:street|st|road|rd|avenue|ave|drive|lane|court|highway|parade|terrace|place|crescent|way)\b)/iu
const LED_TO_DATE =
  /(?:^|[,.;:(]|\b(?:on|by|until|till|til|from|start(?:s|ed|ing)?(?: on)?|begin(?:s|ning)?(?: on)?|due|dated?|is|the|for|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)[.,]?)) ?$/i
const GOES_ON_AS_DATE =
  /^\s*(?:$|[,;!?)]|\.(?:\s|$)|(?:at|with|from|around|in the|morning|afternoon|evening)\b|@|\d{1,2}(?:[:. ]\d\d)? ?[ap]m\b)/i
/** Of a medicine only what starts or ends it: `1/2`, `5/325` and `for 5/7` are none. */
const STARTS_OR_ENDS =
  /\b(?:(?:start|begin|commenc|finish|end|stop)\w*(?: on| from| the| date)*|began|until|till|til|through|from|on|by|\d{1,2}\/\d{1,2} to)(?: (?:mon|tues|wednes|thurs|fri|satur|sun)day)? $/i
const ENDS_LATER = /^ (?:to|-) (?!\d{1,2}\/\d)/i
const FRACTION = /^(?:1\/[234]|[23]\/[34])$/

/** Whether two numbers with a stroke between them are a day and a month. */
function isDateHere(text: string, { words, at }: { words: string; at: number }, rule: YearRule): boolean {
  const before = textBefore(text, at)
  const after = textAfter(text, at + words.length)
  if (NO_DATE_BEFORE.test(before) || NO_DATE_AFTER.test(after)) return false
  if (rule === 'next-such-day' && words === '24/7') return false
  if (rule === 'next-such-day') return LED_TO_DATE.test(before) || GOES_ON_AS_DATE.test(after)
  if (!STARTS_OR_ENDS.test(before) || ENDS_LATER.test(after)) return false
  return !FRACTION.test(words) || /\b(?:on|until|till|til) $/i.test(before)
}
