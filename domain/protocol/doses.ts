import { z } from 'zod'
import { loggedDoseEventSchema } from '../records/dose-event.ts'

/** The most events one page of the log carries. */
export const DOSE_PAGE = 2000

/** GET /api/doses?since=: every event with a sequence above `since`, in order. */
export const dosesQuery = z.object({
  since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(DOSE_PAGE).default(DOSE_PAGE),
})

export const dosesAnswer = z.object({
  events: z.array(loggedDoseEventSchema),
  /** Pass it as `since` next time. */
  cursor: z.int().nonnegative(),
  /** Whether there is another page right now. */
  more: z.boolean(),
})
export type DosesAnswer = z.infer<typeof dosesAnswer>
