import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** An uploaded file that is too large for the memory. */
export interface Spooled {
  file: FileHandle
  size: number
  /** SHA-256, as base64url. */
  hash: string
}

/**
 * Writes an upload to a file without a name: it is removed from its directory before the first byte is in it, so that it is gone when
 * it is closed, or when the process ends. Null, and nothing is kept, for more than `most` bytes; all of them are read, since a
 * connection that is cut gives the sender no answer.
 */
export async function spool(upload: Readable, most: number): Promise<Spooled | null> {
  const path = join(tmpdir(), `dosewell-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of upload as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) continue
      hash.update(chunk)
      await writeWhole(file, chunk)
    }
    if (size <= most) return { file, size, hash: hash.digest('base64url') }
    await file.close()
    return null
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A write may take only the beginning of what it is given. */
async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten
}
