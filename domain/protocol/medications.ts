import * as z from 'zod/mini'
import { medicationIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { areInOrder, newestVersions } from '../records/medication.ts'
import { extrasShape } from '../records/medication-extras-schema.ts'
import {
  barcodesSchema,
  listedMedicationSchema,
  medicationSchema,
  medicationTexts,
} from '../records/medication-schema.ts'
import { photoSchema } from '../records/medicine-photo.ts'
import { planFields } from '../schedule/plan-schema.ts'
import { optionalText } from './optional-text.ts'
import { supplySettingsSchema } from './supply-settings.ts'

/** Null or empty means no date (specification, section 3). */
const optionalDate = z.pipe(
  z.pipe(
    z.nullable(z.string()),
    z.transform((text) => (text === '' ? null : text)),
  ),
  planFields.endDate,
)

/** Null means none here too. */
const optionalAmounts = z.pipe(
  z.optional(z.nullable(planFields.amounts)),
  z.transform((amounts) => amounts ?? undefined),
)

/** A photo from anywhere is checked. */
const photo = z.optional(z.nullable(photoSchema))

/** A request says about the supply only what its rules allow. */
const extras = { ...extrasShape, photo, supply: z.optional(z.nullable(supplySettingsSchema)) } as const

/**
 * POST /api/medications: the specification's body, and what a device adds to it. Unknown fields are refused rather than
 * dropped, because a silently dropped field is lost data.
 */
export const addMedicationBody = z.strictObject({
  id: z.optional(medicationIdSchema),
  name: medicationTexts.name,
  dosage: z._default(optionalText(medicationTexts.dosage), ''),
  frequency: z._default(optionalText(medicationTexts.frequency), ''),
  instructions: z._default(optionalText(medicationTexts.instructions), ''),
  reminderTimes: z._default(planFields.reminderTimes, []),
  important: z._default(z.boolean(), false),
  barcodes: z.optional(barcodesSchema),
  ...extras,
  startDate: z._default(optionalDate, null),
  endDate: z._default(optionalDate, null),
  schedule: z._default(planFields.schedule, { kind: 'daily' }),
  amounts: optionalAmounts,
  pauses: planFields.pauses,
  createdAt: z.optional(instantSchema),
  allowDuplicate: z._default(z.boolean(), false),
})
export type AddMedicationBody = z.infer<typeof addMedicationBody>

/** PATCH /api/medications/{id}: the same body, in full or in part (readings, Reads). */
export const editMedicationBody = z.strictObject({
  name: z.optional(medicationTexts.name),
  dosage: z.optional(optionalText(medicationTexts.dosage)),
  frequency: z.optional(optionalText(medicationTexts.frequency)),
  instructions: z.optional(optionalText(medicationTexts.instructions)),
  reminderTimes: z.optional(planFields.reminderTimes),
  important: z.optional(z.boolean()),
  barcodes: z.optional(barcodesSchema),
  /** Null: nothing. Absent: as it was. */
  ...extras,
  startDate: z.optional(optionalDate),
  endDate: z.optional(optionalDate),
  schedule: z.optional(planFields.schedule),
  /** Null: none. Absent, like every field of the plan: as it was. */
  amounts: z.optional(z.nullable(planFields.amounts)),
  pauses: planFields.pauses,
  editedAt: z.optional(instantSchema),
  stoppedAt: z.optional(z.nullable(instantSchema)),
})
export type EditMedicationBody = z.infer<typeof editMedicationBody>

/**
 * PUT /api/medications/{id} in a batch: a record as a device had it (docs/sync-spec.md, S11.5), possibly from before
 * there was a limit to its length.
 */
export const givenMedicationBody = z.pipe(
  z.extend(medicationSchema, {
    photo,
    versions: medicationSchema.shape.versions.check(z.refine(areInOrder, 'must be in the order of their instants')),
  }),
  z.transform((record) => ({ ...record, versions: newestVersions(record.versions) })),
)

export const medicationAnswer = listedMedicationSchema
export const medicationListAnswer = z.array(listedMedicationSchema)
export const deletedAnswer = z.object({ success: z.literal(true) })
