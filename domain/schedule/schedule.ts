import * as z from 'zod/mini'
import { daysBetween, isoWeekday, type LocalDate, localDateSchema, recordDateSchema } from '../lib/local-time.ts'

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

/** @param anchorDate the dates that an interval or a cycle may count from */
const scheduleFrom = (anchorDate: typeof localDateSchema) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('daily') }),
    z.strictObject({
      kind: z.literal('weekdays'),
      days: z.pipe(
        z.array(wholeNumber(1, 7)).check(z.minLength(1, 'Choose at least one day'), z.maxLength(7)),
        z.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
      ),
    }),
    z.strictObject({ kind: z.literal('interval'), everyDays: wholeNumber(2, 365), anchorDate }),
    z.strictObject({
      kind: z.literal('cycle'),
      daysOn: wholeNumber(1, 365),
      daysOff: wholeNumber(1, 365),
      anchorDate,
    }),
    z.strictObject({ kind: z.literal('as-needed') }),
  ])

/**
 * On which days a medication is due. Times of day are stored separately (`reminderTimes`).
 * - `daily`: every day
 * - `weekdays`: on chosen ISO weekdays (1 is Monday)
 * - `interval`: every N days, counted from `anchorDate`
 * - `cycle`: `daysOn` days on, then `daysOff` days off, counted from `anchorDate`
 * - `as-needed`: only when needed; has no reminder times
 */
export const scheduleSchema = scheduleFrom(recordDateSchema)
/** The same as stored: it may count from any date. */
export const storedScheduleSchema = scheduleFrom(localDateSchema)

export type Schedule = z.infer<typeof scheduleSchema>
export type ScheduleKind = Schedule['kind']

/**
 * Returns whether a dose is due on this date, ignoring start and end dates. Dates before an anchor count backwards from
 * it.
 */
export function isDueOn(schedule: Schedule, date: LocalDate): boolean {
  switch (schedule.kind) {
    case 'daily':
      return true
    case 'weekdays':
      return schedule.days.includes(isoWeekday(date))
    case 'interval':
      return modulo(daysBetween(schedule.anchorDate, date), schedule.everyDays) === 0
    case 'cycle':
      return modulo(daysBetween(schedule.anchorDate, date), schedule.daysOn + schedule.daysOff) < schedule.daysOn
    case 'as-needed':
      return false
  }
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
