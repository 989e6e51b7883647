import { lt } from 'drizzle-orm'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { adminAudit } from '../db/schema/admin-audit.ts'
import type { Context } from '../http/context.ts'
import { newServerId } from '../platform/ids.ts'

/** How long administrators' actions stay on record: long enough to look into a complaint from the year before. */
export const AUDIT_KEPT = 2 * 365 * DAY

export interface AdminAct {
  /** The administrator. */
  actorId: string
  /** The account it was done to, if any. */
  subjectId?: string
  act: typeof adminAudit.$inferInsert.act
  /** Months, kinds and counts; never a name, an address or a text. */
  details?: Record<string, string | number>
}

/** Records an administrator's action in the transaction that performs it, so that neither exists without the other. */
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

/** Deletes entries older than AUDIT_KEPT. `now` is in milliseconds since the epoch. */
export async function purgeAdminAudit(db: Database, now: number): Promise<void> {
  await db.delete(adminAudit).where(lt(adminAudit.at, new Date(now - AUDIT_KEPT)))
}
