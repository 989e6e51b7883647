import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { medicationIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { storedPlanFields } from '../schedule/plan-schema.ts'
import { gtinSchema, MOST_BARCODES } from './barcode.ts'
import { extrasShape } from './medication-extras-schema.ts'

export const medicationTexts = {
  name: storableText(200).check(z.minLength(1, { error: () => t('Medication name is required') })),
  dosage: storableText(200),
  frequency: storableText(200),
  instructions: storableText(2000),
} as const

export const barcodesSchema = z.array(gtinSchema).check(z.maxLength(MOST_BARCODES, `must be at most ${MOST_BARCODES}`))

const effectiveFrom = instantSchema

/**
 * A whole record, as stored, replayed or imported: what an account once contained is never refused by a current rule
 * (decision 043).
 */
export const medicationSchema = z.object({
  id: medicationIdSchema,
  ...medicationTexts,
  important: z.optional(z.boolean()),
  barcodes: z.optional(barcodesSchema),
  ...extrasShape,
  ...storedPlanFields,
  versions: z.array(z.object({ ...storedPlanFields, effectiveFrom })).check(z.minLength(1)),
  stoppedAt: z.nullable(instantSchema),
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

/** A record of the list, as it is stored. */
export const listedMedicationSchema = z.extend(medicationSchema, {
  isActive: z.boolean(),
  important: z._default(z.boolean(), false),
})
