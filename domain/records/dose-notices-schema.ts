import * as z from 'zod/mini'
import { FOLLOW_UP, HEADS_UP } from './dose-notices.ts'

const minutes = (least: number, most: number) => {
  const rule = `must be a whole number of minutes from ${least} to ${most}`
  return z.number(rule).check(z.int(rule), z.minimum(least, rule), z.maximum(most, rule))
}

/** What a medication announces beside its reminders; follow-ups in order, each once. */
export const doseNoticesSchema = z.strictObject({
  headsUp: z.nullable(minutes(HEADS_UP.least, HEADS_UP.most)),
  followUps: z.pipe(
    z
      .array(minutes(FOLLOW_UP.least, FOLLOW_UP.most))
      .check(z.maxLength(FOLLOW_UP.count, `must be at most ${FOLLOW_UP.count}`)),
    z.transform((all) => [...new Set(all)].sort((one, other) => one - other)),
  ),
})
