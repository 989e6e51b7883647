import * as z from 'zod/mini'
import { type PrescriptionId, prescriptionIdSchema } from '../lib/ids.ts'
import { type Instant, instantSchema } from '../lib/instant.ts'
import { type LocalDate, type LocalTime, localDateSchema, localTimeSchema } from '../lib/local-time.ts'
import { type Schedule, storedScheduleSchema } from '../schedule/schedule.ts'

/** How the picture came (the badge of the history). */
export const UPLOAD_METHODS = ['camera', 'upload'] as const
export type UploadMethod = (typeof UPLOAD_METHODS)[number]

/** What was scanned (specification, /prescriptions). A card goes on to the appointments and holds no medications. */
export const SCAN_TYPES = ['prescription', 'appointment'] as const
export type ScanType = (typeof SCAN_TYPES)[number]

/** The words of the label that a field was read from, and how far it may be trusted. Absent where the label says nothing. */
export interface FieldSource {
  words: string
  confidence: 'sure' | 'guess'
}

export const EXTRACTED_FIELDS = ['name', 'dosage', 'frequency', 'instructions'] as const
export type ExtractedField = (typeof EXTRACTED_FIELDS)[number]

/** A medication as a label says it: proposed for review, never saved unreviewed (decision 027). */
export interface ExtractedMedication {
  name: string
  /** The strength, or what one dose is where no strength is printed. */
  dosage: string
  /** Empty where the label does not say; never made up. */
  frequency: string
  /** The directions in the label's own words. */
  instructions: string
  /** `as-needed` only if the label says so; null where it does not say on which days, or where no schedule says the same. */
  schedule: Schedule | null
  /** Clock times as the label names them, for the review to offer (readings, scans); a scan sets none by itself. */
  proposedTimes: LocalTime[]
  sources: { [Field in ExtractedField]?: FieldSource | undefined }
  /** What a person has to confirm, in the words of the label. */
  asks: string[]
}

/** A scanned picture with what was read from it. */
export interface Prescription {
  id: PrescriptionId
  scanType: ScanType
  uploadMethod: UploadMethod
  /** Where its owner sees the picture. */
  imageUrl: string
  ocrText: string
  doctorName: string | null
  pharmacyName: string | null
  prescriptionDate: LocalDate | null
  extractedMedications: ExtractedMedication[]
  createdAt: Instant
}

/** The longest print that is kept, in UTF-16 units: a page full of small print; more is no label. */
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

/** A whole record, as it is stored, given back or imported: what an account once held is never refused for a rule of today (decision 043). */
export const prescriptionSchema = z.object({
  id: prescriptionIdSchema,
  scanType: z.enum(SCAN_TYPES),
  uploadMethod: z.enum(UPLOAD_METHODS),
  imageUrl: z.string(),
  ocrText: z.string(),
  doctorName: z.nullable(z.string()),
  pharmacyName: z.nullable(z.string()),
  prescriptionDate: z.nullable(localDateSchema),
  extractedMedications: z.array(extractedMedicationSchema),
  createdAt: instantSchema,
})

/** The newest first. */
export const newestFirst = (
  a: Pick<Prescription, 'createdAt' | 'id'>,
  b: Pick<Prescription, 'createdAt' | 'id'>,
): number => compare(b.createdAt, a.createdAt) || compare(b.id, a.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
