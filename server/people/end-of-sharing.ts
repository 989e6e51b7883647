import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { syncState, tombstones } from '../sync/tables.ts'
import { grants } from './tables.ts'

/**
 * Notes for everybody who accepted one of these grants that the person is no longer shared with them, before the grants
 * themselves are deleted: their devices are told `person_gone` for good, and hear of a change of their profile (S14.5).
 */
export async function noteEndOfSharing(tx: Database, which: SQL | undefined, now: number): Promise<void> {
  const ended = await tx
    .selectDistinct({ userId: grants.helperId, id: grants.userId })
    .from(grants)
    .where(and(which, isNotNull(grants.helperId)))
  const helpers = [...new Set(ended.flatMap(({ userId }) => userId ?? []))].sort()
  if (helpers.length === 0) return
  // Under the lock of each, so that nothing is noted for an account that is being erased.
  const touched = await tx
    .update(syncState)
    .set({ seq: sql`${syncState.seq} + 1`, profileSeq: sql`${syncState.seq} + 1`, updatedAt: new Date(now) })
    .where(inArray(syncState.userId, helpers))
    .returning({ userId: syncState.userId })
  const isThere = new Set(touched.map(({ userId }) => userId))
  const rows = ended.flatMap(({ userId, id }) => (userId !== null && isThere.has(userId) ? [{ userId, id }] : []))
  if (rows.length === 0) return
  await tx
    .insert(tombstones)
    .values(rows.map((row) => ({ ...row, kind: 'sharing' as const, deletedAt: new Date(now) })))
    .onConflictDoNothing()
}

/** The same for one helper of a person, whom a restored database need not know (S11.8). */
export async function noteEndFor(tx: Database, helperId: string, personId: string, now: number): Promise<void> {
  await tx
    .insert(tombstones)
    .values({ userId: helperId, id: personId, kind: 'sharing', deletedAt: new Date(now) })
    .onConflictDoNothing()
}

/** Returns whether the account deleted this person, or is known to see them no more. */
export async function isKnownGone(db: Database, accountId: string, id: string): Promise<boolean> {
  const isOfPerson = inArray(tombstones.kind, ['person', 'sharing'])
  return (await db.$count(tombstones, and(eq(tombstones.userId, accountId), eq(tombstones.id, id), isOfPerson))) > 0
}
