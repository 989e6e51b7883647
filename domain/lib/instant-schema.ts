import * as z from 'zod/mini'
import { ANY_YEARS, type Instant, toInstant, YEARS, type Years } from './instant.ts'
import { isLocalDate } from './local-time.ts'

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

const NORMAL_LENGTH = '2026-11-20T08:00:00.000Z'.length

/**
 * Returns whether an ISO 8601 text with an offset is already in normal form; no other text of its length ends in `Z`.
 * Nearly all are, and a first sync reads tens of thousands.
 */
const isNormal = (text: string): boolean => text.length === NORMAL_LENGTH && text.endsWith('Z')

/** Checks that the date exists: V8 reads February 30 as March 2 where other engines refuse it. */
function isIsoInstant(text: string): boolean {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return false
  return toInstant(ms) === text || (ISO_INSTANT.test(text) && isLocalDate(text.slice(0, 10)))
}

/**
 * Accepts any ISO 8601 text with an offset that names an instant in those years, and normalises it to UTC with
 * milliseconds.
 */
function instantOf({ first, end }: Years) {
  const from = Date.UTC(first, 0, 1)
  const to = Date.UTC(end, 0, 1)
  const isBetween = (text: string) => {
    const ms = Date.parse(text)
    return ms >= from && ms < to
  }
  return z.pipe(
    z
      .string()
      .check(
        z.refine(isIsoInstant, 'must be an ISO 8601 instant'),
        z.refine(isBetween, `must be an instant between the years ${first} and ${end}`),
      ),
    z.transform((text) => (isNormal(text) ? (text as Instant) : toInstant(Date.parse(text)))),
  )
}

export const instantSchema = instantOf(YEARS)
export const anyInstantSchema = instantOf(ANY_YEARS)
