import { t } from '#domain/language/translate.ts'
import { readSentence } from '#domain/protocol/errors.ts'
import { type AskedScan, extractEmailAnswer, readScan } from '#domain/protocol/prescriptions.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { classify } from '#src/sync/classify.ts'
import type { SyncAnswer } from '#src/sync/ports.ts'
import { watchedUploads } from './document-transport.ts'
import { headersOf } from './http-transport.ts'
import type { Whose } from './whose.ts'

const PATH = '/api/prescriptions/upload'
/** The server may read several pictures before this one, each for up to a minute. */
const STALLED = 180_000

/** A picture to be read, with what the server needs to know about it. */
export type ScanUpload = Pick<Prescription, 'id' | 'scanType' | 'uploadMethod' | 'createdAt'> & {
  image: Blob
}

export type ScanAnswer =
  | { kind: 'read'; prescription: Prescription }
  /** `isFinal`: sending it again would get the same answer. */
  | { kind: 'refused'; status: number; message: string; isFinal: boolean }
  | { kind: 'no-answer' }

/**
 * POST /api/ocr/extract-email: returns the first address on a picture, which the server does not store; null if there
 * is none, undefined if no usable answer came.
 */
export async function extractEmail(image: Blob): Promise<string | null | undefined> {
  const body = new FormData()
  body.append('image', image, 'paper.jpg')
  try {
    const response = await fetch('/api/ocr/extract-email', {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(STALLED),
      body,
    })
    return response.ok ? extractEmailAnswer.parse(await response.json()).email : undefined
  } catch {
    return undefined
  }
}

/** A running upload: its answer, and a way to abort it immediately at any point. */
export interface RunningScan {
  answer: Promise<ScanAnswer>
  cancel(): void
}

/**
 * POST /api/prescriptions/upload. Never rejects; a cancelled upload has no answer.
 * @param onSent how much of the picture has been sent, from 0 to 1
 */
export function uploadScan(whose: Whose, scan: ScanUpload, onSent: (share: number) => void): RunningScan {
  const uploads = watchedUploads((_key, share) => share !== null && onSent(share), STALLED)
  const answer = uploads.carry({ path: PATH, headers: headersOf(whose, {}), body: formOf(scan), key: scan.id })
  return {
    answer: answer.then((got) => scanAnswerOf(got, scan)),
    cancel: () => uploads.abort(scan.id, { evenWhenSent: true }),
  }
}

function formOf({ id, scanType, uploadMethod, createdAt, image }: ScanUpload): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ id, scanType, uploadMethod, createdAt })) form.append(name, value)
  form.append('image', image, 'scan.jpg')
  return form
}

/**
 * Returns what an answer means (texts of failures: specification, section 8). A success that is not ours came from
 * something in between.
 */
export function scanAnswerOf(answer: SyncAnswer | null, asked: AskedScan): ScanAnswer {
  if (answer === null) return { kind: 'no-answer' }
  const { status, body } = answer
  if (status >= 200 && status < 300) {
    const prescription = readScan(body, asked)
    return prescription ? { kind: 'read', prescription } : { kind: 'no-answer' }
  }
  const message = readSentence(body) ?? t('Upload failed with status {status}', { status })
  return { kind: 'refused', status, message, isFinal: isFinal(answer) }
}

/**
 * Returns whether sending again is pointless. Nothing fails at a gate (S6.2), and a temporary failure says nothing
 * about the picture. Premium that ended can be renewed, and the picture waits for it.
 */
function isFinal(answer: SyncAnswer): boolean {
  const outcome = classify(answer, false)
  return outcome.kind === 'refused' && outcome.refusal.code !== 'premium_required'
}
