import { addDays, isLocalDate, type LocalDate } from '../lib/local-time.ts'
import type { Read } from './read.ts'

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
const MONTH = `(?<month>${MONTHS.join('|')}|sept|${MONTHS.map((name) => name.slice(0, 3)).join('|')})\\.?`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const YEAR = String.raw`(?:,?\s+(?<year>(?:19|20)\d{2}))?(?!\d)`

/** `2026-04-21`, as calendars write it. */
const YEAR_FIRST = /(?<![\d-])(?<year>\d{4})-(?<second>\d{2})-(?<first>\d{2})(?![\d-])/g
/** `21/04/2026`, `21-4-26`, `21.04.2026`. Not inside a longer number, such as that of a phone. */
const NUMERIC =
  /(?<![\d./-])(?<first>\d{1,2})(?<mark>[./-])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?![\d/-])/g
/** `5th of March`, `5 March 2026`. */
const DAY_OF_MONTH = new RegExp(String.raw`(?<![\d:.])${DAY}\s+(?:of\s+)?${MONTH}(?![a-z])${YEAR}`, 'gi')
/** `March 5`, `March 5th, 2026`; in `March 5:30` there is no day. */
const MONTH_DAY = new RegExp(String.raw`(?<![a-z])${MONTH}\s+(?:the\s+)?${DAY}(?![\d:]|\.\d)${YEAR}`, 'gi')

const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/\b(?:the )?day after tomorrow\b/i, 2],
  [/\btomorrow\b/i, 1],
  [/\btoday\b/i, 0],
]

/**
 * The date a free text names (specification, section 5, appointment voice parsing); null when it names none that exists. A date
 * that is written out wins over today and tomorrow, one earlier in the text over a later one. Day first, month first only where day
 * first is impossible; a day of a month without a year is the next such day (READINGS).
 * @param today in the plan zone
 */
export function readDate(text: string, today: LocalDate): Read<LocalDate> | null {
  const [written] = [YEAR_FIRST, NUMERIC, DAY_OF_MONTH, MONTH_DAY]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(({ 0: words, index, groups = {} }) => {
      const value = dateOf(groups, today)
      return value ? [{ value, words, at: index }] : []
    })
    .sort((a, b) => a.at - b.at || b.words.length - a.words.length)
  if (written) return written
  for (const [pattern, days] of RELATIVE) {
    const match = pattern.exec(text)
    if (match) return { value: addDays(today, days), words: match[0], at: match.index }
  }
  return null
}

type Parts = Record<string, string | undefined>

function dateOf({ day, month, first, second, year }: Parts, today: LocalDate): LocalDate | null {
  if (month !== undefined) {
    const number = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3).toLowerCase())) + 1
    if (year === undefined) return nextSuchDay(number, Number(day), today)
    return existing(Number(year), number, Number(day))
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
