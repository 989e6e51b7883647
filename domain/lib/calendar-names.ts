import { localText } from '../language/date-text.ts'
import { isEnglish, t } from '../language/translate.ts'
import { addDays, formatDate, formatLongWeekday, formatMonthDay, formatWeekday, type LocalDate } from './local-time.ts'

const MONDAY = '2024-01-01' as LocalDate

/** A date of each weekday, Monday first, for tables that show their names. */
export const ONE_WEEK: readonly LocalDate[] = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(MONDAY, days))

/** Returns `Nov`. */
export const formatMonth = (date: LocalDate): string =>
  isEnglish() ? formatMonthDay(date).slice(0, 3) : localText(date, { month: 'short' })

/** Returns `Nov 2025`. */
export const formatMonthOfYear = (date: LocalDate): string =>
  isEnglish() ? `${formatMonth(date)} ${date.slice(0, 4)}` : localText(date, { month: 'short', year: 'numeric' })

/** Returns `Friday, Nov 20`, in the order of the language and with its comma. */
export const formatLongDay = (date: LocalDate): string => withWeekday(formatLongWeekday(date), formatMonthDay(date))

/** Returns `Fri, Nov 20`. */
export const formatShortDay = (date: LocalDate): string => withWeekday(formatWeekday(date), formatMonthDay(date))

/** Returns `Fri, Nov 20, 2026`. */
export const formatFullDate = (date: LocalDate): string => withWeekday(formatWeekday(date), formatDate(date))

const withWeekday = (weekday: string, date: string): string => t('{weekday}, {date}', { weekday, date })
