import * as z from 'zod/mini'
import type { Brand } from './brand.ts'
import { isLocalDate } from './local-time.ts'

/** An instant in UTC, ISO 8601 with milliseconds and `Z`. Such texts sort like the instants they name. */
export type Instant = Brand<string, 'Instant'>

export const toInstant = (ms: number): Instant => new Date(ms).toISOString() as Instant
export const msOf = (instant: Instant): number => Date.parse(instant)

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

const NORMAL_LENGTH = '2026-11-20T08:00:00.000Z'.length

/**
 * Whether an ISO 8601 text with an offset is in the normal form already, which no other one of its length with a `Z` is.
 * Nearly all are, and a first sync reads tens of thousands.
 */
const isNormal = (text: string): boolean => text.length === NORMAL_LENGTH && text.endsWith('Z')

/** The date must exist: V8 reads February 30 as March 2 where other engines refuse it. */
function isIsoInstant(text: string): boolean {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return false
  return toInstant(ms) === text || (ISO_INSTANT.test(text) && isLocalDate(text.slice(0, 10)))
}

/**
 * Any ISO 8601 text with an offset, normalised to UTC with milliseconds, from the beginning of `firstYear` to that of
 * `endYear`.
 */
function instantBetween(firstYear: number, endYear: number) {
  const first = Date.UTC(firstYear, 0, 1)
  const end = Date.UTC(endYear, 0, 1)
  const isBetween = (text: string) => {
    const ms = Date.parse(text)
    return ms >= first && ms < end
  }
  return z.pipe(
    z
      .string()
      .check(
        z.refine(isIsoInstant, 'must be an ISO 8601 instant'),
        z.refine(isBetween, `must be an instant between the years ${firstYear} and ${endYear}`),
      ),
    z.transform((text) => (isNormal(text) ? (text as Instant) : toInstant(Date.parse(text)))),
  )
}

/** An instant a record may carry; outside of it a clock is broken, not early or late. */
export const instantSchema = instantBetween(2000, 2200)

/** Whatever a device's clock may say, however wrong: a phone with an empty battery wakes up in 1970. */
export const anyInstantSchema = instantBetween(1970, 9999)
