import type { Brand } from './brand.ts'

/** An instant in UTC, ISO 8601 with milliseconds and `Z`. Such texts sort by time. */
export type Instant = Brand<string, 'Instant'>

export const toInstant = (ms: number): Instant => new Date(ms).toISOString() as Instant
export const msOf = (instant: Instant): number => Date.parse(instant)

/** Returns an instant as a device says it, or `now` (ms) where that is earlier. */
export const notAfter = (instant: Instant, now: number): Instant => toInstant(Math.min(msOf(instant), now))
export const laterOf = (one: Instant, other: Instant): Instant => toInstant(Math.max(msOf(one), msOf(other)))

/** From the start of the year `first` to the start of the year `end`. */
export interface Years {
  first: number
  end: number
}

/** The years that a record may name; outside of them a clock is broken, not just fast or slow. */
export const YEARS: Years = { first: 2000, end: 2200 }

/**
 * Returns the instant (ms) if a record may contain it; null for anything else: too early, too late, or not a number at
 * all.
 */
export const recordedInstant = (ms: number | null): Instant | null =>
  ms !== null && ms >= Date.UTC(YEARS.first, 0, 1) && ms < Date.UTC(YEARS.end, 0, 1) ? toInstant(ms) : null

/** Whatever a device's clock may say, however wrong: a phone with an empty battery wakes up in 1970. */
export const ANY_YEARS: Years = { first: 1970, end: 9999 }
