import { fileURLToPath } from 'node:url'
import { type HelperLimits, helperProcess } from '../platform/processes/helper-process.ts'

/** A picture as it was uploaded: nobody holds it but while it is decoded. */
export interface PictureSource {
  /** Bytes. */
  size: number
  /** All of it, in pieces. */
  chunks(): AsyncIterable<Uint8Array>
}

/** What the process that decodes is sent beside the bytes, and what it answers. */
export interface PictureJob {
  size: number
}
export type PictureAnswer =
  | { kind: 'prepared'; image: Uint8Array; thumbnail: Uint8Array; width: number; height: number }
  | { kind: 'refused'; reason: 'unreadable' | 'too-large' }

/** A picture made ready to be kept, or why it is not: `busy` says nothing about the picture. */
export type Prepared = PictureAnswer | { kind: 'refused'; reason: 'timeout' | 'busy' }

/** Makes pictures ready: decoded, upright, freed of all that is no picture, encoded anew, with a small version. Never throws. */
export interface PictureWorkshop {
  prepare(picture: PictureSource): Promise<Prepared>
  close(): void
}

/** A picture that is in memory anyway. */
export const heldPicture = (bytes: Uint8Array): PictureSource => ({
  size: bytes.length,
  async *chunks() {
    yield bytes
  },
})

/** 50 megapixels take about four seconds on a slow core. */
const LIMITS: HelperLimits = { timeout: 40_000, waiting: 8, idle: 60_000 }

const PROCESS = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

/** One process of its own, one picture at a time. */
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
