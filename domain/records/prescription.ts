import * as z from 'zod/mini'
import type { PrescriptionId } from '../lib/ids.ts'
import { prescriptionIdSchema } from '../lib/ids-schema.ts'
import type { Instant } from '../lib/instant.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { localDateSchema, localTimeSchema } from '../lib/local-time-schema.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { storedScheduleSchema } from '../schedule/schedule-schema.ts'

/** How the picture was made (shown as a badge in the history). */
export const UPLOAD_METHODS = ['camera', 'upload'] as const
export type UploadMethod = (typeof UPLOAD_METHODS)[number]

/**
 * What was scanned (specification, /prescriptions). An appointment card leads to the appointments and contains no
 * medications.
 */
export const SCAN_TYPES = ['prescription', 'appointment'] as const
export type ScanType = (typeof SCAN_TYPES)[number]

/** The part of the label a field was read from, and how far it can be trusted. Absent if the label does not say. */
export interface FieldSource {
  words: string
  confidence: 'sure' | 'guess'
}

export const EXTRACTED_FIELDS = ['name', 'dosage', 'frequency', 'instructions'] as const
export type ExtractedField = (typeof EXTRACTED_FIELDS)[number]

/** A medication as read from a label: suggested for review, never saved unreviewed (decision 027). */
export interface ExtractedMedication {
  name: string
  /** The strength, or the size of one dose if no strength is printed. */
  dosage: string
  /** Empty if the label does not say; never invented. */
  frequency: string
  /** The directions as printed on the label. */
  instructions: string
  /** `as-needed` only if the label says so; null if it does not say on which days, or no schedule can express it. */
  schedule: Schedule | null
  /**
   * The times of day named on the label, which the review suggests (readings, scans). A scan never sets times by
   * itself.
   */
  proposedTimes: LocalTime[]
  sources: { [Field in ExtractedField]?: FieldSource | undefined }
  /** What a user has to confirm, as printed on the label. */
  asks: string[]
}

/** What a label says besides its medications. */
export const LABEL_FACTS = ['doctorName', 'pharmacyName', 'prescriptionDate'] as const
export type LabelFact = (typeof LABEL_FACTS)[number]

/** A scanned picture with what was read from it. */
export interface Prescription {
  id: PrescriptionId
  scanType: ScanType
  uploadMethod: UploadMethod
  /** The path where its owner can see the picture. */
  imageUrl: string
  ocrText: string
  doctorName: string | null
  pharmacyName: string | null
  prescriptionDate: LocalDate | null
  /** Where the three facts above were read; absent in older scans. What the user corrected is sure. */
  sources?: { [Fact in LabelFact]?: FieldSource | undefined } | undefined
  extractedMedications: ExtractedMedication[]
  createdAt: Instant
}

/** The longest text that is stored, in UTF-16 units: a full page of small print. Anything longer is not a label. */
export const PRINT_LENGTH = 20_000

export const fieldSourceSchema = z.object({ words: z.string(), confidence: z.enum(['sure', 'guess']) })
const sourceSchema = z.optional(fieldSourceSchema)

export const extractedMedicationSchema = z.object({
  name: z.string(),
  dosage: z.string(),
  frequency: z.string(),
  instructions: z.string(),
  schedule: z.nullable(storedScheduleSchema),
  proposedTimes: z.array(localTimeSchema),
  sources: z.object({
    name: sourceSchema,
    dosage: sourceSchema,
    frequency: sourceSchema,
    instructions: sourceSchema,
  }),
  asks: z.array(z.string()),
})

/**
 * A whole record, as stored, replayed or imported: what an account once contained is never refused by a current rule
 * (decision 043).
 */
export const prescriptionSchema = z.object({
  id: prescriptionIdSchema,
  scanType: z.enum(SCAN_TYPES),
  uploadMethod: z.enum(UPLOAD_METHODS),
  imageUrl: z.string(),
  ocrText: z.string(),
  doctorName: z.nullable(z.string()),
  pharmacyName: z.nullable(z.string()),
  prescriptionDate: z.nullable(localDateSchema),
  sources: z.optional(
    z.object({ doctorName: sourceSchema, pharmacyName: sourceSchema, prescriptionDate: sourceSchema }),
  ),
  extractedMedications: z.array(extractedMedicationSchema),
  createdAt: instantSchema,
})

/** The newest first. */
export const newestFirst = (
  a: Pick<Prescription, 'createdAt' | 'id'>,
  b: Pick<Prescription, 'createdAt' | 'id'>,
): number => compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
