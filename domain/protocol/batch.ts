import * as z from 'zod/mini'
import { uuidSchema } from '../lib/ids-schema.ts'

/** The most calls in one batch. */
export const BATCH_LIMIT = 1000

/** POST /api/batch: pending calls in order. Each has its own Idempotency-Key. */
export const batchBody = z.strictObject({
  calls: z
    .array(
      z.strictObject({
        key: uuidSchema,
        method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
        path: z.string().check(z.maxLength(300)),
        body: z.optional(z.unknown()),
        /**
         * Marks a write that is replayed after a restore: the sequence it had before (S11.6). `PUT` of a whole record,
         * `/api/medications/:id`, only exists together with it.
         */
        originalSeq: z.optional(z.int().check(z.positive())),
      }),
    )
    .check(z.minLength(1), z.maxLength(BATCH_LIMIT)),
})
export type BatchBody = z.infer<typeof batchBody>

/** The status of a call that the batch did not reach: its result is open, and it has to be sent again. */
export const NOT_ATTEMPTED = 424

/**
 * One response per call, in order; that of a logged dose is its place in the log (`DosePlace`). After the first temporary failure or refusal by a gate, or once the responses fill a
 * batch, the remaining calls are `NOT_ATTEMPTED`.
 */
export const batchAnswer = z.object({
  results: z.array(
    z.object({
      status: z.int(),
      body: z.unknown(),
      /** The user's commit sequence after this call; 0 if it was not attempted. */
      seq: z.int().check(z.nonnegative()),
    }),
  ),
})
export type BatchAnswer = z.infer<typeof batchAnswer>
