import * as z from 'zod/mini'
import type { Amount } from '../lib/amount.ts'
import { someAmountSchema } from '../lib/amount-schema.ts'

/** Limits that the user typed from a label (additions, 1.3). Both null is the same as none. */
export interface DoseLimits {
  /** How many hours two doses are apart at least. */
  minHours: number | null
  /** How much may be taken in 24 hours: in the unit of the plan's amounts, without any in doses. */
  maxIn24h: Amount | null
}

export const HOURS_APART = { least: 0.25, most: 168 } as const

export const doseLimitsSchema = z.strictObject({
  minHours: z.nullable(z.number().check(z.minimum(HOURS_APART.least), z.maximum(HOURS_APART.most))),
  maxIn24h: z.nullable(someAmountSchema),
})
