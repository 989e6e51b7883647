import * as z from 'zod/mini'
import { someAmountSchema } from '../lib/amount-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { doseLimitsSchema } from './dose-limits.ts'
import { doseNoticesSchema } from './dose-notices-schema.ts'
import { COLOURS, SHAPES } from './medicine-look.ts'
import { LONGEST_UNIT } from './strength.ts'
import { storedSupplySettingsSchema } from './supply-settings.ts'

const unit = storableText(LONGEST_UNIT).check(z.minLength(1, 'must not be empty'))

export const strengthSchema = z.strictObject({ amount: someAmountSchema, unit, per: unit })

const medicineLookSchema = z.strictObject({
  shape: z.enum(SHAPES),
  colours: z
    .array(z.enum(COLOURS))
    .check(z.minLength(1, 'must have a colour'), z.maxLength(2, 'must be at most 2 colours')),
})

/** As stored and as a command says them; a photo was checked when it came in (`photoSchema`). */
export const extrasShape = {
  limits: z.optional(z.nullable(doseLimitsSchema)),
  notices: z.optional(z.nullable(doseNoticesSchema)),
  strength: z.optional(z.nullable(strengthSchema)),
  look: z.optional(z.nullable(medicineLookSchema)),
  photo: z.optional(z.nullable(z.string())),
  supply: z.optional(z.nullable(storedSupplySettingsSchema)),
} as const
