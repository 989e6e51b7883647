import * as z from 'zod/mini'
import { loggedDoseEventSchema } from '../records/dose-event.ts'

/** The most log rows that a change notification includes. If there are more, a device only learns that they exist. */
export const CARRIED_ROWS = 20

/** Every dose event with a sequence above `since`, up to the one the change notification reports. */
const carriedLog = z.object({
  since: z.int().check(z.nonnegative()),
  events: z.array(loggedDoseEventSchema),
})

/**
 * A change notification on GET /api/events: how far each of the user's lists is. Sent on connecting, on every change
 * and with each heartbeat, so that a lost one costs at most one heartbeat. A device pulls whatever it is behind on.
 */
export const versionsSchema = z.object({
  user: z.string(),
  epoch: z.string(),
  seq: z.int().check(z.nonnegative()),
  /** The version counter in the list's ETag. */
  medications: z.int().check(z.nonnegative()),
  /** The version of the medical documents; absent from servers of an earlier version. */
  documents: z.optional(z.int().check(z.nonnegative())),
  /** The version of the appointments; absent from servers older than them. */
  appointments: z.optional(z.int().check(z.nonnegative())),
  /** The version of the scans; absent from servers older than them. */
  prescriptions: z.optional(z.int().check(z.nonnegative())),
  /** The sequence of the newest dose event. */
  doses: z.int().check(z.nonnegative()),
  /** The sequence of the newest supply event; absent from servers of an earlier version. */
  supply: z.optional(z.int().check(z.nonnegative())),
  /**
   * The sequence of the latest change to what GET /api/auth/user returns: name, plan zone, plan. Absent from servers of
   * an earlier version.
   */
  profile: z.optional(z.int().check(z.nonnegative())),
  /** What the commit added to the log; absent if that is too much or nothing, and in a heartbeat. */
  log: z.optional(carriedLog),
})
export type Versions = z.infer<typeof versionsSchema>

/**
 * Reads a message of the stream. Returns null if it is not a change notification. Rows that this version cannot read
 * are left out.
 */
export function readVersions(said: object): Versions | null {
  for (const words of [said, { ...said, log: undefined }]) {
    const { data } = versionsSchema.safeParse(words)
    if (data) return data
  }
  return null
}

export const HEARTBEAT_MS = 25_000
/** A connection without any message for this long counts as dead. */
export const SILENCE_MS = 60_000
