import * as z from 'zod/mini'

/** POST /api/cancel-subscription: `message` is for the person and names the day on which Premium ends. */
export const cancelAnswer = z.object({ success: z.literal(true), message: z.string() })
