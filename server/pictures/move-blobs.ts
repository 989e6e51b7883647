import type { BlobStore } from './blob-store.ts'
import { SealBroken } from './sealing.ts'

/** How many are moved in parallel: enough to hide the latency of a service, too few to fill the memory (15 MB each). */
const AT_ONCE = 8

export interface Moved {
  /** Copied in this run, read back and compared. */
  copied: number
  /** Already there, with identical bytes. */
  present: number
  /** Removed from the source; 0 unless requested. */
  removed: number
}

/**
 * Copies every blob to the other store and reads it back. Identical blobs already there are left alone, so that an
 * interrupted move can continue. Nothing is removed from the source unless requested, and then only after everything
 * has been copied. Throws what a store throws (SealBroken for a source with another key), and Error if a copy differs
 * from what was put.
 */
export async function moveBlobs(from: BlobStore, to: BlobStore, deleteSource: boolean): Promise<Moved> {
  const moved: Moved = { copied: 0, present: 0, removed: 0 }
  const ids = await from.idsBefore(Number.POSITIVE_INFINITY)
  const there = new Set(await to.idsBefore(Number.POSITIVE_INFINITY))
  await eachOf(ids, async (id) => {
    const bytes = await from.get(id)
    // Deleted since the list was made.
    if (bytes === null) return
    if (there.has(id) && (await isThere(to, id, bytes))) {
      moved.present += 1
      return
    }
    await to.put(id, bytes)
    if (!(await isThere(to, id, bytes))) throw new Error(`The copy of ${id} is not what was put.`)
    moved.copied += 1
  })
  if (!deleteSource) return moved
  await eachOf(ids, async (id) => {
    await from.remove(id)
    moved.removed += 1
  })
  return moved
}

/** A broken blob, or one sealed with another key, counts as missing and is written again. */
async function isThere(store: BlobStore, id: string, bytes: Buffer): Promise<boolean> {
  const found = await store.get(id).catch((error: unknown) => {
    if (error instanceof SealBroken) return null
    throw error
  })
  return found?.equals(bytes) ?? false
}

/** Works on several at a time and starts no more after the first failure. */
async function eachOf(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const left = ids[Symbol.iterator]()
  const worker = async () => {
    try {
      for (const id of left) await work(id)
    } catch (error) {
      for (const _ of left);
      throw error
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
