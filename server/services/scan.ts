import type { LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { type PrescriptionFields, prescriptionFields } from '#domain/protocol/prescriptions.ts'
import { readLabel } from '#domain/understanding/label.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Reading, Recognised } from '../recognition/recogniser.ts'
import type { UploadTarget } from './picture-upload.ts'
import { addPrescriptionEffect, type Scanned } from './prescriptions.ts'
import { type Answer, refused } from './sync-answer.ts'

/** A page full of small print; more is no label. */
const LONGEST = 20_000

/** The print on a picture that was made ready. Throws ApiError for what says nothing about the picture. */
export async function textOn(
  { recogniser }: Pick<Context, 'recogniser'>,
  image: Uint8Array,
  signal: AbortSignal,
): Promise<{ found: Reading } | { refusal: Answer }> {
  const recognised = await recogniser.read(image, signal)
  if (recognised.kind === 'unread') return { refusal: refusalOf(recognised) }
  const { text, confidence } = recognised
  return { found: { text: text.slice(0, LONGEST).toWellFormed(), confidence } }
}

function refusalOf({ reason }: Extract<Recognised, { kind: 'unread' }>): Answer {
  switch (reason) {
    case 'unreadable':
      return refused(
        422,
        'invalid',
        'The picture could not be read. Take it again, or choose another one.',
        'image',
      )
    case 'timeout':
      return refused(
        422,
        'invalid',
        'The picture took too long to read. Take it again, closer to the label.',
        'image',
      )
    case 'busy':
    case 'cancelled':
      throw new ApiError(
        503,
        'unavailable',
        'Many pictures are being read right now. Please try again in a moment.',
        { headers: { 'retry-after': '20' } },
      )
  }
}

/** Where uploads become scans: the print is read before anything is written. A reading whose person is gone ends. */
export function scanUpload(
  context: Pick<Context, 'recogniser' | 'clock'>,
  signal: AbortSignal,
): UploadTarget<PrescriptionFields, Reading> {
  return {
    path: '/api/prescriptions/upload',
    fields: prescriptionFields,
    look: (image) => textOn(context, image, signal),
    add(scope, { fields, pictures, found }) {
      const today = localAt(scope.now, scope.user.zone).date
      const scanned = fields.scanType === 'appointment' ? cardOf(found.text) : scannedOf(found, today)
      return addPrescriptionEffect(scope, { fields, pictures, scanned })
    },
  }
}

/** An appointment card is read by the appointments' own parser, on the page. */
const cardOf = (ocrText: string): Scanned => ({
  ocrText,
  doctorName: null,
  pharmacyName: null,
  prescriptionDate: null,
  extractedMedications: [],
})

function scannedOf({ text: ocrText, confidence }: Reading, today: LocalDate): Scanned {
  const { medications, doctor, pharmacy, date } = readLabel(ocrText, { today, confidence })
  return {
    ocrText,
    doctorName: doctor?.value ?? null,
    pharmacyName: pharmacy?.value ?? null,
    prescriptionDate: date?.value ?? null,
    extractedMedications: medications,
  }
}
