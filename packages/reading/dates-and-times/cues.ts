import { patternsOf } from '../patterns.ts'
import dates from '../vocabulary/dates.json' with { type: 'json' }
import times from '../vocabulary/times.json' with { type: 'json' }

/**
 * Words next to a day or a time that say whether it is one, and which: one pattern for each kind of words.
 */
export const DATES = patternsOf(dates)
export const TIMES = patternsOf(times)
