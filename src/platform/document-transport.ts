import { uploadTexts } from '#domain/commands/document-command.ts'
import { thumbnailPath } from '#domain/protocol/documents.ts'
import type { SyncAnswer } from '#src/sync/ports.ts'
import type { UploadRequest, UploadTransport } from '#src/sync/upload-queue.ts'
import { answerOf, createHttpTransport, headersOf, readAnswer } from './http-transport.ts'
import type { Whose } from './whose.ts'

const UPLOAD_PATH = '/api/medical-documents/upload'
/** An upload that has not moved for this long has failed. While it keeps moving, it may take any time. */
const STALLED = 60_000
/** A thumbnail is only a few kilobytes. */
const THUMBNAIL_LIMIT = 30_000

/** Carries the body of an upload; null if no answer arrived. */
export type UploadCarrier = (request: {
  path: string
  headers: Record<string, string>
  body: FormData
  key: string
}) => Promise<SyncAnswer | null>

/** Returns the transport of the upload queue: ordinary requests, uploads through the given carrier, and thumbnails. */
export function createUploadTransport(whose: Whose, carry: UploadCarrier): UploadTransport {
  return {
    ...createHttpTransport(whose),
    upload: (request) =>
      carry({
        path: UPLOAD_PATH,
        headers: headersOf(whose, request),
        body: formOf(request),
        key: request.key,
      }),
    async thumbnail(id) {
      try {
        const response = await fetch(thumbnailPath(id), {
          headers: headersOf(whose, {}),
          credentials: 'same-origin',
          cache: 'no-store',
          redirect: 'error',
          signal: AbortSignal.timeout(THUMBNAIL_LIMIT),
        })
        const isPicture = response.ok && response.headers.get('content-type') === 'image/jpeg'
        return isPicture ? await response.blob() : null
      } catch {
        return null
      }
    },
  }
}

function formOf({ command, image }: UploadRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(uploadTexts(command))) form.append(name, value)
  form.append('image', image, 'document.jpg')
  return form
}

/**
 * For workers, which have no XMLHttpRequest. If it takes too long the browser ends the worker, and a page continues.
 */
export const carryByFetch: UploadCarrier = async ({ path, headers, body }) => {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body,
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(5 * STALLED),
    })
    return await readAnswer(response)
  } catch {
    return null
  }
}

export interface WatchedUploads {
  carry: UploadCarrier
  /**
   * Aborts the upload with that key, unless all of it has been sent: then its answer is on the way and may be worth
   * waiting for.
   */
  abort(key: string, options?: { evenWhenSent: boolean }): void
}

/**
 * Reports the progress of each upload to a page, from 0 to 1, and null once it has ended; fetch cannot report progress.
 * An upload on which nothing moves for `stalled` milliseconds is aborted, even while its answer is awaited.
 */
export function watchedUploads(
  onProgress: (key: string, share: number | null) => void,
  stalled = STALLED,
): WatchedUploads {
  const running = new Map<string, { request: XMLHttpRequest; isSent: boolean }>()
  const carry: UploadCarrier = ({ path, headers, body, key }) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      const upload = { request, isSent: false }
      let ending = setTimeout(() => request.abort(), stalled)
      const moved = () => {
        clearTimeout(ending)
        ending = setTimeout(() => request.abort(), stalled)
      }
      running.set(key, upload)
      onProgress(key, 0)
      request.upload.onprogress = ({ loaded, total }) => {
        moved()
        upload.isSent = loaded === total
        onProgress(key, total === 0 ? 0 : loaded / total)
      }
      request.onloadend = () => {
        clearTimeout(ending)
        running.delete(key)
        onProgress(key, null)
        resolve(readRequest(request))
      }
      request.open('POST', path)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.send(body)
    })
  return {
    carry,
    abort(key, { evenWhenSent } = { evenWhenSent: false }) {
      const upload = running.get(key)
      if (upload && (evenWhenSent || !upload.isSent)) upload.request.abort()
    },
  }
}

function readRequest(request: XMLHttpRequest): SyncAnswer | null {
  if (request.status === 0) return null
  try {
    return answerOf({
      status: request.status,
      statusText: request.statusText,
      text: request.responseText,
      header: (name) => request.getResponseHeader(name),
    })
  } catch {
    return null
  }
}
