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

/** One answer per call, in order; after the first temporary or gate outcome the rest is 424, not attempted. */
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
