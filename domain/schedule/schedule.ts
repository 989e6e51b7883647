import { z } from 'zod'
import { daysBetween, isoWeekday, type LocalDate, localDateSchema } from '../lib/local-time.ts'

/**
 * On which days a medication is due. Times of day are kept beside it (`reminderTimes`).
 * - `daily`: every day
 * - `weekdays`: on chosen ISO weekdays (1 is Monday)
 * - `interval`: every N days, counted from `anchorDate`
 * - `cycle`: `daysOn` days on, then `daysOff` days off, counted from `anchorDate`
 * - `as-needed`: only when needed; has no reminder times
 */
export const scheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('daily') }),
  z.strictObject({
    kind: z.literal('weekdays'),
    days: z
      .array(z.int().min(1).max(7))
      .min(1, 'Choose at least one day')
      .max(7)
      .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  }),
  z.strictObject({
    kind: z.literal('interval'),
    everyDays: z.int().min(2).max(365),
    anchorDate: localDateSchema,
  }),
  z.strictObject({
    kind: z.literal('cycle'),
    daysOn: z.int().min(1).max(365),
    daysOff: z.int().min(1).max(365),
    anchorDate: localDateSchema,
  }),
  z.strictObject({ kind: z.literal('as-needed') }),
])

export type Schedule = z.infer<typeof scheduleSchema>
export type ScheduleKind = Schedule['kind']

/** Whether a dose is due on that date, start and end dates aside. Dates before an anchor count backwards from it. */
export function isDueOn(schedule: Schedule, date: LocalDate): boolean {
  switch (schedule.kind) {
    case 'daily':
      return true
    case 'weekdays':
      return schedule.days.includes(isoWeekday(date))
    case 'interval':
      return modulo(daysBetween(schedule.anchorDate, date), schedule.everyDays) === 0
    case 'cycle':
      return (
        modulo(daysBetween(schedule.anchorDate, date), schedule.daysOn + schedule.daysOff) < schedule.daysOn
      )
    case 'as-needed':
      return false
  }
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
