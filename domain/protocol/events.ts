import * as z from 'zod/mini'

/**
 * What a poke on GET /api/events says: how far every list of the user is. Sent on connecting, on every change and with
 * each heartbeat, so that a lost poke costs one heartbeat at most. A device pulls what it is behind on.
 */
export const versionsSchema = z.object({
  user: z.string(),
  epoch: z.string(),
  seq: z.int().check(z.nonnegative()),
  /** The version counter in the list's ETag. */
  medications: z.int().check(z.nonnegative()),
  /** The sequence of the newest dose event. */
  doses: z.int().check(z.nonnegative()),
})
export type Versions = z.infer<typeof versionsSchema>

export const HEARTBEAT_MS = 25_000
/** Without any message for this long a connection counts as dead. */
export const SILENCE_MS = 60_000
