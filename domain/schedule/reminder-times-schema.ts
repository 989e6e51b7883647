import * as z from 'zod/mini'
import { localTimeSchema } from '../lib/local-time-schema.ts'
import { sortedTimes } from './reminder-times.ts'

/** At most 24 times of day; sorted, each once. */
export const reminderTimesSchema = z.pipe(
  z.array(localTimeSchema).check(z.maxLength(24, 'must be at most 24 times')),
  z.transform((times) => sortedTimes(times)),
)
