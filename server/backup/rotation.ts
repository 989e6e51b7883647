import { DAY, HOUR } from '#domain/lib/local-time.ts'

/** No snapshot is older than this (S11.10): for 35 days, devices remember what they may have to replay. */
export const SNAPSHOT_KEPT = 30 * DAY

/** Snapshots that would be too old before the next rotation are removed now. */
const ROTATED_EVERY = HOUR

/** At one every six hours, this is a day's worth. */
const NEWEST_KEPT = 4

/**
 * Returns which of the snapshots made at these instants (milliseconds since the epoch) have to go: all but the newest
 * four and the last of each day (UTC), and any that are older than 30 days or will be within an hour.
 */
export function superseded(madeAt: readonly number[], now: number): number[] {
  const newestFirst = [...madeAt].sort((a, b) => b - a)
  const lastOfItsDay = (at: number, index: number) => dayOf(newestFirst[index - 1] ?? Infinity) !== dayOf(at)
  const isTooOld = (at: number) => at < now - SNAPSHOT_KEPT + ROTATED_EVERY
  return newestFirst.filter((at, index) => isTooOld(at) || !(index < NEWEST_KEPT || lastOfItsDay(at, index)))
}

const dayOf = (at: number): number => Math.floor(at / DAY)
