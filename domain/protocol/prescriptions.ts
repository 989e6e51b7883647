import * as z from 'zod/mini'
import { msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import type { PrescriptionId } from '../lib/ids.ts'
import { prescriptionIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { recordDateSchema } from '../lib/local-time-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { medicationTexts } from '../records/medication-schema.ts'
import {
  extractedMedicationSchema,
  type Prescription,
  prescriptionSchema,
  SCAN_TYPES,
  UPLOAD_METHODS,
} from '../records/prescription.ts'
import { planFields } from '../schedule/plan-schema.ts'
import { optionalText } from './optional-text.ts'

/** The most scans per account. */
export const PRESCRIPTION_LIMIT = 500
/** The most medications added by one call; no label names more. */
export const MEDICATIONS_AT_ONCE = 30

export const NOTHING_SELECTED = msg('Please select at least one medication to add')

/**
 * POST /api/prescriptions/upload: the texts sent along with `image`. A device that keeps the picture until it is online
 * makes the id.
 */
export const prescriptionFields = z.strictObject({
  id: z.optional(prescriptionIdSchema),
  scanType: z._default(z.enum(SCAN_TYPES), 'prescription'),
  uploadMethod: z._default(z.enum(UPLOAD_METHODS), 'upload'),
  createdAt: z.optional(instantSchema),
})
export type PrescriptionFields = z.infer<typeof prescriptionFields>

/**
 * What an upload returns for a medication beyond what is added, accepted so that its list can be sent back unchanged.
 */
const FOR_THE_REVIEW = {
  proposedTimes: z.optional(z.unknown()),
  sources: z.optional(z.unknown()),
  asks: z.optional(z.unknown()),
}

const reviewedFields = z.strictObject({
  ...FOR_THE_REVIEW,
  name: medicationTexts.name,
  dosage: z._default(optionalText(medicationTexts.dosage), ''),
  frequency: z._default(optionalText(medicationTexts.frequency), ''),
  instructions: z._default(optionalText(medicationTexts.instructions), ''),
  reminderTimes: z._default(planFields.reminderTimes, []),
  /** Absent or null: as on the label, otherwise every day. */
  schedule: z.optional(z.nullable(planFields.schedule)),
  startDate: z._default(planFields.startDate, null),
  endDate: z._default(planFields.endDate, null),
})

/**
 * A medication as the user reviewed it. One without times gets none: the home screen asks for them (readings, scans).
 */
const reviewedMedication = z.pipe(
  reviewedFields,
  z.transform(({ proposedTimes: _times, sources: _sources, asks: _asks, schedule, ...reviewed }) => ({
    ...reviewed,
    ...(schedule ? { schedule } : {}),
  })),
)
export type ReviewedMedication = z.infer<typeof reviewedMedication>

/** POST /api/prescriptions/{id}/confirm-medications. */
export const confirmBody = z.strictObject({
  medications: z
    .array(reviewedMedication)
    .check(z.minLength(1, { error: () => t(NOTHING_SELECTED) }), z.maxLength(MEDICATIONS_AT_ONCE)),
})

// not translated: for clients of the API
const saidName = z.optional(z.nullable(storableText(200).check(z.minLength(1, 'Leave it out, or say null.'))))

/** PATCH /api/prescriptions/{id}: what the user says the label says; null where it says nothing. */
export const correctBody = z.strictObject({
  doctorName: saidName,
  pharmacyName: saidName,
  prescriptionDate: z.optional(z.nullable(recordDateSchema)),
})
export type SaidFacts = z.infer<typeof correctBody>

export const confirmAnswer = z.object({
  /** How many were added. */
  count: z.int(),
  /** The names of those that the user already has. */
  skippedDuplicates: z.array(z.string()),
})

export const prescriptionAnswer = prescriptionSchema
export const prescriptionListAnswer = z.array(prescriptionSchema)

const toldText = z._default(optionalText(z.string()), '')

/**
 * A medication as another server may return it: the four fields named in the specification, and the others if present.
 */
const toldMedication = z.extend(extractedMedicationSchema, {
  dosage: toldText,
  frequency: toldText,
  instructions: toldText,
  schedule: z._default(extractedMedicationSchema.shape.schedule, null),
  proposedTimes: z._default(extractedMedicationSchema.shape.proposedTimes, []),
  sources: z._default(extractedMedicationSchema.shape.sources, {}),
  asks: z._default(extractedMedicationSchema.shape.asks, []),
})

const toldPrescription = z.extend(prescriptionSchema, {
  id: z.pipe(
    z.string().check(z.minLength(1)),
    z.transform((id) => id as PrescriptionId),
  ),
  extractedMedications: z.array(toldMedication),
})

const UNSAID = { imageUrl: '', doctorName: null, pharmacyName: null, prescriptionDate: null }

const readTold = (known: Partial<Prescription>, told: unknown): Prescription | null =>
  typeof told === 'object' ? (toldPrescription.safeParse({ ...UNSAID, ...known, ...told }).data ?? null) : null

/** What an uploading client knows about the scan before it is read. */
export type AskedScan = Pick<Prescription, 'scanType' | 'uploadMethod' | 'createdAt'>

/**
 * Returns the scan in an upload's response; null if there is none. The specification only names `id`, `ocrText` and
 * `extractedMedications`: everything else that is missing is as requested, or empty.
 */
export function readScan(body: unknown, { scanType, uploadMethod, createdAt }: AskedScan): Prescription | null {
  return readTold({ scanType, uploadMethod, createdAt }, body)
}

/**
 * Returns the history from the response of GET /api/prescriptions; null if an entry is not a scan. The specification
 * does not name a scan's type.
 */
export function readHistory(body: unknown): Prescription[] | null {
  if (!Array.isArray(body)) return null
  const history = body.flatMap((told) => readTold({ scanType: 'prescription' }, told) ?? [])
  return history.length === body.length ? history : null
}

/** POST /api/ocr/extract-email: null when the picture shows no address. */
export const extractEmailAnswer = z.object({ email: z.nullable(z.string()) })

const path = (id: string, what: string): string => `/api/prescriptions/${id}${what}`

/** The paths of a scan's picture: full size and small. */
export const prescriptionImagePath = (id: string): string => path(id, '/image')
export const prescriptionThumbnailPath = (id: string): string => path(id, '/thumbnail')
