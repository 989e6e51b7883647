import { addDays, isoWeekday, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'

export interface CalendarDay {
  date: LocalDate
  /** How many of the doses shown are on it. */
  doses: number
}

/** Rows that fit on a phone above the button. */
const MOST_WEEKS = 6

/** Returns the first `most` doses of these days. */
export function firstDoses<Day extends { times: LocalTime[] }>(days: readonly Day[], most: number): Day[] {
  const found: Day[] = []
  let left = most
  for (const day of days) {
    if (left <= 0) break
    found.push({ ...day, times: day.times.slice(0, left) })
    left -= day.times.length
  }
  return found
}

/** Returns the weeks, from Monday, that have doses: at most six, each with its seven days. */
export function weeksWithDoses(days: readonly { date: LocalDate; times: readonly LocalTime[] }[]): CalendarDay[][] {
  const doses = new Map(days.map(({ date, times }) => [date, times.length]))
  const mondays = new Set(days.map(({ date }) => addDays(date, 1 - isoWeekday(date))))
  return [...mondays].slice(0, MOST_WEEKS).map((monday) =>
    Array.from({ length: 7 }, (_, index) => {
      const date = addDays(monday, index)
      return { date, doses: doses.get(date) ?? 0 }
    }),
  )
}
