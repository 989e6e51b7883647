import { tz } from '@date-fns/tz'
import { addMonths as addMonthsTo } from 'date-fns/addMonths'
import { isLocalDate, type LocalDate } from './local-time.ts'

/** Dates without a zone are computed in UTC, where no day is skipped or repeated. */
export const inUtc = { in: tz('UTC') }

/** Returns the date of an instant that date-fns computed in UTC. */
export function localDateOf(date: Date): LocalDate {
  const text = date.toISOString().slice(0, 10)
  if (!isLocalDate(text)) throw new RangeError(`${text} is no date`)
  return text
}

/** Returns the same day this many months later or earlier, or the last day of a month that is too short. */
export const addMonths = (date: LocalDate, months: number): LocalDate => localDateOf(addMonthsTo(date, months, inUtc))
