import { lt } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { adminAudit } from '../db/schema/admin-audit.ts'
import type { Context } from '../http/context.ts'
import { newServerId } from '../platform/ids.ts'

/** How long it is kept what administrators did: long enough to look into a complaint of the year before. */
export const AUDIT_KEPT = 2 * 365 * DAY

export interface AdminAct {
  /** The administrator. */
  actorId: string
  /** Whom it was done to, where it was done to an account. */
  subjectId?: string
  act: typeof adminAudit.$inferInsert.act
  /** Months, kinds and counts; never a name, an address or a text. */
  details?: Record<string, string | number>
}

/** Notes what an administrator does, in the transaction that does it: neither is ever there without the other. */
export async function recordAdminAct(
  tx: Database,
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  { actorId, subjectId, act, details = {} }: AdminAct,
): Promise<void> {
  await tx.insert(adminAudit).values({
    id: newServerId(clock, random),
    at: new Date(clock.now()),
    actorId,
    subjectId: subjectId ?? null,
    act,
    details,
  })
}

/** Removes what is older than AUDIT_KEPT. `now` in milliseconds since the epoch. */
export async function purgeAdminAudit(db: Database, now: number): Promise<void> {
  await db.delete(adminAudit).where(lt(adminAudit.at, new Date(now - AUDIT_KEPT)))
}
