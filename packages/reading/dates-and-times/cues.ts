import { patternsOf } from '../patterns.ts'
import dates from '../vocabulary/dates.json' with { type: 'json' }
import times from '../vocabulary/times.json' with { type: 'json' }

/**
 * What says, in words beside it, whether something is a day or a time, and which: one pattern for each kind of words.
 */
export const DATES = patternsOf(dates)
export const TIMES = patternsOf(times)
