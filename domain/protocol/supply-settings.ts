import * as z from 'zod/mini'
import { recordDateSchema } from '../lib/local-time-schema.ts'
import { orNull } from '../lib/or-null.ts'
import { storableText } from '../lib/storable-text.ts'
import { DEFAULT_SUPPLY } from '../supply/default-supply.ts'

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

/** What a request says about the supply of a medication (additions, 2.2); what it leaves out is as by default. */
export const supplySettingsSchema = z.strictObject({
  warnDays: z._default(whole(1, 60), DEFAULT_SUPPLY.warnDays),
  repeatsLeft: orNull(whole(0, 99)),
  scriptExpiresOn: orNull(recordDateSchema),
  packExpiresOn: orNull(recordDateSchema),
  leadDays: z._default(whole(0, 60), DEFAULT_SUPPLY.leadDays),
  prescriber: z._default(storableText(200), DEFAULT_SUPPLY.prescriber),
})
