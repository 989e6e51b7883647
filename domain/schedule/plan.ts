import * as z from 'zod/mini'
import type { Instant } from '../lib/instant.ts'
import { type LocalDate, type LocalTime, localDateSchema, recordDateSchema } from '../lib/local-time.ts'
import { type DoseAmounts, doseAmountsSchema, storedDoseAmountsSchema } from './amounts.ts'
import { type Pause, pausesSchema, storedPausesSchema } from './pauses.ts'
import { reminderTimesSchema } from './reminder-times.ts'
import { type Schedule, scheduleSchema, storedScheduleSchema } from './schedule.ts'

/** When doses are due, and how much. Its fields are one unit for merging and validation (docs/records.md). */
export interface Plan {
  schedule: Schedule
  reminderTimes: LocalTime[]
  startDate: LocalDate | null
  endDate: LocalDate | null
  /** Absent: the plan has no amounts. */
  amounts?: DoseAmounts | undefined
  /** In order; absent: none. */
  pauses?: Pause[] | undefined
}

/** A plan and the instant from which it is in force. A slot belongs to the version in force at its planned instant. */
export interface PlanVersion extends Plan {
  effectiveFrom: Instant
}

export const planFields = {
  schedule: scheduleSchema,
  reminderTimes: reminderTimesSchema,
  startDate: z.nullable(recordDateSchema),
  endDate: z.nullable(recordDateSchema),
  amounts: z.optional(doseAmountsSchema),
  pauses: z.optional(pausesSchema),
} as const

/** Stored values may have any dates that exist, so that the record can still be edited or deleted. */
export const storedPlanFields = {
  ...planFields,
  schedule: storedScheduleSchema,
  startDate: z.nullable(localDateSchema),
  endDate: z.nullable(localDateSchema),
  amounts: z.optional(storedDoseAmountsSchema),
  pauses: z.optional(storedPausesSchema),
} as const

/** Returns the plan of a record, without what is not of the plan. */
export const planOf = ({ schedule, reminderTimes, startDate, endDate, amounts, pauses }: Plan): Plan => ({
  schedule,
  reminderTimes,
  startDate,
  endDate,
  ...(amounts && { amounts }),
  ...(pauses && pauses.length > 0 && { pauses }),
})
