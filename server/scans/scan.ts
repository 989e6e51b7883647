import type { ProposedMedication } from '@dosewell/reading/label-proposals'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { type PrescriptionFields, prescriptionFields } from '#domain/protocol/prescriptions.ts'
import { type FieldSource, PRINT_LENGTH } from '#domain/records/prescription.ts'
import type { LabelModel } from '../ai/label-model.ts'
import type { ServiceFailure } from '../ai/service-call.ts'
import type { PictureContext } from '../pictures/context.ts'
import type { UploadTarget } from '../pictures/picture-upload.ts'
import { ApiError } from '../platform/errors.ts'
import { whenNeeded } from '../platform/when-needed.ts'
import type { Reading, Recognised } from '../recognition/recogniser.ts'
import { type Answer, refused } from '../sync/answer.ts'
import { addPrescriptionEffect, type Scanned } from './prescriptions.ts'

/** Returns the text on a prepared picture. Throws ApiError for problems that say nothing about the picture. */
export async function textOn(
  { recogniser }: Pick<PictureContext, 'recogniser'>,
  image: Uint8Array,
  signal: AbortSignal,
): Promise<{ found: Reading } | { refusal: Answer }> {
  const recognised = await recogniser.read(image, signal)
  if (recognised.kind === 'unread') return { refusal: refusalOf(recognised) }
  const { text, confidence, lineConfidences } = recognised
  const shortened = text.slice(0, PRINT_LENGTH).toWellFormed()
  return { found: { text: shortened, confidence, ...(lineConfidences && { lineConfidences }) } }
}

function refusalOf({ reason }: Extract<Recognised, { kind: 'unread' }>): Answer {
  switch (reason) {
    case 'unreadable':
      return refused(422, 'invalid', t('The picture could not be read. Take it again, or choose another one.'), 'image')
    case 'timeout':
      return refused(
        422,
        'invalid',
        t('The picture took too long to read. Take it again, closer to the label.'),
        'image',
      )
    case 'busy':
    case 'cancelled':
      throw new ApiError(
        503,
        'unavailable',
        t('Many pictures are being read right now. Please try again in a moment.'),
        {
          headers: { 'retry-after': '20' },
        },
      )
  }
}

/** The text on a label, and what a language model made of it, if there is one. */
interface Looked extends Reading {
  proposed: readonly ProposedMedication[]
  reader: Awaited<ReturnType<typeof reader>>
}

const reader = whenNeeded(async () => {
  const [{ readLabel }, { withProposals }] = await Promise.all([
    import('@dosewell/reading/label'),
    import('@dosewell/reading/label-proposals'),
  ])
  return { readLabel, withProposals }
})

export interface ScanContext extends Pick<PictureContext, 'recogniser' | 'clock'> {
  /** Null if none is configured. */
  model: LabelModel | null
  /** Called if the model gave no response; the scan continues without it. */
  onSilence(why: ServiceFailure, status: number | null): void
}

/**
 * Returns the target that turns uploads into scans: the text is read before anything is written. The reading ends if
 * the client disconnects.
 */
export function scanUpload(context: ScanContext, signal: AbortSignal): UploadTarget<PrescriptionFields, Looked> {
  const { model, onSilence } = context
  async function proposalsFor(text: string): Promise<readonly ProposedMedication[]> {
    if (!model || text.trim() === '') return []
    const answer = await model.propose(text, signal)
    if (answer.ok) return answer.value
    onSilence(answer.why, answer.status)
    return []
  }
  return {
    path: '/api/prescriptions/upload',
    fields: prescriptionFields,
    async look(image, { scanType }) {
      const read = await textOn(context, image, signal)
      if ('refusal' in read) return read
      const proposed = scanType === 'prescription' ? await proposalsFor(read.found.text) : []
      return { found: { ...read.found, proposed, reader: await reader() } }
    },
    add(scope, { fields, pictures, found }) {
      const today = localAt(scope.now, scope.user.zone).date
      const scanned = fields.scanType === 'appointment' ? cardOf(found.text) : scannedOf(found, today)
      return addPrescriptionEffect(scope, { fields, pictures, scanned })
    },
  }
}

/** The appointments' own parser reads an appointment card, on the page. */
const cardOf = (ocrText: string): Scanned => ({
  ocrText,
  doctorName: null,
  pharmacyName: null,
  prescriptionDate: null,
  extractedMedications: [],
})

function scannedOf({ text: ocrText, proposed, reader, ...sureness }: Looked, today: LocalDate): Scanned {
  const { medications, doctor, pharmacy, date } = reader.readLabel(ocrText, { today, ...sureness })
  return {
    ocrText,
    doctorName: doctor?.value ?? null,
    pharmacyName: pharmacy?.value ?? null,
    prescriptionDate: date?.value ?? null,
    sources: { doctorName: sourceOf(doctor), pharmacyName: sourceOf(pharmacy), prescriptionDate: sourceOf(date) },
    extractedMedications: reader.withProposals(medications, proposed, { text: ocrText, today }),
  }
}

const sourceOf = (fact: FieldSource | null): FieldSource | undefined =>
  fact ? { words: fact.words, confidence: fact.confidence } : undefined
