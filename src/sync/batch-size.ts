import { BATCH_LIMIT } from '#domain/protocol/batch.ts'

/** A batch that fails after this long was sent, but was probably too much for the network. */
const SLOW_MS = 10_000

/**
 * How many calls one batch may carry now. A batch that was too large for the network or something in between is
 * followed by a smaller one, down to one call; each that gets through allows the next to be twice as large.
 */
export interface BatchSize {
  readonly limit: number
  /** A batch of that many calls was answered. */
  arrived(calls: number): void
  /** The batch was refused as a whole, before anything in it was decided. */
  refused(calls: number): void
  /** No answer to the batch came within that many milliseconds. */
  unanswered(calls: number, ms: number): void
}

export function createBatchSize(): BatchSize {
  let limit = BATCH_LIMIT
  const halve = (calls: number) => {
    limit = Math.max(1, Math.floor(calls / 2))
  }
  return {
    get limit() {
      return limit
    },
    arrived: (calls) => {
      limit = Math.min(BATCH_LIMIT, Math.max(limit, calls * 2))
    },
    refused: halve,
    unanswered: (calls, ms) => {
      if (ms >= SLOW_MS) halve(calls)
    },
  }
}
