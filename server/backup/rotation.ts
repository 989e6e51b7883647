import { DAY, HOUR } from '#domain/lib/local-time.ts'

/** No snapshot is older (S11.10): devices remember for 35 days what they would have to give back. */
export const SNAPSHOT_KEPT = 30 * DAY

/** What would be too old before the next rotation goes now. */
const ROTATED_EVERY = HOUR

/** With one every six hours: a day of them. */
const NEWEST_KEPT = 4

/**
 * Which snapshots have to go, of those made at these instants (milliseconds since the epoch): all but the newest four and the
 * last of each day (UTC), and whatever is older than 30 days or will be within an hour.
 */
export function superseded(madeAt: readonly number[], now: number): number[] {
  const newestFirst = [...madeAt].sort((a, b) => b - a)
  const lastOfItsDay = (at: number, index: number) => dayOf(newestFirst[index - 1] ?? Infinity) !== dayOf(at)
  const isTooOld = (at: number) => at < now - SNAPSHOT_KEPT + ROTATED_EVERY
  return newestFirst.filter((at, index) => isTooOld(at) || !(index < NEWEST_KEPT || lastOfItsDay(at, index)))
}

const dayOf = (at: number): number => Math.floor(at / DAY)
