import type { BlobStore } from './blob-store.ts'
import { SealBroken } from './sealing.ts'

/** How many are on their way at once: enough to hide the distance to a service, too few to fill memory (15 MB each). */
const AT_ONCE = 8

export interface Moved {
  /** Copied now, each read back and compared. */
  copied: number
  /** Those that were there already, the same to the byte. */
  present: number
  /** Removed from where they were; 0 unless asked for. */
  removed: number
}

/**
 * Copies every blob to the other place, and reads each back. What is there already and the same is left as it is, so that an
 * interrupted move goes on. Nothing is removed from the source unless asked, and then only after everything is at the other place.
 * Throws what a store throws (SealBroken for a source of another key), and Error for a copy that is not what was put.
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

/** A broken one, or one of another key, is not there: it is written anew. */
async function isThere(store: BlobStore, id: string, bytes: Buffer): Promise<boolean> {
  const found = await store.get(id).catch((error: unknown) => {
    if (error instanceof SealBroken) return null
    throw error
  })
  return found?.equals(bytes) ?? false
}

/** Several at once. The first that fails is the last that is begun. */
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
