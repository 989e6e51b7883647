import type { LocalDate } from '../calendar.ts'
import { matchesIn } from '../words/near.ts'
import { overlap, type Read } from '../words/read.ts'

export interface SaidDate extends Read<LocalDate> {
  /** `written`: a calendar date; `counted`: from today or by its weekday; `today`: today itself. */
  form: 'written' | 'counted' | 'today'
  isSure: boolean
  /** Whether only the weekday gives the day: `Friday`, `next Friday`. */
  isWeekday: boolean
}

/** Which year a day and month without a year belong to (readings). */
export type YearRule = 'next-such-day' | 'this-year'

export type DateReading = (text: string, today: LocalDate, year: YearRule) => SaidDate[]

/** The named groups of a match. */
export type Parts = Record<string, string | undefined>
/** What a match means; null where it is not a date. */
export type Meant = { value: LocalDate | null; isSure?: boolean; isWeekday?: boolean } | null

/** Returns every match of a pattern that is a date. */
export function datesOf(
  text: string,
  pattern: RegExp,
  form: SaidDate['form'],
  meant: (parts: Parts, place: { words: string; at: number }) => Meant,
): SaidDate[] {
  return matchesIn(text, pattern).flatMap(({ 0: words, index, groups = {} }) => {
    const read = meant(groups, { words, at: index })
    if (!read?.value) return []
    const { value, isSure = true, isWeekday = false } = read
    return [{ value, words, at: index, form, isSure, isWeekday }]
  })
}

export const overlaps = (date: Read<unknown>, taken: readonly Read<unknown>[]): boolean =>
  taken.some((other) => overlap(date, other))

/** Keeps those that share no word with an earlier one. */
export function apart(dates: readonly SaidDate[]): SaidDate[] {
  const kept: SaidDate[] = []
  for (const date of dates) if (!overlaps(date, kept)) kept.push(date)
  return kept
}
