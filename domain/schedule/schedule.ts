import type * as z from 'zod/mini'
import { daysBetween, isoWeekday, type LocalDate } from '../lib/local-time.ts'
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
 * Returns whether a dose is due on this date, ignoring start and end dates. Dates before an anchor count backwards from
 * it.
 */
export function isDueOn(schedule: DaySchedule, date: LocalDate): boolean {
  switch (schedule.kind) {
    case 'daily':
      return true
    case 'weekdays':
      return schedule.days.includes(isoWeekday(date))
    case 'interval':
      return modulo(daysBetween(schedule.anchorDate, date), schedule.everyDays) === 0
    case 'cycle':
      return modulo(daysBetween(schedule.anchorDate, date), schedule.daysOn + schedule.daysOff) < schedule.daysOn
    case 'monthly':
      return isDayOfMonth(schedule.daysOfMonth, date)
  }
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
