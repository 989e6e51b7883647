import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { amountSchema, someAmountSchema } from '../lib/amount-schema.ts'
import { isLocalTime } from '../lib/local-time.ts'
import { localDateSchema, recordDateSchema } from '../lib/local-time-schema.ts'
import { storableText } from '../lib/storable-text.ts'

const byTime = z.record(
  z.string().check(z.refine(isLocalTime, 'must be a 24-hour time, written HH:MM')),
  someAmountSchema,
)

const amountsFrom = /* @__NO_SIDE_EFFECTS__ */ (anchorDate: typeof localDateSchema) =>
  z
    .strictObject({
      unit: storableText(30).check(z.minLength(1, { error: () => t('Choose what is counted, such as tablet') })),
      each: someAmountSchema,
      byTime: z.optional(byTime),
      byDay: z.optional(
        z.strictObject({
          anchorDate,
          amounts: z.array(amountSchema).check(
            z.minLength(2, 'must have at least 2 days'),
            z.maxLength(62, 'must have at most 62 days'),
            z.refine((amounts) => amounts.some((amount) => amount !== '0'), 'must have a dose on some day'),
          ),
        }),
      ),
    })
    .check(
      z.refine(({ byTime, byDay }) => byTime === undefined || byDay === undefined, {
        error: () => t('Choose amounts by time or by day, not both'),
        path: ['byDay'],
      }),
    )

export const doseAmountsSchema = amountsFrom(recordDateSchema)
/** The same as stored: its days may count from any date. */
export const storedDoseAmountsSchema = amountsFrom(localDateSchema)
