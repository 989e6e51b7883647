import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { localDateSchema, recordDateSchema } from '../lib/local-time-schema.ts'

/** The most pauses of a plan: one a fortnight for two years. */
const MOST_PAUSES = 60

const pausesFrom = /* @__NO_SIDE_EFFECTS__ */ (date: typeof localDateSchema) =>
  z
    .array(
      z.strictObject({ from: date, to: z.nullable(date) }).check(
        z.refine(({ from, to }) => to === null || to >= from, {
          error: () => t('A pause cannot end before it begins'),
        }),
      ),
    )
    .check(z.maxLength(MOST_PAUSES, `must be at most ${MOST_PAUSES} pauses`))

export const pausesSchema = pausesFrom(recordDateSchema)
/** The same as stored: it may have any dates. */
export const storedPausesSchema = pausesFrom(localDateSchema)
