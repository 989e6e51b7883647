import * as z from 'zod/mini'
import { loggedSupplyEventSchema } from '../records/supply-event.ts'
import { dosesPageEnd, dosesQuery } from './doses.ts'

/** The most events on one page of the log. */
export const SUPPLY_PAGE = 2000

/** GET /api/supply-events?since=: every event with a sequence above `since`, in order. */
export const supplyEventsQuery = z.pick(dosesQuery, { since: true, limit: true })

export const supplyEventsAnswer = z.extend(dosesPageEnd, { events: z.array(loggedSupplyEventSchema) })
export type SupplyEventsAnswer = z.infer<typeof supplyEventsAnswer>

/**
 * GET /api/supplies: one entry for each medication that is counted or has something to say about its supply (additions,
 * 2.2). Dates are local dates in the plan zone; amounts are exact texts in `unit`.
 */
export const supplyAnswer = z.object({
  medicationId: z.string(),
  unit: z.string(),
  /** What is there; null while nobody has counted it. Never below 0. */
  onHand: z.nullable(z.string()),
  /** How much more was logged than was there. */
  excess: z.string(),
  /** The date of the first planned dose that cannot be served in full; null if that is more than 366 days away. */
  runsOutOn: z.nullable(z.string()),
  /** Whether that date follows from the last 28 days, because nothing is planned. */
  isEstimate: z.boolean(),
  /** From today to `runsOutOn`. */
  daysLeft: z.nullable(z.int()),
  /** The latest day to book an appointment for a new script; null while the script has repeats. */
  bookBy: z.nullable(z.string()),
})
export type SupplyAnswer = z.infer<typeof supplyAnswer>
