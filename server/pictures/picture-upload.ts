import { createHash } from 'node:crypto'
import { type $ZodType, parse } from 'zod/v4/core'
import { t } from '#domain/language/translate.ts'
import type { Spooled } from '../http/uploads/spool.ts'
import { ApiError } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { type Answer, codeOf, refused } from '../sync/answer.ts'
import { type KeyedWrite, storedAnswers } from '../sync/idempotency.ts'
import {
  type Effect,
  fingerprintOfWrite,
  performWrite,
  type WriteAnswer,
  type WriteCall,
  type Writer,
  type WriteScope,
  writeCall,
} from '../sync/writes.ts'
import type { PictureContext } from './context.ts'
import { kindProblem, pictureKind } from './picture-kind.ts'
import type { Prepared } from './picture-workshop.ts'
import { quotaRefusal } from './storage.ts'

/** The files of an uploaded picture. */
export interface Pictures {
  imageBlob: string
  thumbnailBlob: string
  /** Of both files. */
  imageBytes: number
  /** SHA-256 of the upload, as base64url. */
  uploadHash: string
}

/** An upload as received and parsed. */
export interface Upload {
  user: Writer
  /** The form's texts. */
  fields: Record<string, string>
  /** Null if there was none. */
  image: Spooled | null
  /** The Idempotency-Key; with null, the upload is not remembered. */
  key: string | null
}

/** Where an uploaded picture goes. */
export interface UploadTarget<Fields, Found> {
  path: string
  /** The form's texts. */
  fields: $ZodType<Fields>
  /**
   * Examines the prepared picture before anything is written. Throws ApiError for problems that say nothing about the
   * picture.
   */
  look(image: Uint8Array, fields: Fields): Promise<{ found: Found } | { refusal: Answer }>
  /** Adds the record whose files have already been written. `took`: whether the record took the files. */
  add(
    scope: WriteScope,
    upload: { fields: Fields; pictures: Pictures; found: Found },
  ): Promise<Effect & { took: boolean }>
}

export type UploadContext = Pick<
  PictureContext,
  'db' | 'clock' | 'random' | 'facts' | 'changeNotifications' | 'journal' | 'config' | 'blobs' | 'workshop' | 'uploads'
>

const NO_FILE = () => refused(400, 'invalid', t('No file selected. Choose a picture.'), 'image')
/** SHA-256 of nothing, as base64url. */
const NO_HASH = createHash('sha256').digest('base64url')

/**
 * Saves an uploaded picture. Decoding, examining it and writing the files happen before the transaction and outside of
 * it (docs/architecture.md). If the upload does not become a record, its files are removed. The key's fingerprint
 * covers the texts and the picture itself, not the surrounding bytes, which differ each time. Throws ApiError for
 * problems that say nothing about this upload, such as too many at once.
 */
export async function saveUpload<Fields, Found>(
  context: UploadContext,
  upload: Upload,
  target: UploadTarget<Fields, Found>,
): Promise<WriteAnswer> {
  const { user, fields, image, key } = upload
  const { path } = target
  const uploadHash = image?.hash ?? NO_HASH
  // performWrite gets, and fingerprints, what was sent without the picture's own bytes.
  const body = { ...fields, image: uploadHash }
  const perform = async (accept: WriteCall['accept']) => {
    const call: WriteCall = { method: 'POST', path, worksOn: 'change', erases: null, accept }
    const answer = await performWrite(context, { user, call, id: '', body, key })
    if (codeOf(answer) === 'storage_full') context.uploads.pictures.onRefused('quota')
    return answer
  }
  const refuse = (answer: Answer) => perform(() => answer)
  const refusal = refusalOf(upload, target)
  if (refusal) return refuse(refusal)
  if (key !== null) {
    const keyed: KeyedWrite = { userId: user.id, key, fingerprint: fingerprintOfWrite('POST', path, body) }
    const stored = (await storedAnswers(context.db, user.id, [keyed])).get(key)
    // A repeated upload is not decoded again.
    if (stored) return refuse(stored)
  }
  // Checked again under the lock, with the real sizes.
  const full = await quotaRefusal(context.db, user.id, context.config, 1)
  if (full) return refuse(full)
  const prepared = await context.workshop.prepare(image as Spooled)
  if (prepared.kind === 'refused') return refuse(pictureRefusal(prepared))
  const read = parse(target.fields, fields)
  const looked = await target.look(prepared.image, read)
  if ('refusal' in looked) return refuse(looked.refusal)
  const pictures: Pictures = {
    imageBlob: newServerId(context.clock, context.random),
    thumbnailBlob: newServerId(context.clock, context.random),
    imageBytes: prepared.image.length + prepared.thumbnail.length,
    uploadHash,
  }
  await context.blobs.put(pictures.imageBlob, prepared.image)
  await context.blobs.put(pictures.thumbnailBlob, prepared.thumbnail)
  let isTaken = false
  const answer = await perform(() => ({
    effect: async (scope) => {
      const { took, ...effect } = await target.add(scope, { fields: read, pictures, found: looked.found })
      isTaken = took
      return effect
    },
  }))
  if (!isTaken) await removePictures(context, pictures)
  return answer
}

/** Returns why the upload is not a picture we accept, before decoding anything; null if it may be one. */
export function noPicture(image: Spooled | null): Answer | null {
  if (!image || image.size === 0) return NO_FILE()
  return pictureKind(image.head) ? null : refused(415, 'unsupported_media_type', kindProblem(image.head), 'image')
}

function refusalOf<Fields>(
  upload: Upload,
  { path, fields }: Pick<UploadTarget<Fields, unknown>, 'path' | 'fields'>,
): Answer | null {
  const problem = noPicture(upload.image)
  if (problem) return problem
  const checking = writeCall({ method: 'POST', path, body: fields, effect: async () => NO_FILE() })
  const accepted = checking.accept({ id: '', body: upload.fields })
  return 'status' in accepted ? accepted : null
}

/**
 * Returns the response for a picture that is not accepted. Throws ApiError 503 if the reason says nothing about the
 * picture.
 */
export function pictureRefusal({ reason }: Extract<Prepared, { kind: 'refused' }>): Answer {
  switch (reason) {
    case 'too-large':
      return refused(
        413,
        'too_large',
        t('The picture has more than 50 megapixels. Take it again with a smaller size.'),
        'image',
      )
    case 'timeout':
      return refused(
        422,
        'invalid',
        t('The picture took too long to read. Take it again, or save it as a JPEG.'),
        'image',
      )
    case 'unreadable':
      return refused(
        422,
        'invalid',
        t('The picture is damaged or incomplete and cannot be read. Take it again, or choose another file.'),
        'image',
      )
    case 'busy':
      throw new ApiError(
        503,
        'unavailable',
        t('Many pictures are being saved right now. Please try again in a moment.'),
        {
          headers: { 'retry-after': '10' },
        },
      )
  }
}

/**
 * Removes the files of a record that is gone or was never added. A file that stays behind is removed with the orphans.
 */
export async function removePictures(
  { blobs }: Pick<PictureContext, 'blobs'>,
  { imageBlob, thumbnailBlob }: Pick<Pictures, 'imageBlob' | 'thumbnailBlob'>,
): Promise<void> {
  await Promise.allSettled([blobs.remove(imageBlob), blobs.remove(thumbnailBlob)])
}
