import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { serverMeta } from '../db/schema/server-meta.ts'
import { type Planned, planMissing } from './due-index.ts'

/**
 * The rule by which medications (1) and appointments (2) have a row in the due index. To be raised by whoever gives rows to records of older
 * data that had none: then the next start looks for them, once.
 */
const RULE = 2

/**
 * Completes the due index of data that is older than it (R2.1): a portion of accounts, beginning after that one. Every write keeps a
 * complete index complete, so that the database remembers it: later starts read one row and no accounts. With an account that could
 * not be planned it is not complete: the next start looks for it again.
 * @param done where it is: the account to go on after, and whether every one before could be planned
 */
export async function completeIndex(
  db: Database,
  { after, isWhole }: { after: string | null; isWhole: boolean },
  now: number,
  portion: number,
): Promise<Planned> {
  if (after === null && (await isComplete(db))) return { next: null, faults: [] }
  const planned = await planMissing(db, after, now, portion)
  // A server of a later version may have been here meanwhile: its rule stays.
  if (planned.next === null && planned.faults.length === 0 && isWhole) {
    await db
      .update(serverMeta)
      .set({ reminderRule: RULE })
      .where(and(eq(serverMeta.id, 1), lt(serverMeta.reminderRule, RULE)))
  }
  return planned
}

async function isComplete(db: Database): Promise<boolean> {
  const [facts] = await db.select({ rule: serverMeta.reminderRule }).from(serverMeta).where(eq(serverMeta.id, 1))
  return facts !== undefined && facts.rule >= RULE
}
