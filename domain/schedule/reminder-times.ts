import * as z from 'zod/mini'
import { type LocalTime, localTimeSchema } from '../lib/local-time.ts'

export const sortedTimes = (times: readonly LocalTime[]): LocalTime[] => [...new Set(times)].sort()

/** At most 24 times of day; sorted, each once. */
export const reminderTimesSchema = z.pipe(
  z.array(localTimeSchema).check(z.maxLength(24, 'must be at most 24 times')),
  z.transform((times) => sortedTimes(times)),
)
