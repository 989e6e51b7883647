import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'
import type { BlobStore } from '../pictures/blob-store.ts'
import { pauses } from '../platform/turns.ts'

/** The contents of one user's export. */
export interface Export {
  /** The text of each file in pieces, created on demand. */
  files: { name: string; pieces: Iterable<string> }[]
  /** Read one at a time while the zip is sent. */
  pictures: { name: string; blob: string }[]
}

/** Characters compressed at a time. */
const PORTION = 64 * 1024

/**
 * Yields the export as a zip in pieces, each made when the last one was taken, so that the server can respond to others
 * in between. A picture deleted meanwhile is left out.
 */
export async function* zipOf({ files, pictures }: Export, blobs: Pick<BlobStore, 'get'>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate')
  let ready: Uint8Array[] = []
  const take = () => {
    const pieces = ready
    ready = []
    return pieces
  }
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for (const { name, pieces } of files) {
    const entry = new DeflatedFile(name)
    zip.add(entry)
    for await (const text of portionsOf(pieces)) {
      await entry.write(Buffer.from(text))
      yield* take()
    }
    await entry.end()
    yield* take()
  }
  for (const { name, blob } of pictures) {
    const bytes = await blobs.get(blob)
    if (!bytes) continue
    // Pictures are compressed already.
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(bytes, true)
    yield* take()
  }
  zip.end()
  yield* take()
}

/** Joins short pieces, with pauses in between. */
async function* portionsOf(pieces: Iterable<string>): AsyncGenerator<string> {
  const pause = pauses()
  let text = ''
  for (const piece of pieces) {
    text += piece
    await pause()
    if (text.length < PORTION) continue
    yield text
    text = ''
  }
  yield text
}

const DEFLATED = 8

/** A file in a zip, compressed by zlib in a separate thread. */
class DeflatedFile implements ZipInputFile {
  readonly filename: string
  readonly compression = DEFLATED
  size = 0
  crc = 0
  /** Set by the zip that it is added to. */
  ondata: NonNullable<ZipInputFile['ondata']> = () => {}
  private readonly deflate = createDeflateRaw()

  constructor(filename: string) {
    this.filename = filename
    this.deflate.on('data', (packed: Buffer) => this.ondata(null, new Uint8Array(packed), false))
  }

  async write(bytes: Buffer): Promise<void> {
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    await new Promise<void>((resolve, reject) => {
      this.deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  async end(): Promise<void> {
    const ended = once(this.deflate, 'end')
    this.deflate.end()
    await ended
    this.ondata(null, new Uint8Array(0), true)
  }
}

/** Yields a list as JSON, entry by entry, exactly as `JSON.stringify(rows, null, 1)` would. */
export function* jsonList(rows: Iterable<unknown>): Generator<string, void> {
  let before = '['
  for (const row of rows) {
    yield `${before}\n ${JSON.stringify(row, null, 1).replaceAll('\n', '\n ')}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
