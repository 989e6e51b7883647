import * as z from 'zod/mini'
import { localTimeSchema } from '../lib/local-time.ts'

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
