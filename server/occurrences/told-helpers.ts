import { and, eq, gt, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { helperNotices } from './tables.ts'

/** Has what helpers were told about these doses looked at again at `now` (ms): what holds no more is withdrawn (R11.4). */
export async function lookAtTold(tx: Database, userId: string, which: SQL | undefined, now: number): Promise<void> {
  await tx
    .update(helperNotices)
    .set({ lookAt: new Date(now) })
    .where(and(eq(helperNotices.userId, userId), eq(helperNotices.outcome, 'told'), which))
}

/**
 * Does the same for the doses of the last day of these medications, whose plan or log has changed. Of an earlier one
 * nobody waits to hear, and each would be one more notification.
 */
export const lookAtPlanned = (
  tx: Database,
  userId: string,
  medicationIds: readonly string[],
  now: number,
): Promise<void> => {
  const isOne = inArray(helperNotices.medicationId, [...medicationIds])
  return lookAtTold(tx, userId, and(isOne, gt(helperNotices.slotAt, new Date(now - DAY))), now)
}

/** Forgets the notices about a deleted medication, once those of the last day are withdrawn. */
export async function forgetNotices(tx: Database, userId: string, medicationId: string, now: number): Promise<void> {
  await lookAtPlanned(tx, userId, [medicationId], now)
  const isOver = or(ne(helperNotices.outcome, 'told'), isNull(helperNotices.lookAt))
  const own = and(eq(helperNotices.userId, userId), eq(helperNotices.medicationId, medicationId))
  await tx.delete(helperNotices).where(and(own, isOver))
}
