import { msg } from '../language/message.ts'
import { isEnglish, t } from '../language/translate.ts'
import { formatTime12, formatWeekday, halvesOf, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { inRow, listed } from '../lib/text.ts'
import type { Medication } from '../records/medication.ts'
import { amountsText } from './amounts-text.ts'
import { LAST_DAY } from './monthly.ts'
import type { AfterDose, AfterTaken, EveryHours, Schedule, Step } from './schedule.ts'

/** What is called by its name where another plan follows it. */
export type NamedMedicine = Pick<Medication, 'id' | 'name'>

/** Whether a text stands alone or begins a line, or goes on in a sentence. */
type Place = 'alone' | 'within'

/**
 * Returns the days of every schedule except the plain daily one: `Every 2 days`, `Mon, Wed, Fri`, `21 days on, 7 days
 * off`, `On the 1st and 15th of each month`, `Every 8 hours`, `8 hours after the last dose`, `30 minutes after
 * Omeprazole`; of steps what each of them says.
 * @param others where the name of a medication that is followed is found
 */
export function daysText(
  schedule: Schedule,
  others: readonly NamedMedicine[] = [],
  place: Place = 'alone',
): string | null {
  switch (schedule.kind) {
    case 'daily':
    case 'as-needed':
      return null
    case 'weekdays':
      return inRow(schedule.days.map(weekdayName))
    case 'interval':
      return place === 'alone'
        ? t('{count, plural, one {Every # day} other {Every # days}}', { count: schedule.everyDays })
        : t('{count, plural, one {every # day} other {every # days}}', { count: schedule.everyDays })
    case 'cycle':
      return t('{on, plural, one {# day} other {# days}} on, {off, plural, one {# day} other {# days}} off', {
        on: schedule.daysOn,
        off: schedule.daysOff,
      })
    case 'monthly':
      return place === 'alone'
        ? t('On the {days} of each month', { days: monthDays(schedule.daysOfMonth) })
        : t('on the {days} of each month', { days: monthDays(schedule.daysOfMonth) })
    case 'hours':
      return hoursText(schedule, place)
    case 'after-taken':
      return afterTakenText(schedule)
    case 'after-dose':
      return afterDoseText(schedule, others)
    case 'phases':
      return schedule.steps.map(stepText).reduce((before, next) => t('{before}, then {next}', { before, next }))
  }
}

/** January 2024 began on a Monday. */
const weekdayName = (day: number): string => formatWeekday(`2024-01-0${day}` as LocalDate)

/** The last day of the month is -1 in a schedule and stands at its end here. */
function monthDays(days: readonly number[]): string {
  const named = days.filter((day) => day !== LAST_DAY).map(ordinal)
  return listed(days.includes(LAST_DAY) ? [...named, t('last day')] : named)
}

/** `1st`; other languages have one form for all days, such as `1.` or `1日`. */
function ordinal(day: number): string {
  if (!isEnglish()) return t(msg('{day}', 'a day of the month: on the 1st and 15th of each month'), { day })
  const ending = day >= 11 && day <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

function hoursText({ everyHours: count, window }: EveryHours, place: Place): string {
  const hours = halvesText(count)
  if (window === null)
    return place === 'alone'
      ? t('{count, plural, =1 {Every hour} other {Every {hours} hours}}', { count, hours })
      : t('{count, plural, =1 {every hour} other {every {hours} hours}}', { count, hours })
  const values = { count, hours, from: formatTime12(window.from), to: formatTime12(window.to) }
  return place === 'alone'
    ? t('{count, plural, =1 {Every hour} other {Every {hours} hours}} from {from} to {to}', values)
    : t('{count, plural, =1 {every hour} other {every {hours} hours}} from {from} to {to}', values)
}

/** `1`, `1½`. */
const halvesText = (hours: number): string => `${Math.floor(hours)}${hours % 1 > 0 ? '½' : ''}`

/** `8 hours after the last dose`, `7 days after the last dose, at 8:00 AM`. */
function afterTakenText({ every, first }: AfterTaken): string {
  if (every.days === undefined) {
    const count = every.hours ?? 0
    return t('{count, plural, one {{hours} hour after the last dose} other {{hours} hours after the last dose}}', {
      count,
      hours: halvesText(count),
    })
  }
  return t(
    '{count, plural, one {# day after the last dose, at {time}} other {# days after the last dose, at {time}}}',
    { count: every.days, time: formatTime12(halvesOf(first).time) },
  )
}

/** `30 minutes after Omeprazole`, `1 hour after another medicine` where that is not known any more. */
function afterDoseText({ medicationId, minutes }: AfterDose, others: readonly NamedMedicine[]): string {
  const [time, medicine] = [minutesText(minutes), others.find(({ id }) => id === medicationId)?.name]
  return medicine === undefined
    ? t('{time} after another medicine', { time })
    : t('{time} after {medicine}', { time, medicine })
}

/** `45 minutes`, `1 hour`, `1½ hours`, `1 hour 20 minutes`. */
function minutesText(minutes: number): string {
  if (minutes >= 60 && minutes % 30 === 0)
    return t('{count, plural, one {{hours} hour} other {{hours} hours}}', {
      count: minutes / 60,
      hours: halvesText(minutes / 60),
    })
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0
    ? t('{count, plural, one {# minute} other {# minutes}}', { count: rest })
    : t('{hours, plural, one {# hour} other {# hours}} {minutes, plural, one {# minute} other {# minutes}}', {
        hours,
        minutes: rest,
      })
}

/** `5 days: 2 tablets at 8:00 AM`. */
function stepText({ days, schedule, reminderTimes, amounts }: Step): string {
  const [amount, when] = [amounts ? amountsText(amounts) : '', stepTimes(schedule, reminderTimes)]
  const dose =
    amount && when ? t(msg('{amount} {when}', '2 tablets, every 2 days at 8:00 AM'), { amount, when }) : amount || when
  return days === null ? dose : t('{count, plural, one {# day: {dose}} other {# days: {dose}}}', { count: days, dose })
}

function stepTimes(schedule: Step['schedule'], reminderTimes: readonly LocalTime[]): string {
  const [days, times] = [stepDays(schedule), listed(reminderTimes.map(formatTime12))]
  if (times === '') return days
  return days === '' ? t('at {times}', { times }) : t('{days} at {times}', { days, times })
}

function stepDays(schedule: Step['schedule']): string {
  if (schedule.kind === 'as-needed') return t('only when needed')
  const days = daysText(schedule, [], 'within') ?? ''
  return schedule.kind === 'weekdays' ? t('on {days}', { days }) : days
}
