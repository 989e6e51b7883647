import * as z from 'zod/mini'
import { loggedDoseEventSchema } from '../records/dose-event.ts'

/** The most events on one page of the log as rows. */
export const DOSE_PAGE = 2000

/** The page size as columns if no smaller limit is requested (decision 012). */
export const COLUMNS_PAGE = 5000

/** The `form` of a page as columns. A server that does not know it responds with rows. */
export const COLUMNS_FORM = 'columns'

/** GET /api/doses?since=: every event with a sequence above `since`, in order. */
export const dosesQuery = z.object({
  since: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)), 0),
  /** Defaults to a full page. */
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DOSE_PAGE))),
  /** Anything but `columns` means rows, so that a future form is not an error. */
  form: z.optional(z.string()),
})

/** The end of a page, whatever its form. */
export const dosesPageEnd = z.object({
  /** Pass it as `since` next time. */
  cursor: z.int().check(z.nonnegative()),
  /** Whether there is another page right now. */
  more: z.boolean(),
})

export const dosesAnswer = z.extend(dosesPageEnd, { events: z.array(loggedDoseEventSchema) })
export type DosesAnswer = z.infer<typeof dosesAnswer>
