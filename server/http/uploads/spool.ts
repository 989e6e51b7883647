import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { DiskWatch } from '../../platform/disk-watch.ts'

/** An uploaded file while it is being processed. */
export interface Spooled {
  size: number
  /** SHA-256, as base64url. */
  hash: string
  /** Its first bytes, which show what kind of file it is. */
  head: Buffer
  /** Returns some of its bytes. Throws RangeError if there are not that many. */
  read(at: number, length: number): Promise<Buffer>
  /** Yields the whole file in chunks, each time from the beginning. */
  chunks(): AsyncIterable<Buffer>
  /** Frees the space. May be called twice. */
  close(): Promise<void>
}

export interface Spool {
  /**
   * Writes an upload to a file. Returns null and keeps nothing as soon as there are more than `most` bytes; the rest is
   * not read.
   * @param expected announced bytes, which count towards the used space from the start
   * @throws ApiError 503 if there is too little disk space; the signal's reason if it is aborted
   */
  take(upload: Readable, limits: { most: number; expected: number; signal: AbortSignal }): Promise<Spooled | null>
  /** @throws ApiError 503 if there is too little disk space for this many bytes on top of those already announced. */
  requireRoom(bytes: number): Promise<void>
}

const HEAD = 64
const CHUNK = 256 * 1024
/** Bytes written between two checks of the disk. */
const LOOK_AFTER = 8 * 1024 * 1024

export const spoolIn = (dataDir: string): string => join(dataDir, 'spool')

/**
 * Removes files left by a process that ended after creating a file and before unlinking it. To be called at startup,
 * under the lock of the directory.
 */
export async function clearSpool(dataDir: string): Promise<void> {
  const names = await readdir(spoolIn(dataDir)).catch(() => [])
  for (const name of names) await rm(join(spoolIn(dataDir), name), { force: true })
}

/**
 * Keeps uploads in nameless files below DATA_DIR: each is unlinked before its first byte is written, so that the data
 * is gone when the file is closed or the process ends. All of them are on one disk, whose free space is watched.
 * @param onChange called with the total bytes in these files
 */
export function fileSpool(dataDir: string, disk: DiskWatch, onChange: (bytes: number) => void): Spool {
  let held = 0
  const hold = (more: number) => {
    held += more
    onChange(held)
  }
  /** Announced bytes that have not arrived yet. */
  let ahead = 0

  return {
    requireRoom: (bytes) => disk.requireRoom(ahead + bytes),
    async take(upload, { most, expected, signal }) {
      const room = claim(expected)
      // It may fail before anything reads it.
      upload.on('error', () => {})
      try {
        await disk.requireRoom(ahead)
        return await writeDown(addAbortSignal(signal, upload), most, room)
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      } finally {
        room.release()
      }
    },
  }

  /** Counts announced bytes until they have arrived or will not arrive any more. */
  function claim(bytes: number) {
    let open = bytes
    ahead += open
    const came = (more: number) => {
      const less = Math.min(open, more)
      open -= less
      ahead -= less
    }
    return { came, release: () => came(open) }
  }

  async function writeDown(
    upload: Readable,
    most: number,
    room: { came(bytes: number): void },
  ): Promise<Spooled | null> {
    const file = await nameless(dataDir)
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let size = 0
    let looked = 0
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= file.close().finally(() => {
        hold(-size)
      })
      return closing
    }
    try {
      for await (const chunk of upload as AsyncIterable<Buffer>) {
        if (size + chunk.length > most) {
          await close()
          return null
        }
        if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)])
        hash.update(chunk)
        await file.appendFile(chunk)
        size += chunk.length
        hold(chunk.length)
        room.came(chunk.length)
        if (size - looked < LOOK_AFTER) continue
        looked = size
        await disk.requireRoom(ahead)
      }
    } catch (error) {
      await close()
      throw error
    }
    return { size, hash: hash.digest('base64url'), head, ...reading(file, size), close }
  }
}

/** Creates a file and unlinks it before anything is written to it. */
async function nameless(dataDir: string): Promise<FileHandle> {
  await mkdir(spoolIn(dataDir), { recursive: true, mode: 0o700 })
  const path = join(spoolIn(dataDir), randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

function reading(file: FileHandle, size: number): Pick<Spooled, 'read' | 'chunks'> {
  const read = async (at: number, length: number): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafe(length)
    for (let from = 0; from < length; ) {
      const { bytesRead } = await file.read(bytes, from, length - from, at + from)
      if (bytesRead === 0) throw new RangeError('the file ends before')
      from += bytesRead
    }
    return bytes
  }
  return {
    read,
    async *chunks() {
      for (let at = 0; at < size; at += CHUNK) yield await read(at, Math.min(CHUNK, size - at))
    },
  }
}
