import { z } from 'zod'
import type { Brand } from './brand.ts'

/** An instant in UTC, ISO 8601 with milliseconds and `Z`. Such texts sort like the instants they name. */
export type Instant = Brand<string, 'Instant'>

/** The earliest and latest instants a record may carry; outside them a clock is broken, not early or late. */
const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2200, 0, 1)

export const toInstant = (ms: number): Instant => new Date(ms).toISOString() as Instant
export const msOf = (instant: Instant): number => Date.parse(instant)

/** Any ISO 8601 text with an offset, normalised to UTC with milliseconds. */
export const instantSchema = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/,
    'must be an ISO 8601 instant',
  )
  .refine((text) => {
    const ms = Date.parse(text)
    return ms >= EARLIEST && ms < LATEST
  }, 'must be an instant between the years 2000 and 2200')
  .transform((text) => toInstant(Date.parse(text)))
