import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { DiskWatch } from '../../platform/disk-watch.ts'

/** An uploaded file while it is worked on. */
export interface Spooled {
  size: number
  /** SHA-256, as base64url. */
  hash: string
  /** Its first bytes, by which its kind is known. */
  head: Buffer
  /** Some bytes of it. Throws RangeError where there are not that many. */
  read(at: number, length: number): Promise<Buffer>
  /** All of it in pieces, from the beginning each time. */
  chunks(): AsyncIterable<Buffer>
  /** Gives its room back. May be called twice. */
  close(): Promise<void>
}

export interface Spool {
  /**
   * Writes an upload into a file. Null, and nothing is kept, as soon as there are more than `most` bytes; the rest is not read then.
   * @param expected bytes that were announced; the room for them is taken into account from the beginning
   * @throws ApiError 503 when the disk has too little room for it; the signal's reason when that is aborted
   */
  take(upload: Readable, limits: { most: number; expected: number; signal: AbortSignal }): Promise<Spooled | null>
  /** @throws ApiError 503 when the disk has too little room for so many bytes, beside what is announced already. */
  requireRoom(bytes: number): Promise<void>
}

const HEAD = 64
const CHUNK = 256 * 1024
/** Bytes that are written before the disk is looked at again. */
const LOOK_AFTER = 8 * 1024 * 1024

export const spoolIn = (dataDir: string): string => join(dataDir, 'spool')

/** Removes what a process left that ended between the making of a file and the removal of its name. For a start, under the lock of the directory. */
export async function clearSpool(dataDir: string): Promise<void> {
  const names = await readdir(spoolIn(dataDir)).catch(() => [])
  for (const name of names) await rm(join(spoolIn(dataDir), name), { force: true })
}

/**
 * Files without a name below DATA_DIR: each is removed from its directory before the first byte is in it, so that what people upload
 * is gone when the file is closed, or when the process ends. One disk for all that is written: its room is watched.
 * @param onChange hears how many bytes lie in them
 */
export function fileSpool(dataDir: string, disk: DiskWatch, onChange: (bytes: number) => void): Spool {
  let held = 0
  const hold = (more: number) => {
    held += more
    onChange(held)
  }
  /** What was announced and has not come yet. */
  let ahead = 0

  return {
    requireRoom: (bytes) => disk.requireRoom(ahead + bytes),
    async take(upload, { most, expected, signal }) {
      const room = claim(expected)
      // It may fail before it is read.
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

  /** Counts what was announced until it has come, or comes no more. */
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

/** A file that is gone from its directory before anything is in it. */
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
