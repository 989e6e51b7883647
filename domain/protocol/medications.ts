import { z } from 'zod'
import { medicationIdSchema } from '../lib/ids.ts'
import { instantSchema } from '../lib/instant.ts'
import { listedMedicationSchema, medicationTexts, planFields } from '../records/medication.ts'

/** Optional texts may be absent or null; both mean empty. Not a union: that would hide which rule a text broke. */
const optionalText = <T extends z.ZodType<string, string>>(text: T) =>
  text.nullable().transform((value) => value ?? '')

/** Null or empty means none (specification, section 3). */
const optionalDate = z
  .string()
  .nullable()
  .transform((text) => (text === '' ? null : text))
  .pipe(planFields.endDate)

/**
 * POST /api/medications: the specification's body, and what a device adds to it. Unknown fields are refused, not
 * dropped: a field that is dropped silently is data lost.
 */
export const addMedicationBody = z.strictObject({
  id: medicationIdSchema.optional(),
  name: medicationTexts.name,
  dosage: optionalText(medicationTexts.dosage).default(''),
  frequency: optionalText(medicationTexts.frequency).default(''),
  instructions: optionalText(medicationTexts.instructions).default(''),
  reminderTimes: planFields.reminderTimes.default([]),
  startDate: optionalDate.default(null),
  endDate: optionalDate.default(null),
  schedule: planFields.schedule.default({ kind: 'daily' }),
  createdAt: instantSchema.optional(),
  allowDuplicate: z.boolean().default(false),
})
export type AddMedicationBody = z.infer<typeof addMedicationBody>

/** PATCH /api/medications/{id}: the same body, whole or in part (READINGS, Reads). */
export const editMedicationBody = z.strictObject({
  name: medicationTexts.name.optional(),
  dosage: optionalText(medicationTexts.dosage).optional(),
  frequency: optionalText(medicationTexts.frequency).optional(),
  instructions: optionalText(medicationTexts.instructions).optional(),
  reminderTimes: planFields.reminderTimes.optional(),
  startDate: optionalDate.optional(),
  endDate: optionalDate.optional(),
  schedule: planFields.schedule.optional(),
  editedAt: instantSchema.optional(),
  stoppedAt: instantSchema.nullable().optional(),
})
export type EditMedicationBody = z.infer<typeof editMedicationBody>

export const medicationAnswer = listedMedicationSchema
export const medicationListAnswer = z.array(listedMedicationSchema)
export const deletedAnswer = z.object({ success: z.literal(true) })
