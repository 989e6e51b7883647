import { t } from '#domain/language/translate.ts'
import { withWesternDigits } from '#domain/lib/digits.ts'
import type { AfterTaken } from '#domain/schedule/schedule.ts'

const MAX_TIMES = 24

/** Returns what to say of more times than a day may have; null if there are not so many. */
export const tooManyTimes = ({ length }: readonly unknown[]): string | null =>
  length > MAX_TIMES ? t('Use at most {count} times a day.', { count: MAX_TIMES }) : null

/** Returns the whole number in a field, from 1 to `most` (365, as of days); null if it holds none. */
export const wholeNumber = (text: string, most = 365): number | null => {
  const typed = withWesternDigits(text)
  const number = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= most ? number : null
}

/** Returns the hours in a field, from 1 to 72 in halves; null if it holds none. */
export const halfHours = (text: string): number | null => {
  const typed = withWesternDigits(text)
  const hours = /^\s*\d{1,2}([.,]\d{1,2})?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : 0
  return hours >= 1 && hours <= 72 && Number.isInteger(hours * 2) ? hours : null
}

/** Returns the gap to the last dose as typed; null if it is none. */
export function gapOf(typed: { afterLast: string; afterUnit: 'hours' | 'days' }): AfterTaken['every'] | null {
  if (typed.afterUnit === 'hours') {
    const hours = halfHours(typed.afterLast)
    return hours === null ? null : { hours }
  }
  const days = wholeNumber(typed.afterLast)
  return days === null ? null : { days }
}

/** Returns the minutes in a field, from 1 to 1440; null if it holds none. */
export const minutesOf = ({ minutesAfter }: { minutesAfter: string }): number | null => wholeNumber(minutesAfter, 1440)
