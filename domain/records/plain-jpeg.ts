/** A stretch of a JPEG from a marker up to the next one (ISO/IEC 10918-1, annex B). */
interface JpegPart {
  marker: number
  from: number
  to: number
}

const [START, END, SCAN] = [0xd8, 0xd9, 0xda]
/** Baseline, extended and progressive, in Huffman coding: what browsers draw. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2]
/** What else it takes to draw one: Huffman tables, quantisation tables, and the restart interval. */
const TABLES: readonly number[] = [0xc4, 0xdb, 0xdd]
/** The head of a JFIF without a preview: marker, length, name with its end, version, density, and a preview of 0 × 0. */
const JFIF = { marker: 0xe0, length: 18, name: [0x4a, 0x46, 0x49, 0x46, 0], preview: 16 } as const
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

const isNeeded = (bytes: Uint8Array, part: JpegPart): boolean =>
  part.marker === SCAN || FRAMES.includes(part.marker) || TABLES.includes(part.marker) || isJfif(bytes, part)

const isJfif = (bytes: Uint8Array, { marker, from, to }: JpegPart): boolean =>
  marker === JFIF.marker &&
  to - from === JFIF.length &&
  JFIF.name.every((letter, index) => bytes[from + 4 + index] === letter) &&
  bytes[from + JFIF.preview] === 0 &&
  bytes[from + JFIF.preview + 1] === 0

/** Returns its parts between start and end; null if the bytes are no JPEG. Whatever follows the end is none of it. */
function partsOf(bytes: Uint8Array): JpegPart[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null
  const parts: JpegPart[] = []
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]
    if (marker === undefined) return null
    if (marker === END) return parts
    const head = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    if (head < at + 4 || head > bytes.length) return null
    const to = marker === SCAN ? endOfScan(bytes, head) : head
    parts.push({ marker, from: at, to })
    at = to
  }
  return null
}

/** Returns where the next marker begins after the coded pixels, in which 0xff is followed by 0 or by a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && !isRestart(next)) return at
    at += 1
  }
  return at
}

/**
 * Returns the JPEG with nothing in it but what draws it: no EXIF (with its place and time), no previews, comments or
 * profiles, nothing after its end. Null if the bytes are no JPEG.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array | null {
  const parts = partsOf(bytes)?.filter((part) => isNeeded(bytes, part))
  if (!parts?.some(({ marker }) => marker === SCAN) || sizesOf(bytes, parts).length !== 1) return null
  const pieces = [
    Uint8Array.of(0xff, START),
    ...parts.map(({ from, to }) => bytes.subarray(from, to)),
    Uint8Array.of(0xff, END),
  ]
  const plain = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    plain.set(piece, at)
    at += piece.length
  }
  return plain
}

const sizesOf = (bytes: Uint8Array, parts: readonly JpegPart[]): { width: number; height: number }[] => {
  const number = (at: number) => ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
  return parts.flatMap(({ marker, from }) =>
    FRAMES.includes(marker) ? { height: number(from + 5), width: number(from + 7) } : [],
  )
}

/** Returns its width and height in pixels; null if the bytes are no JPEG. */
export const jpegSize = (bytes: Uint8Array): { width: number; height: number } | null =>
  sizesOf(bytes, partsOf(bytes) ?? [])[0] ?? null
