import type { IdSource } from '#domain/lib/ids.ts'
import type { SyncClock } from '#src/sync/ports.ts'

/** The device's clock and chance: exists in page and worker alike. */
export const deviceClock: SyncClock & IdSource = {
  now: () => Date.now(),
  random: () => Math.random(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}

/** The zone of the browser; the plan zone until the account has one. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
