import { createHash } from 'node:crypto'
import { DOCUMENT_BYTES, uploadFields } from '#domain/protocol/documents.ts'
import type { Context } from '../context.ts'
import { kindProblem, pictureKind } from '../documents/picture-kind.ts'
import type { Prepared } from '../documents/picture-workshop.ts'
import { ApiError } from '../errors.ts'
import { newServerId } from '../ids.ts'
import { addDocumentEffect, type Pictures } from './documents.ts'
import { type KeyedWrite, storedAnswers } from './idempotency.ts'
import { type Answer, refused } from './sync-answer.ts'
import {
  fingerprintOfWrite,
  performWrite,
  type WriteAnswer,
  type WriteCall,
  type Writer,
  writeCall,
} from './sync-writes.ts'

const PATH = '/api/medical-documents/upload'

/** An upload as it came, parsed. */
export interface Upload {
  user: Writer
  /** The texts beside the picture. */
  fields: Record<string, string>
  /** Null when there was none. */
  image: Buffer | null
  /** Whether more came than is taken; then `image` is not all of it. */
  isTooLarge: boolean
  /** The Idempotency-Key; null runs it without remembering it. */
  key: string | null
}

type UploadContext = Pick<
  Context,
  'db' | 'clock' | 'random' | 'facts' | 'pokes' | 'journal' | 'config' | 'blobs' | 'workshop'
>

const NO_FILE = refused(400, 'invalid', 'No file selected. Choose a picture of the document.', 'image')
const TOO_LARGE = refused(413, 'too_large', 'The picture is larger than 15 MB.', 'image')

/**
 * Saves an uploaded picture as a document. Decoding and writing the files come before the transaction and outside of it (DESIGN §2);
 * the files of an upload that does not become a document are removed. The key's fingerprint covers the texts and the picture itself, not
 * the bytes around them, which differ from one sending to the next. Throws ApiError for what says nothing about this
 * upload: too much at once.
 */
export async function saveUpload(context: UploadContext, upload: Upload): Promise<WriteAnswer> {
  const { user, fields, image, key } = upload
  const uploadHash = createHash('sha256')
    .update(image ?? '')
    .digest('base64url')
  // What performWrite is given as the body, and fingerprints, is what was sent without the picture's own bytes.
  const body = { ...fields, image: uploadHash }
  const perform = (call: WriteCall) => performWrite(context, { user, call, id: '', body, key })
  const refusal = refusalOf(upload)
  if (refusal) return perform(refusing(refusal))
  if (key !== null) {
    const keyed: KeyedWrite = { userId: user.id, key, fingerprint: fingerprintOfWrite('POST', PATH, body) }
    const stored = (await storedAnswers(context.db, user.id, [keyed])).get(key)
    // A repetition is not decoded again.
    if (stored) return perform(refusing(stored))
  }
  const prepared = await context.workshop.prepare(image as Buffer)
  if (prepared.kind === 'refused') return perform(refusing(pictureRefusal(prepared)))
  const pictures: Pictures = {
    imageBlob: newServerId(context.clock, context.random),
    thumbnailBlob: newServerId(context.clock, context.random),
    imageBytes: prepared.image.length,
    uploadHash,
  }
  await context.blobs.put(pictures.imageBlob, prepared.image)
  await context.blobs.put(pictures.thumbnailBlob, prepared.thumbnail)
  const kept = { took: false }
  const answer = await perform(adding(pictures, kept))
  if (!kept.took) await removePictures(context, pictures)
  return answer
}

function refusalOf({ fields, image, isTooLarge }: Upload): Answer | null {
  if (isTooLarge || (image?.length ?? 0) > DOCUMENT_BYTES) return TOO_LARGE
  if (!image || image.length === 0) return NO_FILE
  if (!pictureKind(image)) return refused(415, 'unsupported_media_type', kindProblem(image), 'image')
  return fieldsProblem(fields)
}

/** The refusal of the texts, before anything is decoded. */
function fieldsProblem(fields: Record<string, string>): Answer | null {
  const accepted = checking.accept({ id: '', body: fields })
  return typeof accepted === 'function' ? null : accepted
}

const checking = writeCall({
  method: 'POST',
  path: PATH,
  body: uploadFields,
  effect: async () => NO_FILE,
})

const refusing = (answer: Answer): WriteCall => ({
  method: 'POST',
  path: PATH,
  erases: null,
  accept: () => answer,
})

const adding = (pictures: Pictures, kept: { took: boolean }): WriteCall => ({
  method: 'POST',
  path: PATH,
  erases: null,
  accept: ({ body }) => {
    const { image: _hash, ...texts } = body as Record<string, string>
    const fields = uploadFields.parse(texts)
    return async (scope) => {
      const { took, ...effect } = await addDocumentEffect(scope, fields, pictures)
      kept.took = took
      return effect
    }
  },
})

/** Why a picture is not kept, as an answer. Throws ApiError 503 when that says nothing about the picture. */
export function pictureRefusal({ reason }: Extract<Prepared, { kind: 'refused' }>): Answer {
  switch (reason) {
    case 'too-large':
      return refused(
        413,
        'too_large',
        'The picture has more than 50 megapixels. Take it again with a smaller size.',
        'image',
      )
    case 'timeout':
      return refused(
        422,
        'invalid',
        'The picture took too long to read. Take it again, or save it as a JPEG.',
        'image',
      )
    case 'unreadable':
      return refused(
        422,
        'invalid',
        'The picture is damaged or incomplete and cannot be read. Take it again, or choose another file.',
        'image',
      )
    case 'busy':
      throw new ApiError(
        503,
        'unavailable',
        'Many pictures are being saved right now. Please try again in a moment.',
        {
          headers: { 'retry-after': '10' },
        },
      )
  }
}

/** Removes the files of a document that is gone, or never was. One that stays behind is removed with the orphans. */
export async function removePictures(
  { blobs }: Pick<Context, 'blobs'>,
  { imageBlob, thumbnailBlob }: Pick<Pictures, 'imageBlob' | 'thumbnailBlob'>,
): Promise<void> {
  await Promise.allSettled([blobs.remove(imageBlob), blobs.remove(thumbnailBlob)])
}
