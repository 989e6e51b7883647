import * as z from 'zod/mini'
import { loggedDoseEventSchema } from '../records/dose-event.ts'

/** The most events one page of the log carries as rows. */
export const DOSE_PAGE = 2000

/** As columns, where nothing less is asked for (decision 012). */
export const COLUMNS_PAGE = 5000

/** The `form` of a page as columns. A server that does not know it answers with rows. */
export const COLUMNS_FORM = 'columns'

/** GET /api/doses?since=: every event with a sequence above `since`, in order. */
export const dosesQuery = z.object({
  since: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)), 0),
  /** As many as a page holds when it is absent. */
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DOSE_PAGE))),
  /** Any but `columns` means rows, so that a form of the future is no error. */
  form: z.optional(z.string()),
})

/** Where a page ends, whatever its form. */
export const dosesPageEnd = z.object({
  /** Pass it as `since` next time. */
  cursor: z.int().check(z.nonnegative()),
  /** Whether there is another page right now. */
  more: z.boolean(),
})

export const dosesAnswer = z.extend(dosesPageEnd, { events: z.array(loggedDoseEventSchema) })
export type DosesAnswer = z.infer<typeof dosesAnswer>
