import { localText } from '../language/date-text.ts'
import { isEnglish } from '../language/translate.ts'
import { addDays, formatMonthDay, type LocalDate } from './local-time.ts'

const MONDAY = '2024-01-01' as LocalDate

/** A date of each weekday, Monday first, for tables that show their names. */
export const ONE_WEEK: readonly LocalDate[] = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(MONDAY, days))

/** Returns `Nov`. */
export const formatMonth = (date: LocalDate): string =>
  isEnglish() ? formatMonthDay(date).slice(0, 3) : localText(date, { month: 'short' })

/** Returns `Nov 2025`. */
export const formatMonthOfYear = (date: LocalDate): string =>
  isEnglish() ? `${formatMonth(date)} ${date.slice(0, 4)}` : localText(date, { month: 'short', year: 'numeric' })
