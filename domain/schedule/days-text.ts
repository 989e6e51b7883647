import { formatWeekday, type LocalDate } from '../lib/local-time.ts'
import type { Schedule } from './schedule.ts'

/**
 * Returns the days of every schedule except the plain daily one: `Every 2 days`, `Mon, Wed, Fri`, `21 days on, 7 days
 * off`.
 */
export function daysText(schedule: Schedule): string | null {
  switch (schedule.kind) {
    case 'daily':
    case 'as-needed':
      return null
    case 'weekdays':
      return schedule.days.map(weekdayName).join(', ')
    case 'interval':
      return `Every ${schedule.everyDays} days`
    case 'cycle':
      return `${daysOf(schedule.daysOn)} on, ${daysOf(schedule.daysOff)} off`
  }
}

const daysOf = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** January 2024 began on a Monday. */
const weekdayName = (day: number): string => formatWeekday(`2024-01-0${day}` as LocalDate)
