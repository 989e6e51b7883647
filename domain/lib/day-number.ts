/**
 * Dates as whole days since January 1, 1970, in the Gregorian calendar before and after it. Arithmetic alone: reading a
 * date with `Date.parse` and writing it with `toISOString` takes ten times as long, and a year of dates of hundreds of
 * plans is walked on a page.
 */

/** Days of 400 years, after which the calendar repeats. */
const DAYS_OF_ERA = 146_097
/** From March 1 of the year 0, with which an era begins, to January 1, 1970. */
const DAYS_BEFORE_1970 = 719_468

/** Returns the number of the day of a date `YYYY-MM-DD`; that of a later one, if the month is not as long. */
export function dayNumberOf(date: string): number {
  const month = digitsAt(date, 5)
  // A year begins in March, so that the leap day is its last one.
  const year = digitsAt(date, 0) * 100 + digitsAt(date, 2) - (month > 2 ? 0 : 1)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + digitsAt(date, 8) - 1
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  return era * DAYS_OF_ERA + yearOfEra * 365 + leapDays + dayOfYear - DAYS_BEFORE_1970
}

/** Returns the date of a day from 0001 to 9999. */
export function dateOfDay<Day extends string>(number: number): Day {
  const days = number + DAYS_BEFORE_1970
  const era = Math.floor(days / DAYS_OF_ERA)
  const dayOfEra = days - era * DAYS_OF_ERA
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = era * 400 + yearOfEra + (month > 2 ? 0 : 1)
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  return `${two(Math.floor(year / 100))}${two(year % 100)}-${two(month)}-${two(day)}` as Day
}

/** January 1, 1970 was a Thursday, the fourth day of its week. Returns 1 for Monday to 7 for Sunday. */
export const isoWeekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1

const ZERO = 48

const digitsAt = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + (text.charCodeAt(at + 1) - ZERO)

const two = (number: number): string => TWO_DIGITS[number] as string
const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => `${number < 10 ? '0' : ''}${number}`)
