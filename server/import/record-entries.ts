import * as z from 'zod/mini'
import { localTimeSchema } from '#domain/lib/local-time-schema.ts'
import { appointmentSchema } from '#domain/records/appointment-schema.ts'
import { documentSchema } from '#domain/records/document.ts'
import { doseEventSchema } from '#domain/records/dose-event.ts'
import { newestVersions } from '#domain/records/medication.ts'
import { medicationSchema } from '#domain/records/medication-schema.ts'
import { photoSchema } from '#domain/records/medicine-photo.ts'
import { supplyEventSchema } from '#domain/records/new-supply-event.ts'
import {
  extractedMedicationSchema,
  fieldSourceSchema,
  PRINT_LENGTH,
  prescriptionSchema,
} from '#domain/records/prescription.ts'
import { PICTURE_NAME } from '../export/tables.ts'

export const medicationEntry = z.pipe(
  z.strictObject({ ...medicationSchema.shape, photo: z.optional(z.nullable(photoSchema)) }),
  z.transform((record) => ({ ...record, versions: newestVersions(record.versions) })),
)

export const appointmentEntry = z.strictObject(appointmentSchema.shape)

export const file = z.string().check(z.regex(PICTURE_NAME, 'must be a picture of the export'))

export const documentEntry = z.strictObject({ ...documentSchema.shape, file })

/** The text that was read is part of the print, possibly corrected. */
const readText = z.string().check(z.maxLength(2 * PRINT_LENGTH))

const readSource = z.optional(z.extend(fieldSourceSchema, { words: readText }))

/**
 * Those that were read and those suggested by a model, 30 each (packages/reading/labels/label.ts,
 * server/ai/label-model.ts).
 */
const MOST_MEDICINES = 60

const MOST_OF_A_LABEL = 1000

export const prescriptionEntry = z.strictObject({
  ...prescriptionSchema.shape,
  ocrText: z.string().check(z.maxLength(PRINT_LENGTH)),
  doctorName: z.nullable(readText),
  pharmacyName: z.nullable(readText),
  sources: z.optional(z.object({ doctorName: readSource, pharmacyName: readSource, prescriptionDate: readSource })),
  extractedMedications: z
    .array(
      z.extend(extractedMedicationSchema, {
        name: readText,
        dosage: readText,
        frequency: readText,
        instructions: readText,
        proposedTimes: z.array(localTimeSchema).check(z.maxLength(MOST_OF_A_LABEL)),
        sources: z.object({
          name: readSource,
          dosage: readSource,
          frequency: readSource,
          instructions: readSource,
        }),
        asks: z.array(readText).check(z.maxLength(MOST_OF_A_LABEL)),
      }),
    )
    .check(z.maxLength(MOST_MEDICINES)),
  file,
})

/** An entry of a log; it gets a new place there and a new receipt time, and an import says nothing of who made it. */
const unplaced = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform(({ seq: _seq, receivedAt: _receivedAt, by: _by, ...event }) => event),
)

export const doseEntry = z.pipe(unplaced, doseEventSchema)

export const supplyEntry = z.pipe(unplaced, supplyEventSchema)
