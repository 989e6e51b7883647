import type * as z from 'zod/mini'
import { isoWeekday, type LocalDate } from '../lib/local-time.ts'
import { turnFrom } from '../lib/turns.ts'
import { isDayOfMonth } from './monthly.ts'
import type { scheduleSchema } from './schedule-schema.ts'

export type Schedule = z.infer<typeof scheduleSchema>
export type ScheduleKind = Schedule['kind']
export type Phases = Extract<Schedule, { kind: 'phases' }>
export type Step = Phases['steps'][number]
export type EveryHours = Extract<Schedule, { kind: 'hours' }>
export type AfterTaken = Extract<Schedule, { kind: 'after-taken' }>
export type AfterDose = Extract<Schedule, { kind: 'after-dose' }>
/** A schedule whose doses only the log knows. */
export type FromLog = AfterTaken | AfterDose
/** A schedule that says days; its times stand beside it. */
export type DaySchedule = Exclude<Schedule, { kind: 'hours' | FromLog['kind'] | 'phases' | 'as-needed' }>

const WITHOUT_TIMES: ReadonlySet<ScheduleKind> = new Set(['hours', 'after-taken', 'after-dose', 'phases', 'as-needed'])

/** Returns whether its times stand beside it, in `reminderTimes`. */
export const hasReminderTimes = (schedule: Schedule): schedule is DaySchedule => !WITHOUT_TIMES.has(schedule.kind)

/**
 * Returns whether a dose is due on a date, ignoring start and end dates. Dates before an anchor count backwards from it.
 */
export function dueOn(schedule: DaySchedule): (date: LocalDate) => boolean {
  switch (schedule.kind) {
    case 'daily':
      return () => true
    case 'weekdays': {
      const { days } = schedule
      return (date) => days.includes(isoWeekday(date))
    }
    case 'interval': {
      const turn = turnFrom(schedule.anchorDate, schedule.everyDays)
      return (date) => turn(date) === 0
    }
    case 'cycle': {
      const { anchorDate, daysOn, daysOff } = schedule
      const turn = turnFrom(anchorDate, daysOn + daysOff)
      return (date) => turn(date) < daysOn
    }
    case 'monthly':
      return (date) => isDayOfMonth(schedule.daysOfMonth, date)
  }
}
