import { fileURLToPath } from 'node:url'
import { type HelperLimits, helperProcess } from '../platform/processes/helper-process.ts'

/** An uploaded picture; it is only in memory while it is decoded. */
export interface PictureSource {
  /** In bytes. */
  size: number
  /** Yields the whole picture in chunks. */
  chunks(): AsyncIterable<Uint8Array>
}

/** What the decoding process is sent besides the bytes, and its response. */
export interface PictureJob {
  size: number
}
export type PictureAnswer =
  | { kind: 'prepared'; image: Uint8Array; thumbnail: Uint8Array; width: number; height: number }
  | { kind: 'refused'; reason: 'unreadable' | 'too-large' }

/** A picture ready to be stored, or why it is not; `busy` says nothing about the picture. */
export type Prepared = PictureAnswer | { kind: 'refused'; reason: 'timeout' | 'busy' }

/**
 * Prepares pictures: decodes them, turns them upright, drops everything that is not picture, and encodes them again,
 * with a small version. Never throws.
 */
export interface PictureWorkshop {
  prepare(picture: PictureSource): Promise<Prepared>
  close(): void
}

/** Returns the source for a picture that is already in memory. */
export const heldPicture = (bytes: Uint8Array): PictureSource => ({
  size: bytes.length,
  async *chunks() {
    yield bytes
  },
})

/** 50 megapixels take about four seconds on a slow core. */
const LIMITS: HelperLimits = { timeout: 40_000, waiting: 8, idle: 60_000 }

const PROCESS = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

/** Runs one separate process, one picture at a time. */
export function pictureWorkshop(limits: HelperLimits = LIMITS, file: string = PROCESS): PictureWorkshop {
  const helper = helperProcess<PictureJob, PictureAnswer>(file, limits)
  return {
    async prepare({ size, chunks }) {
      const outcome = await helper.ask({ size }, { input: chunks })
      if (outcome.ok) return outcome.answer
      const { why } = outcome
      return { kind: 'refused', reason: why === 'timeout' || why === 'busy' ? why : 'unreadable' }
    },
    close: helper.close,
  }
}
