import { addDays, isoWeekday, isPlausibleDate, type LocalDate } from '../calendar.ts'

/** Returns the date of a year, a month and a day; null if no calendar, or no record, can hold it. */
export function existing(year: number, month: number, day: number): LocalDate | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isPlausibleDate(text) ? text : null
}

/** February 29 recurs within eight years. */
const LONGEST_WAIT = 8

/** Returns the first such day of a month from today on. */
export function nextSuchDay(month: number, day: number, today: LocalDate): LocalDate | null {
  const thisYear = Number(today.slice(0, 4))
  for (let year = thisYear; year <= thisYear + LONGEST_WAIT; year += 1) {
    const date = existing(year, month, day)
    if (date !== null && date >= today) return date
  }
  return null
}

/** Returns the day with that number in a month, counted from the month of `today`. */
export function numberedIn(months: number, day: number, today: LocalDate): LocalDate | null {
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + months
  return existing(Math.floor(index / 12), (index % 12) + 1, day)
}

/** Of any two consecutive months, one has every day up to the 31st. */
const MONTHS_AHEAD = [0, 1, 2]

/** Returns the first day with that number from today on. */
export function nextNumbered(day: number, today: LocalDate): LocalDate | null {
  const dates = MONTHS_AHEAD.map((months) => numberedIn(months, day, today))
  return dates.find((date) => date !== null && date >= today) ?? null
}

/** Returns the last day of a month, counted from the month of `today`. */
export function lastOfMonth(months: number, today: LocalDate): LocalDate | null {
  const next = numberedIn(months + 1, 1, today)
  return next && addDays(next, -1)
}

/**
 * Returns the nth such weekday of a month; null if the month has fewer.
 * @param nth 1 to 5; 0 for the last one
 */
export function nthWeekday(first: LocalDate, nth: number, weekday: number): LocalDate | null {
  const earliest = addDays(first, (weekday - isoWeekday(first) + 7) % 7)
  const all = [0, 1, 2, 3, 4]
    .map((weeks) => addDays(earliest, 7 * weeks))
    .filter((date) => date.slice(0, 7) === first.slice(0, 7))
  return (nth === 0 ? all.at(-1) : all[nth - 1]) ?? null
}

/** Returns a weekday in a week from Monday to Sunday. */
export const inWeek = (weekday: number, weeks: number, today: LocalDate): LocalDate =>
  addDays(today, weekday - isoWeekday(today) + 7 * weeks)

/** Returns the first such day after today. */
export function coming(weekday: number, today: LocalDate): LocalDate {
  const thisWeek = inWeek(weekday, 0, today)
  return thisWeek > today ? thisWeek : addDays(thisWeek, 7)
}

const DAYS_OF: Record<string, number> = { d: 1, w: 7, f: 14 }

/**
 * Returns a date that much later: `2 weeks` after November 1 is November 15; in a shorter month, its last day.
 * @param unit day, week, fortnight, month or year, in any form of the word
 */
export function spanAfter(from: LocalDate, count: number, unit: string): LocalDate | null {
  const kind = unit.slice(0, 1).toLowerCase()
  const days = DAYS_OF[kind]
  if (days !== undefined) return inRange(addDays(from, count * days))
  const months = count * (kind === 'y' ? 12 : 1)
  for (let day = Number(from.slice(8)); day > 27; day -= 1) {
    const date = numberedIn(months, day, from)
    if (date !== null) return date
  }
  return numberedIn(months, Number(from.slice(8)), from)
}

const inRange = (date: LocalDate): LocalDate | null => (isPlausibleDate(date) ? date : null)

/** Returns Easter Sunday of a year in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): LocalDate | null {
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const golden = year % 19
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return existing(year, Math.floor(days / 31), (days % 31) + 1)
}
