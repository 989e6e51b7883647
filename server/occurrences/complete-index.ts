import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { serverMeta } from '../db/schema/server-meta.ts'
import { type Planned, planMissing } from './plan-missing.ts'

/**
 * The rule that decides which records have a row in the due index: medications (1), appointments (2), and those of
 * people without sign-in (3). Raise it when
 * records of older data get rows that they did not have: then the next start looks for them, once.
 */
const RULE = 3

/**
 * Completes the due index for data that is older than the index (R2.1), one portion of accounts at a time. Every write
 * keeps a complete index complete, and the database remembers that it is, so that later starts read one row and no
 * accounts. If an account could not be planned, the index is not complete, and the next start tries again.
 * @param done the progress: the account to continue after, and whether all earlier ones could be planned
 */
export async function completeIndex(
  db: Database,
  { after, isWhole }: { after: string | null; isWhole: boolean },
  now: number,
  portion: number,
): Promise<Planned> {
  if (after === null && (await isComplete(db))) return { next: null, faults: [] }
  const planned = await planMissing(db, after, now, portion)
  // A server of a later version may have run meanwhile: its rule stays.
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
