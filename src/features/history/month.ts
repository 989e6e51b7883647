import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { startOfMonth } from 'date-fns/startOfMonth'
import { localText } from '#domain/language/date-text.ts'
import { language } from '#domain/language/translate.ts'
import { addDays, formatWeekday, isoWeekday, type LocalDate } from '#domain/lib/local-time.ts'
import { addMonths, inUtc, localDateOf } from '#domain/lib/months.ts'

/** Returns `November 2026`. */
export const monthName = (date: LocalDate): string => localText(date, { month: 'long', year: 'numeric' })

export const firstOfMonth = (date: LocalDate): LocalDate => localDateOf(startOfMonth(date, inUtc))

export const lastOfMonth = (date: LocalDate): LocalDate => localDateOf(lastDayOfMonth(date, inUtc))

/** Returns the weeks of the date's month, Monday first; null for days that fall in another month. */
export function weeksOf(date: LocalDate): (LocalDate | null)[][] {
  const [first, last] = [firstOfMonth(date), lastOfMonth(date)]
  const weeks: (LocalDate | null)[][] = []
  for (let monday = addDays(first, 1 - isoWeekday(first)); monday <= last; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, offset) => addDays(monday, offset))
    weeks.push(days.map((day) => (day < first || day > last ? null : day)))
  }
  return weeks
}

/**
 * Returns where a key moves the chosen day, or null: arrows by a day or a week, Home and End within the week, Page Up
 * and Page Down by a month (ARIA Authoring Practices, date grid).
 */
export function dayOfKey(key: string, date: LocalDate): LocalDate | null {
  const onwards = language().direction === 'rtl' ? -1 : 1
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -onwards)
    case 'ArrowRight':
      return addDays(date, onwards)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    // not translated: the name of a key
    case 'Home':
      return addDays(date, 1 - isoWeekday(date))
    // not translated: the name of a key
    case 'End':
      return addDays(date, 7 - isoWeekday(date))
    case 'PageUp':
      return addMonths(date, -1)
    case 'PageDown':
      return addMonths(date, 1)
    default:
      return null
  }
}

/** Returns the name of a weekday above its column: one letter where the short name is a whole word, as in Arabic. */
export function columnName(date: LocalDate): string {
  const short = formatWeekday(date)
  return short.length > 4 ? localText(date, { weekday: 'narrow' }) : short
}
