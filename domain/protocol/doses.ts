import * as z from 'zod/mini'
import { loggedDoseEventSchema } from '../records/dose-event.ts'

/** The most events one page of the log carries. */
export const DOSE_PAGE = 2000

/** GET /api/doses?since=: every event with a sequence above `since`, in order. */
export const dosesQuery = z.object({
  since: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DOSE_PAGE)), DOSE_PAGE),
})

export const dosesAnswer = z.object({
  events: z.array(loggedDoseEventSchema),
  /** Pass it as `since` next time. */
  cursor: z.int().check(z.nonnegative()),
  /** Whether there is another page right now. */
  more: z.boolean(),
})
export type DosesAnswer = z.infer<typeof dosesAnswer>
