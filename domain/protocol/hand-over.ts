import * as z from 'zod/mini'
import { userIdSchema } from '../lib/ids-schema.ts'

/**
 * POST /api/user/hand-over: whether a device may transfer the local data of an earlier account with the same address,
 * which a restore lost, to the signed-in account (S11.11).
 */
export const handOverBody = z.strictObject({
  /** The account of the local database. */
  from: userIdSchema,
})

export const handOverAnswer = z.object({ allowed: z.literal(true) })
