import type { LocalDate } from './calendar.ts'
import { type Frequency, wholeDays } from './directions/frequency.ts'

/**
 * On which days something is taken.
 * - `daily`: every day
 * - `weekdays`: on these ISO weekdays (1 is Monday)
 * - `interval`: every given number of days (2 to 365), counted from `anchorDate`
 * - `cycle`: a number of days on, then a number off (1 to 365 each), counted from `anchorDate`
 * - `as-needed`: only when needed
 */
export type Schedule =
  | { kind: 'daily' }
  | { kind: 'weekdays'; days: number[] }
  | { kind: 'interval'; everyDays: number; anchorDate: LocalDate }
  | { kind: 'cycle'; daysOn: number; daysOff: number; anchorDate: LocalDate }
  | { kind: 'as-needed' }

const MOST_DAYS = 365

/**
 * Returns the days of a frequency, counted from a date; null where it leaves them open, or where no schedule can
 * express them.
 */
export function scheduleOf(frequency: Frequency, anchorDate: LocalDate): Schedule | null {
  switch (frequency.kind) {
    case 'parts':
      return { kind: 'daily' }
    case 'weekdays': {
      const { days, weeks } = frequency
      if (weeks > 1) return days.length === 1 ? interval(7 * weeks, anchorDate) : null
      return days.length === 7 ? { kind: 'daily' } : { kind: 'weekdays', days: [...days] }
    }
    case 'times': {
      const { count, per } = frequency
      if (per === 'day' || per === 'hour' || (per === 'unsaid' && count > 1)) return { kind: 'daily' }
      return per === 'week' && count === 1 ? interval(7, anchorDate) : null
    }
    case 'every': {
      const { count, most, unit } = wholeDays(frequency)
      // 36 hours fit neither recurring weekdays nor a whole number of days.
      if (unit === 'hour') return most > 24 ? null : { kind: 'daily' }
      if (unit === 'month' || count !== most) return null
      return interval(unit === 'week' ? 7 * count : count, anchorDate)
    }
    default:
      return null
  }
}

const interval = (everyDays: number, anchorDate: LocalDate): Schedule | null => {
  if (everyDays === 1) return { kind: 'daily' }
  return everyDays > MOST_DAYS ? null : { kind: 'interval', everyDays, anchorDate }
}
