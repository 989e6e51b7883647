import { HOUR } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { eachOf, type Job } from '../queue/jobs.ts'
import type { BlobStore } from './blob-store.ts'
import { medicalDocuments, prescriptions } from './tables.ts'

/** An upload writes its files first and its row afterwards; no upload takes this long. */
const SETTLED = HOUR

/**
 * Removes files that no document and no scan names, left by interrupted uploads and by deleted documents and accounts.
 * A row can never name one of them later, since file ids are used only once. If one cannot be removed, the others still
 * are, and then it rejects.
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

/** Runs once an hour, on every server. */
export const orphansJob = (context: { db: Database; blobs: BlobStore; clock: Clock }): Job => ({
  name: 'files without a document',
  every: HOUR,
  run: async () => {
    await removeOrphans(context.db, context.blobs, context.clock.now())
  },
})
