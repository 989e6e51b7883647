import type { IdSource } from '#domain/lib/ids.ts'
import type { SyncClock } from '#src/sync/ports.ts'

/** The device's clock and randomness, for both page and worker. */
export const deviceClock: SyncClock & IdSource = {
  now: () => Date.now(),
  random: () => Math.random(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}

/** Returns the browser's zone: the plan zone until the account has one. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
