import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { UploadRefusal } from '../../metrics/uploads.ts'
import { DiskFull } from '../../platform/disk-watch.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../context.ts'
import { accountOf } from '../plugins/access.ts'
import type { UploadArea } from './areas.ts'
import { watchProgress } from './progress.ts'
import type { Spooled } from './spool.ts'

/** What an upload holds: its texts and its file, null when there is none. */
export interface UploadParts {
  fields: Record<string, string>
  file: Spooled | null
}

/** What a form may have around its file: ten texts with their heads. */
const AROUND = 64 * 1024

/**
 * Two looks without 3 kB/s are a connection that has gone, or somebody who wants the place and not the upload. While others wait, 50 kB/s:
 * the largest picture then takes five minutes, which is all that a request has.
 */
const PROGRESS = { every: 20_000, least: 64 * 1024, leastWhileOthersWait: 1024 * 1024 }

/** Lets the routes of this app take forms with one file of the area and a few texts. */
export async function takeUploads(app: App, area: UploadArea): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: area.most + 1, files: 1, fields: 10, parts: 11, fieldSize: 2000, fieldNameSize: 50 },
  })
  app.addHook('onResponse', readOnForAWhile)
}

/** What is read, and for how long (ms), of a body whose answer has gone out already. */
const LINGER = { bytes: 32 * 1024 * 1024, within: 30_000, every: 250 }

/**
 * A browser reads an answer once it has sent its body, or cannot send more of it: a connection that is cut at once may take the answer
 * along. What comes is read and forgotten, with an end to it.
 */
async function readOnForAWhile({ raw }: FastifyRequest): Promise<void> {
  if (raw.complete || raw.destroyed) return
  const [from, begun] = [raw.socket.bytesRead, performance.now()]
  // Of a body that nobody wanted Node gives no bytes out, but the connection counts them.
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
 * Receives a form of the area and has it worked on, at its turn. Who asks, and how often they may, is settled before: until then
 * nothing of the body was read. The file is gone when `work` has ended.
 * @throws ApiError 413 for what is larger than the area takes, announced or not; 429 and 503 when there is no place for it or no room
 * on the disk, 408 when it comes too slowly, 400 for what is cut off or malformed, or a text that is too long.
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

const tooLarge = ({ tooLarge, field }: UploadArea) => new ApiError(413, 'too_large', tooLarge, { field })

const REFUSALS: Record<number, UploadRefusal> = { 408: 'slow', 413: 'size', 429: 'turn', 503: 'turn' }

async function received(area: UploadArea, request: FastifyRequest) {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > area.most + AROUND) throw tooLarge(area)
  await area.spool.requireRoom(announced)
  const leave = await area.slots.enter(accountOf(request).user.id)
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
          throw new ApiError(400, 'invalid', 'A text of the upload is too long.', { field: part.fieldname })
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

/** The parser throws plain errors for what is cut off or malformed; a disk that is full says which call failed. */
function asRefusal(error: unknown): never {
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  if (error instanceof ApiError) throw error
  throw new ApiError(400, 'invalid', 'The upload is incomplete. Please try again.')
}
