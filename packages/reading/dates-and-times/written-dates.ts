import { addDays, isoWeekday, type LocalDate, monthNumber, weekdayNumber } from '../calendar.ts'
import { textAfter, textBefore } from '../words/near.ts'
import { ofSameText } from '../words/same-text.ts'
import { existing, lastOfMonth, nextSuchDay } from './calendar-days.ts'
import { DATES } from './cues.ts'
import { HOLIDAY, nextHoliday } from './holidays.ts'
import { apart, type DateReading, datesOf, type Meant, type Parts, type YearRule } from './said-date.ts'

/** `2026-04-21`, `2026/04/21`, as calendars write it. */
const YEAR_FIRST = /(?<![\d/-])(?<year>\d{4})(?<sign>[/-])(?<second>\d{2})\k<sign>(?<first>\d{2})(?![\d/-])/g
/** `21/04/2026`, `21-4-26`, `21.04.2026`. Not inside a longer number, such as a phone number. */
const NUMERIC = /(?<![\d./-])(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?![\d/-])/g
/** `30 / 6 / 26`, as filled in by hand. */
const SPACED =
  /(?<![\d./-]|\d )(?<first>\d{1,2})(?<mark> ?\/ ?)(?<second>\d{1,2}) ?\/ ?(?<year>(?:20)?\d{2})(?![\d/-]| ?\/)/g
/** `5/12`: a date only where the words around it suggest one. */
const YEARLESS = /(?<![\d./-]|\d )(?<first>\d{1,2})(?<mark>\/)(?<second>\d{1,2})(?![\d/-]|\.\d|\p{L})/gu
/**
 * Returns the calendar dates in a text. Day first; month first only where day first is impossible (readings). Dates
 * that no calendar has are left out.
 */
export const written: DateReading = (text, today, rule) =>
  apart(
    [
      ...[
        YEAR_FIRST,
        NUMERIC,
        ...(rule === 'next-such-day' ? [SPACED, DATES.shortYear] : []),
        DATES.dashed,
        DATES.dayOfMonth,
        DATES.monthDay,
      ].flatMap((pattern) =>
        datesOf(text, pattern, 'written', (parts, place) =>
          inOrder({ text, place, today, rule }, parts, dateOf(parts, today, rule)),
        ),
      ),
      ...datesOf(text, DATES.dayOfNumberedMonth, 'written', ({ first, second, year }) =>
        inYear(year, Number(second), Number(first), today, rule),
      ),
      ...datesOf(text, YEARLESS, 'written', (parts, place) =>
        isDateHere(text, place, rule) ? inOrder({ text, place, today, rule }, parts, dateOf(parts, today, rule)) : null,
      ),
      ...datesOf(text, HOLIDAY, 'written', (_, { words }) => namedDay(words, today, rule)),
      ...(rule === 'this-year' ? datesOf(text, DATES.endOfMonth, 'written', (parts) => endOfMonth(parts, today)) : []),
    ].sort((a, b) => a.at - b.at || b.words.length - a.words.length),
  )
const isOfStates = ofSameText((text) => DATES.monthFirst.test(text))

interface Place {
  text: string
  place: { words: string; at: number }
  today: LocalDate
  rule: YearRule
}

/**
 * Where the two numbers may be swapped, the appointment's weekday decides; without a weekday the date is a guess if the
 * text is written month first.
 */
function inOrder({ text, place, today, rule }: Place, parts: Parts, meant: Meant): Meant {
  const { first = '', second = '', mark, year } = parts
  const isEither = first !== second && Number(first) <= 12 && Number(second) <= 12 && mark !== undefined
  if (!meant?.value || !isEither || rule !== 'next-such-day') return meant
  const isMonthFirst = isOfStates(text)
  const day =
    DATES.weekdayBefore.exec(textBefore(text, place.at))?.groups?.day ??
    DATES.weekdayAfter.exec(textAfter(text, place.at + place.words.length))?.groups?.day
  if (day === undefined) return isMonthFirst ? { ...meant, isSure: false } : meant
  const isOn = (date: LocalDate | null): boolean => date !== null && isoWeekday(date) === weekdayNumber(day)
  // Without a year, both may be on that weekday.
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

/** Two-digit years below 50 are read as 20xx (specification, section 5), the others as 19xx. */
const fullYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 50 ? 2000 : 1900)

/** With more days than this ahead, a day and month without a year may mean the last such day. */
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
const ENDS_LATER = /^ (?:to|-) (?!\d{1,2}\/\d)/i
const FRACTION = /^(?:1\/[234]|[23]\/[34])$/

/** Returns whether two numbers with a slash between them are a day and a month. */
function isDateHere(text: string, { words, at }: { words: string; at: number }, rule: YearRule): boolean {
  const before = textBefore(text, at)
  const after = textAfter(text, at + words.length)
  if (DATES.noDateBefore.test(before) || DATES.noDateAfter.test(after)) return false
  if (rule === 'next-such-day' && words === '24/7') return false
  if (rule === 'next-such-day') return DATES.ledToDate.test(before) || DATES.goesOnAsDate.test(after)
  if (!DATES.startsOrEnds.test(before) || ENDS_LATER.test(after)) return false
  return !FRACTION.test(words) || /\b(?:on|until|till|til) $/i.test(before)
}
