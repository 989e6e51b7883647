import { type BlobStore, checkBlobId } from '../pictures/blob-store.ts'
import type { PictureWorkshop } from '../pictures/picture-workshop.ts'

/** Blobs in memory, for servers whose files no test looks at. They pass the same suite as the real ones. */
export function memoryBlobs(now: () => number = Date.now): BlobStore & { size(): number } {
  const blobs = new Map<string, { bytes: Buffer; at: number }>()
  return {
    put: async (id, bytes) => void blobs.set(checkBlobId(id), { bytes: Buffer.from(bytes), at: now() }),
    get: async (id) => blobs.get(checkBlobId(id))?.bytes ?? null,
    remove: async (id) => void blobs.delete(id),
    idsBefore: async (instant) => [...blobs].flatMap(([id, { at }]) => (at < instant ? [id] : [])),
    size: () => blobs.size,
  }
}

/** For servers that receive no pictures. */
export const NO_WORKSHOP: PictureWorkshop = {
  prepare: async () => ({ kind: 'refused', reason: 'busy' }),
  close: () => {},
}
