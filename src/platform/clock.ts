import type { IdSource } from '#domain/lib/ids.ts'
import { temporal } from '#domain/lib/zone-offset.ts'
import type { SyncClock } from '#src/sync/ports.ts'

/** The device's clock and randomness, for both page and worker. */
export const deviceClock: SyncClock & IdSource = {
  now: () => Date.now(),
  random: () => Math.random(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}

/**
 * Returns the browser's zone: the plan zone until the account has one. Temporal and a formatter say the same (ECMA-402,
 * SystemTimeZoneIdentifier), but to make the first formatter takes tens of milliseconds.
 */
export const browserZone = (): string =>
  temporal?.Now.timeZoneId() ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
