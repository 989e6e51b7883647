import * as z from 'zod/mini'
import { userIdSchema } from '../lib/ids.ts'

/**
 * POST /api/user/hand-over: whether a device may give the signed-in account what it keeps of an earlier account of the same
 * address, which a restore lost (S11.11).
 */
export const handOverBody = z.strictObject({
  /** The account of the local database. */
  from: userIdSchema,
})

export const handOverAnswer = z.object({ allowed: z.literal(true) })
