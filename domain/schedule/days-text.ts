import { formatTime12, formatWeekday, halvesOf, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { listed, uncapitalised } from '../lib/text.ts'
import type { Medication } from '../records/medication.ts'
import { amountsText } from './amounts-text.ts'
import { LAST_DAY } from './monthly.ts'
import type { AfterDose, AfterTaken, EveryHours, Schedule, Step } from './schedule.ts'

/** What is called by its name where another plan follows it. */
export type NamedMedicine = Pick<Medication, 'id' | 'name'>

/**
 * Returns the days of every schedule except the plain daily one: `Every 2 days`, `Mon, Wed, Fri`, `21 days on, 7 days
 * off`, `On the 1st and 15th of each month`, `Every 8 hours`, `8 hours after the last dose`, `30 minutes after
 * Omeprazole`; of steps what each of them says.
 * @param others where the name of a medication that is followed is found
 */
export function daysText(schedule: Schedule, others: readonly NamedMedicine[] = []): string | null {
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
    case 'monthly':
      return `On ${monthDays(schedule.daysOfMonth)} of each month`
    case 'hours':
      return hoursText(schedule)
    case 'after-taken':
      return afterTakenText(schedule)
    case 'after-dose':
      return afterDoseText(schedule, others)
    case 'phases':
      return schedule.steps.map(stepText).join(', then ')
  }
}

const daysOf = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** January 2024 began on a Monday. */
const weekdayName = (day: number): string => formatWeekday(`2024-01-0${day}` as LocalDate)

/** The last day of the month is -1 in a schedule and stands at its end here. */
function monthDays(days: readonly number[]): string {
  const named = days.filter((day) => day !== LAST_DAY).map(ordinal)
  return `the ${listed(days.includes(LAST_DAY) ? [...named, 'last day'] : named)}`
}

function ordinal(day: number): string {
  const ending = day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

function hoursText({ everyHours, window }: EveryHours): string {
  const every = everyHours === 1 ? 'Every hour' : `Every ${hoursOf(everyHours)}`
  return window === null ? every : `${every} from ${formatTime12(window.from)} to ${formatTime12(window.to)}`
}

/** `1 hour`, `1½ hours`. */
const hoursOf = (hours: number): string =>
  hours === 1 ? '1 hour' : `${Math.floor(hours)}${hours % 1 > 0 ? '½' : ''} hours`

/** `8 hours after the last dose`, `7 days after the last dose, at 8:00 AM`. */
function afterTakenText({ every, first }: AfterTaken): string {
  if (every.days === undefined) return `${hoursOf(every.hours ?? 0)} after the last dose`
  return `${daysOf(every.days)} after the last dose, at ${formatTime12(halvesOf(first).time)}`
}

/** `30 minutes after Omeprazole`, `1 hour after another medicine` where that is not known any more. */
function afterDoseText({ medicationId, minutes }: AfterDose, others: readonly NamedMedicine[]): string {
  return `${minutesText(minutes)} after ${others.find(({ id }) => id === medicationId)?.name ?? 'another medicine'}`
}

/** `45 minutes`, `1 hour`, `1½ hours`, `1 hour 20 minutes`. */
function minutesText(minutes: number): string {
  if (minutes >= 60 && minutes % 30 === 0) return hoursOf(minutes / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const text = rest === 1 ? '1 minute' : `${rest} minutes`
  return hours === 0 ? text : `${hoursOf(hours)} ${text}`
}

/** `5 days: 2 tablets at 8:00 AM`. */
function stepText({ days, schedule, reminderTimes, amounts }: Step): string {
  const text = [amounts && amountsText(amounts), stepDays(schedule), timesText(reminderTimes)].filter(Boolean).join(' ')
  return days === null ? text : `${daysOf(days)}: ${text}`
}

function stepDays(schedule: Step['schedule']): string {
  if (schedule.kind === 'as-needed') return 'only when needed'
  if (schedule.kind === 'weekdays') return `on ${daysText(schedule)}`
  return uncapitalised(daysText(schedule) ?? '')
}

const timesText = (times: readonly LocalTime[]): string =>
  times.length === 0 ? '' : `at ${listed(times.map(formatTime12))}`
