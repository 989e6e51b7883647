import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { ApiError } from '../errors.ts'

/** What an upload holds: its texts and its file, which is empty when it is larger than the area takes, and null when there is none. */
export interface UploadParts {
  fields: Record<string, string>
  file: Buffer | null
  isTooLarge: boolean
}

/** Lets the area take forms with one file of at most `fileSize` bytes and a few texts. */
export async function takeUploads(app: App, fileSize: number): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize, files: 1, fields: 10, parts: 11, fieldSize: 2000, fieldNameSize: 50 },
  })
}

/**
 * Reads the upload whose file is called `fileField`. Reads all of it, also what is not taken: a connection that is cut while the client
 * sends gives it no answer to read.
 * @throws ApiError 400 for what is cut off or malformed, or a text that is too long.
 */
export const readUpload = (request: FastifyRequest, fileField: string): Promise<UploadParts> =>
  readParts(request, fileField).catch(asRefusal)

async function readParts(request: FastifyRequest, fileField: string): Promise<UploadParts> {
  const fields: Record<string, string> = {}
  let file: Buffer | null = null
  let isTooLarge = false
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk)
      isTooLarge ||= part.file.truncated
      if (part.fieldname === fileField) file = isTooLarge ? Buffer.alloc(0) : Buffer.concat(chunks)
    } else if (typeof part.value === 'string') {
      if (part.fieldnameTruncated || part.valueTruncated) {
        throw new ApiError(400, 'invalid', 'A text of the upload is too long.', { field: part.fieldname })
      }
      fields[part.fieldname] = part.value
    }
  }
  return { fields, file, isTooLarge }
}

/** The parser throws plain errors for what is cut off or malformed; a disk that is full says which call failed. */
export function asRefusal(error: unknown): never {
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  if (error instanceof ApiError) throw error
  throw new ApiError(400, 'invalid', 'The upload is incomplete. Please try again.')
}
