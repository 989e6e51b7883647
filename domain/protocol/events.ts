import * as z from 'zod/mini'
import { loggedDoseEventSchema } from '../records/dose-event.ts'

/** The most rows of the log that a change notification brings along; of more a device only hears that they are there. */
export const CARRIED_ROWS = 20

/** Every dose event with a sequence above `since`, up to the one that the change notification tells of. */
const carriedLog = z.object({
  since: z.int().check(z.nonnegative()),
  events: z.array(loggedDoseEventSchema),
})

/**
 * What a change notification on GET /api/events says: how far every list of the user is. Sent on connecting, on every change and with
 * each heartbeat, so that a lost change notification costs one heartbeat at most. A device pulls what it is behind on.
 */
export const versionsSchema = z.object({
  user: z.string(),
  epoch: z.string(),
  seq: z.int().check(z.nonnegative()),
  /** The version counter in the list's ETag. */
  medications: z.int().check(z.nonnegative()),
  /** The same of the medical documents; absent from servers of an earlier version. */
  documents: z.optional(z.int().check(z.nonnegative())),
  /** The same of the appointments; absent where the server is older than they are. */
  appointments: z.optional(z.int().check(z.nonnegative())),
  /** The same of the scans; absent where the server is older than they are. */
  prescriptions: z.optional(z.int().check(z.nonnegative())),
  /** The sequence of the newest dose event. */
  doses: z.int().check(z.nonnegative()),
  /** The sequence of the last change of what GET /api/auth/user answers: name, plan zone, plan; absent from servers of an earlier version. */
  profile: z.optional(z.int().check(z.nonnegative())),
  /** What the commit added to the log; absent when that is much or nothing, and in a heartbeat. */
  log: z.optional(carriedLog),
})
export type Versions = z.infer<typeof versionsSchema>

/** What was said on the stream; null when it is no change notification. Rows that this version cannot read are left out. */
export function readVersions(said: object): Versions | null {
  for (const words of [said, { ...said, log: undefined }]) {
    const { data } = versionsSchema.safeParse(words)
    if (data) return data
  }
  return null
}

export const HEARTBEAT_MS = 25_000
/** Without any message for this long a connection counts as dead. */
export const SILENCE_MS = 60_000
