import { MINUTE } from '#domain/lib/local-time.ts'
import type { LockAfter } from '#src/data/app-lock.ts'

/** How many minutes a camera, file picker or system dialog that the user opened from here may take. */
const ERRAND_MINUTES = 5
/** The page is hidden this soon after the press that opens one of them, if at all (ms). */
const ERRAND_BEGINS_WITHIN = 10_000

/**
 * Returns how long a tab may be hidden, in milliseconds. `errandAt` is when something was opened as part of the app's
 * own work.
 */
export function patienceOf(after: LockAfter, leftAt: number, errandAt: number | null): number {
  const onErrand = errandAt !== null && Math.abs(leftAt - errandAt) <= ERRAND_BEGINS_WITHIN
  return (onErrand ? Math.max(after, ERRAND_MINUTES) : after) * MINUTE
}

/**
 * Returns whether a tab that is visible again was away for too long. If the clock was set back, that cannot be known,
 * and it locks.
 */
export const wasAwayTooLong = (leftAt: number, now: number, patience: number): boolean =>
  now < leftAt || now - leftAt >= patience
