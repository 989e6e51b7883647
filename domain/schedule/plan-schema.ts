import * as z from 'zod/mini'
import { localDateSchema, recordDateSchema } from '../lib/local-time-schema.ts'
import { doseAmountsSchema, storedDoseAmountsSchema } from './amounts-schema.ts'
import { pausesSchema, storedPausesSchema } from './pauses-schema.ts'
import { reminderTimesSchema } from './reminder-times-schema.ts'
import { scheduleSchema, storedScheduleSchema } from './schedule-schema.ts'

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
