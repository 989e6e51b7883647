import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { t } from '#domain/language/translate.ts'
import type { UploadRefusal } from '../../metrics/uploads.ts'
import { DiskFull } from '../../platform/disk-watch.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../context.ts'
import { perAsker } from '../who.ts'
import type { UploadArea } from './areas.ts'
import { watchProgress } from './progress.ts'
import type { Spooled } from './spool.ts'

/** The contents of an upload: its texts, and its file or null. */
export interface UploadParts {
  fields: Record<string, string>
  file: Spooled | null
}

/** Room for what a form may contain besides its file: ten texts with their headers. */
const AROUND = 64 * 1024

/**
 * Less than 3 kB/s between two checks means a dead connection, or someone who wants the slot rather than the upload.
 * While others wait, it is 50 kB/s: the largest picture then takes five minutes, which is all the time a request has.
 */
const PROGRESS = { every: 20_000, least: 64 * 1024, leastWhileOthersWait: 1024 * 1024 }

/** Lets the routes of this app accept forms with one file of the area and a few texts. */
export async function takeUploads(app: App, area: UploadArea): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: area.most + 1, files: 1, fields: 10, parts: 11, fieldSize: 2000, fieldNameSize: 50 },
  })
  app.addHook('onResponse', readOnForAWhile)
}

/** How much is still read, and for how long (ms), of a body whose response has already been sent. */
const LINGER = { bytes: 32 * 1024 * 1024, within: 30_000, every: 250 }

/**
 * A browser reads the response only after it has sent its body or cannot send any more; closing the connection
 * immediately may lose the response. So the rest of the body is read and discarded, within limits.
 */
async function readOnForAWhile({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return
  const [from, begun] = [raw.socket.bytesRead, performance.now()]
  // Node delivers no bytes of a body that nothing reads, but the connection counts them.
  const timer = setInterval(() => {
    const isOver = performance.now() - begun > LINGER.within || raw.socket.bytesRead - from > LINGER.bytes
    if (isOver) raw.destroy()
  }, LINGER.every)
  timer.unref()
  raw.resume()
  const end = () => clearInterval(timer)
  raw.once('end', end)
  raw.once('close', end)
}

/**
 * Receives a form of the area and runs `work` on it when its turn comes. The account and its limits must have been
 * checked before: until then nothing of the body is read. The file is gone when `work` has ended.
 * @throws ApiError 413 for anything larger than the area allows, announced or not; 429 and 503 if there is no slot or
 * no disk space; 408 if it arrives too slowly; 400 if it is incomplete or malformed, or a text is too long.
 */
export async function receiveUpload<T>(
  area: UploadArea,
  request: FastifyRequest,
  work: (upload: UploadParts) => Promise<T>,
): Promise<T> {
  const { upload, leave } = await received(area, request).catch((error: unknown) => {
    if (error instanceof DiskFull) area.onRefused('room')
    else if (error instanceof ApiError) area.onRefused(REFUSALS[error.status] ?? 'broken')
    throw error
  })
  try {
    return await work(upload)
  } finally {
    await upload.file?.close()
    leave()
  }
}

const tooLarge = ({ tooLarge, field }: UploadArea) => new ApiError(413, 'too_large', t(tooLarge), { field })

const REFUSALS: Record<number, UploadRefusal> = { 408: 'slow', 413: 'size', 429: 'turn', 503: 'turn' }

async function received(area: UploadArea, request: FastifyRequest) {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > area.most + AROUND) throw tooLarge(area)
  await area.spool.requireRoom(announced)
  const leave = await area.slots.enter(perAsker(request))
  try {
    return { upload: await readWatched(area, request, announced), leave }
  } catch (error) {
    leave()
    throw error
  }
}

async function readWatched(area: UploadArea, request: FastifyRequest, announced: number): Promise<UploadParts> {
  const stop = new AbortController()
  const reading = readParts(area, request, { announced, signal: stop.signal })
  const progress = watchProgress(request.raw, {
    ...PROGRESS,
    most: area.most + AROUND,
    tooLarge: () => tooLarge(area),
    isContended: area.slots.isContended,
  })
  try {
    return await Promise.race([reading, progress.failed])
  } catch (error) {
    stop.abort(error)
    void reading.then(({ file }) => file?.close()).catch(() => {})
    return asRefusal(error)
  } finally {
    progress.stop()
  }
}

async function readParts(
  area: UploadArea,
  request: FastifyRequest,
  { announced, signal }: { announced: number; signal: AbortSignal },
): Promise<UploadParts> {
  const fields: Record<string, string> = {}
  let file: Spooled | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const spooled = await area.spool.take(part.file, { most: area.most, expected: announced, signal })
        if (!spooled) throw tooLarge(area)
        if (part.fieldname === area.field) file = spooled
        else await spooled.close()
      } else if (typeof part.value === 'string') {
        if (part.fieldnameTruncated || part.valueTruncated) {
          throw new ApiError(400, 'invalid', t('A text of the upload is too long.'), { field: part.fieldname })
        }
        fields[part.fieldname] = part.value
      }
    }
    return { fields, file }
  } catch (error) {
    await file?.close()
    throw error
  }
}

/**
 * The parser throws plain errors for incomplete or malformed bodies. A full disk shows up as an error that names the
 * failed system call.
 */
function asRefusal(error: unknown): never {
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  if (error instanceof ApiError) throw error
  throw new ApiError(400, 'invalid', t('The upload is incomplete. Please try again.'))
}
