import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { t } from '#domain/language/translate.ts'
import type { Spooled } from '../http/uploads/spool.ts'
import { ApiError } from '../platform/errors.ts'

const inflate = promisify(inflateRaw)

/** A few dozen files for each of 21 people, and a few thousand pictures. */
const MOST_ENTRIES = 5000
/** The largest directory for that many entries. */
const DIRECTORY_BYTES = 1024 * 1024

/** An entry of the central directory (APPNOTE.TXT, 4.3.12). The sizes it states are not trusted. */
interface Entry {
  /** Whether the bytes are deflated; otherwise they are stored unchanged. */
  isDeflated: boolean
  crc: number
  packed: number
  size: number
  /** Where its local header starts. */
  at: number
}

/** The bytes of a zip file, wherever they are stored. `read` is never asked for bytes beyond its size. */
export type ZipFile = Pick<Spooled, 'size' | 'read'>

/** A zip file that only unpacks what is requested. */
export interface ZipArchive {
  names: ReadonlySet<string>
  /**
   * Returns the content, or null if there is no such file. Throws ApiError 413 beyond `most` bytes, and 400 for damage.
   */
  read(name: string, most: number): Promise<Buffer | null>
}

const damaged = () =>
  new ApiError(400, 'invalid', t('The zip file is damaged or incomplete. Download the export again.'), {
    field: 'file',
  })

/**
 * Reads the directory of a zip file. Throws ApiError: 415 if it is not a zip; 400 if it is cut short, damaged or
 * encrypted, or has duplicate names or names that lead outside; 413 for too many files.
 */
export async function openZip(file: ZipFile): Promise<ZipArchive> {
  const entries = await readDirectory(file)
  return {
    names: new Set(entries.keys()),
    async read(name, most) {
      const entry = entries.get(name)
      return entry ? readEntry(file, { name, entry, most }) : null
    },
  }
}

async function bytesAt(file: ZipFile, at: number, length: number): Promise<Buffer> {
  if (at + length > file.size) throw damaged()
  return file.read(at, length)
}

const END = { signature: 0x06054b50, length: 22, longestComment: 65_535 }
const HEADER = { signature: 0x02014b50, length: 46 }
const LOCAL = { signature: 0x04034b50, length: 30 }
const ENCRYPTED = 1
const [STORED, DEFLATED] = [0, 8]

async function readDirectory(file: ZipFile): Promise<Map<string, Entry>> {
  const { size } = file
  const tail = await bytesAt(
    file,
    Math.max(0, size - END.length - END.longestComment),
    Math.min(size, END.length + END.longestComment),
  )
  const from = endIn(tail)
  if (from === null) {
    // What begins like a zip and has no end is a download that broke off.
    if (await beginsLikeZip(file)) throw damaged()
    throw new ApiError(
      415,
      'unsupported_media_type',
      t('This file is not a zip file. Choose the file that “Download everything” gave you.'),
      { field: 'file' },
    )
  }
  const [count, length, at] = [tail.readUInt16LE(from + 10), tail.readUInt32LE(from + 12), tail.readUInt32LE(from + 16)]
  if (count > MOST_ENTRIES || length > DIRECTORY_BYTES) {
    throw new ApiError(413, 'too_large', t('The zip file holds more files than an export has.'), {
      field: 'file',
    })
  }
  const bytes = await bytesAt(file, at, length)
  const entries = new Map<string, Entry>()
  let next = 0
  for (let index = 0; index < count; index += 1) {
    const { name, entry, end } = entryAt(bytes, next)
    if (entries.has(name)) throw damaged()
    entries.set(name, entry)
    next = end
  }
  return entries
}

async function beginsLikeZip(file: ZipFile): Promise<boolean> {
  return file.size >= 4 && (await file.read(0, 4)).readUInt32LE(0) === LOCAL.signature
}

/** Returns where the end of the directory starts: its comment reaches exactly to the end of the file. */
function endIn(tail: Buffer): number | null {
  for (let at = tail.length - END.length; at >= 0; at -= 1) {
    const isEnd = tail.readUInt32LE(at) === END.signature
    if (isEnd && at + END.length + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  return null
}

function entryAt(bytes: Buffer, at: number): { name: string; entry: Entry; end: number } {
  if (at + HEADER.length > bytes.length || bytes.readUInt32LE(at) !== HEADER.signature) throw damaged()
  const method = bytes.readUInt16LE(at + 10)
  const isReadable = (bytes.readUInt16LE(at + 8) & ENCRYPTED) === 0 && (method === STORED || method === DEFLATED)
  if (!isReadable) {
    throw new ApiError(400, 'invalid', t('The zip file is encrypted, or packed in a way that an export is not.'), {
      field: 'file',
    })
  }
  const nameLength = bytes.readUInt16LE(at + 28)
  const end = at + HEADER.length + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  if (end > bytes.length) throw damaged()
  const name = bytes.toString('utf8', at + HEADER.length, at + HEADER.length + nameLength)
  const entry = {
    isDeflated: method === DEFLATED,
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    at: bytes.readUInt32LE(at + 42),
  }
  return { name, entry, end }
}

async function readEntry(
  file: ZipFile,
  { name, entry, most }: { name: string; entry: Entry; most: number },
): Promise<Buffer> {
  const tooLarge = () =>
    new ApiError(413, 'too_large', t('{name} in the zip file is larger than an export’s can be.', { name }), {
      field: 'file',
    })
  // Data that cannot be compressed becomes slightly longer, never twice as long.
  if (entry.size > most || entry.packed > 2 * most) throw tooLarge()
  const header = await bytesAt(file, entry.at, LOCAL.length)
  if (header.readUInt32LE(0) !== LOCAL.signature) throw damaged()
  const start = entry.at + LOCAL.length + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await bytesAt(file, start, entry.packed)
  const bytes = entry.isDeflated ? await inflated(packed, most, tooLarge) : packed
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw damaged()
  return bytes
}

/** Counts the output while inflating, because the size stated in the file proves nothing. */
async function inflated(packed: Buffer, most: number, tooLarge: () => ApiError): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: most })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}
