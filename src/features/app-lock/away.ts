import { MINUTE } from '#domain/lib/local-time.ts'
import type { LockAfter } from '#src/data/app-lock.ts'

/** A camera, a list of files or a question of the system that the person opened from here may take so many minutes. */
const ERRAND_MINUTES = 5
/** A page goes out of sight this soon after the press that opens one of them, if it does (ms). */
const ERRAND_BEGINS_WITHIN = 10_000

/**
 * How long a tab may be out of sight, in milliseconds. `errandAt` is when something was opened that belongs to the
 * app's own work.
 */
export function patienceOf(after: LockAfter, leftAt: number, errandAt: number | null): number {
  const onErrand = errandAt !== null && Math.abs(leftAt - errandAt) <= ERRAND_BEGINS_WITHIN
  return (onErrand ? Math.max(after, ERRAND_MINUTES) : after) * MINUTE
}

/** Whether a tab that is seen again has been away for too long. A clock that was set back proves nothing: it locks. */
export const wasAwayTooLong = (leftAt: number, now: number, patience: number): boolean =>
  now < leftAt || now - leftAt >= patience
