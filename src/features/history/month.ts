import { addDays, isoWeekday, type LocalDate } from '#domain/lib/local-time.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `November 2026`. */
export const monthName = (date: LocalDate): string => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

export const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01` as LocalDate

export const lastOfMonth = (date: LocalDate): LocalDate => addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1)

/** The same day that many months later or earlier, or the last day of a month that is too short for it. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const year = String(Math.floor(index / 12)).padStart(4, '0')
  const first = `${year}-${String((index % 12) + 1).padStart(2, '0')}-01` as LocalDate
  const days = Number(lastOfMonth(first).slice(8))
  return addDays(first, Math.min(Number(date.slice(8)), days) - 1)
}

/** The weeks of the date's month, Monday first; null where a week reaches into another month. */
export function weeksOf(date: LocalDate): (LocalDate | null)[][] {
  const last = lastOfMonth(date)
  const first = firstOfMonth(date)
  const weeks: (LocalDate | null)[][] = []
  for (let monday = addDays(first, 1 - isoWeekday(first)); monday <= last; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, offset) => addDays(monday, offset))
    weeks.push(days.map((day) => (day >= first && day <= last ? day : null)))
  }
  return weeks
}

/**
 * Where a key moves the chosen day, or null: arrows by a day or a week, Home and End within the week, Page Up and Page Down
 * by a month (ARIA Authoring Practices, date grid).
 */
export function dayOfKey(key: string, date: LocalDate): LocalDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, 1 - isoWeekday(date))
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
