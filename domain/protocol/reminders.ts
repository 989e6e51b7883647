import * as z from 'zod/mini'
import { daysBetween } from '../lib/local-time.ts'
import { localDateSchema, localTimeSchema, recordDateSchema } from '../lib/local-time-schema.ts'

/** GET /api/reminders/upcoming (specification, section 3). `id` is the slot id (readings). */
export const upcomingReminder = z.object({
  id: z.string(),
  medicationId: z.string(),
  medicationName: z.string(),
  dosage: z.string(),
  instructions: z.string(),
  time: localTimeSchema,
})
export type UpcomingReminder = z.infer<typeof upcomingReminder>

/** GET /api/reminders/due-now: the client's local hour and minute. */
export const dueNowQuery = z.object({
  hours: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(23)),
  minutes: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(59)),
})

export const dueReminder = z.object({
  id: z.string(),
  reminderTime: localTimeSchema,
  medication: z.object({ id: z.string(), name: z.string(), dosage: z.string() }),
})
export type DueReminder = z.infer<typeof dueReminder>

/** The most days that one call may ask for (additions, 1.4). */
export const MOST_PLAN_DAYS = 92

/** GET /api/plan?from=YYYY-MM-DD&to=YYYY-MM-DD, both included. */
export const planQuery = z.strictObject({ from: recordDateSchema, to: recordDateSchema }).check(
  z.refine(({ from, to }) => to >= from, { message: 'must not be before from', path: ['to'] }),
  z.refine(({ from, to }) => daysBetween(from, to) < MOST_PLAN_DAYS, {
    message: `must be at most ${MOST_PLAN_DAYS} days from the first to the last`,
    path: ['to'],
  }),
)

/** A dose of the plan. `at` is an ISO instant; `amount` and `unit` are null where the plan has none. */
export const planSlot = z.object({
  slotId: z.string(),
  medicationId: z.string(),
  date: localDateSchema,
  time: localTimeSchema,
  at: z.string(),
  amount: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  state: z.enum(['upcoming', 'due', 'late', 'snoozed', 'taken', 'skipped', 'missed']),
})
export type PlanSlot = z.infer<typeof planSlot>

export const planAnswer = z.object({ zone: z.string(), slots: z.array(planSlot) })
