import * as z from 'zod/mini'
import { uuidSchema } from '../lib/ids.ts'

/** The most calls one batch carries. */
export const BATCH_LIMIT = 1000

/** POST /api/batch: waiting calls in order. Each has its own Idempotency-Key. */
export const batchBody = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        key: uuidSchema,
        method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
        path: z.string().check(z.maxLength(300)),
        body: z.optional(z.unknown()),
        /**
         * Marks a write that a restored server is given back: the sequence it had before the restore (S11.6). `PUT` of a
         * whole record, `/api/medications/:id`, exists only with it.
         */
        originalSeq: z.optional(z.int().check(z.positive())),
      }),
    )
    .check(z.minLength(1), z.maxLength(BATCH_LIMIT)),
})
export type BatchBody = z.infer<typeof batchBody>

/** The status of a call that the batch did not come to: nothing is known of it, and it has to be sent again. */
export const NOT_ATTEMPTED = 424

/**
 * One answer per call, in order. After the first temporary or gate outcome, and when the answers are as much as one carries, the rest
 * is `NOT_ATTEMPTED`.
 */
export const batchAnswer = z.object({
  results: z.array(
    z.object({
      status: z.int(),
      body: z.unknown(),
      /** The user's commit sequence after this call; 0 for one that was not attempted. */
      seq: z.int().check(z.nonnegative()),
    }),
  ),
})
export type BatchAnswer = z.infer<typeof batchAnswer>
