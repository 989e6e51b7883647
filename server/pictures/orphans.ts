import { HOUR } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { eachOf, type Job } from '../queue/jobs.ts'
import type { BlobStore } from './blob-store.ts'
import { medicalDocuments, prescriptions } from './tables.ts'

/** An upload writes its files first and its row after them; no upload takes this long. */
const SETTLED = HOUR

/**
 * Removes the files that no document and no scan names: of uploads that were interrupted, and of documents and accounts that are gone. A file
 * that appears in a row later cannot be one of them: ids of files are given out once. One that cannot be removed keeps no other; then it
 * rejects, after all of them.
 */
export async function removeOrphans(db: Database, blobs: BlobStore, now: number): Promise<number> {
  const candidates = await blobs.idsBefore(now - SETTLED)
  if (candidates.length === 0) return 0
  const named = new Set<string>()
  for (const table of [medicalDocuments, prescriptions]) {
    const { imageBlob, thumbnailBlob } = table
    const rows = await db.select({ imageBlob, thumbnailBlob }).from(table)
    for (const row of rows) named.add(row.imageBlob).add(row.thumbnailBlob)
  }
  const orphans = candidates.filter((id) => !named.has(id))
  await eachOf(orphans, (id) => blobs.remove(id))
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
