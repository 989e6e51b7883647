import { HOUR } from '#domain/lib/local-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { medicalDocuments } from '../db/schema/index.ts'
import type { Job } from '../jobs.ts'
import type { BlobStore } from './blob-store.ts'

/** An upload writes its files first and its row after them; no upload takes this long. */
const SETTLED = HOUR

/**
 * Removes the files that no document names: of uploads that were interrupted, and of documents and accounts that are gone. A file
 * that appears in a row later cannot be one of them: ids of files are given out once.
 */
export async function removeOrphans(db: Database, blobs: BlobStore, now: number): Promise<number> {
  const candidates = await blobs.idsBefore(now - SETTLED)
  if (candidates.length === 0) return 0
  const { imageBlob, thumbnailBlob } = medicalDocuments
  const rows = await db.select({ imageBlob, thumbnailBlob }).from(medicalDocuments)
  const named = new Set(rows.flatMap((row) => [row.imageBlob, row.thumbnailBlob]))
  const orphans = candidates.filter((id) => !named.has(id))
  for (const id of orphans) await blobs.remove(id)
  return orphans.length
}

/** Once an hour, on every server. */
export const orphansJob = (context: { db: Database; blobs: BlobStore; clock: Clock }): Job => ({
  name: 'files without a document',
  every: HOUR,
  run: async () => {
    await removeOrphans(context.db, context.blobs, context.clock.now())
  },
})
