import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { among, asRows, toTimestamp } from '../db/parameters.ts'
import { transaction } from '../db/transaction.ts'
import { reminderOccurrences } from '../occurrences/tables.ts'
import { pushSends } from '../push/tables.ts'
import type { Fault } from '../queue/set-aside.ts'
import { CLAIM } from './delivery.ts'

/**
 * Has occurrences processed again whose sends wait for another attempt, because their server ran out of time and is
 * presumed dead (R3.1) or the pause after a failed attempt is over (R3.3). Closes sends whose window has ended or that
 * have no occurrence any longer. Processes one portion and returns how many sends there were.
 */
export async function reopenSends(db: Database, now: number, portion: number): Promise<number> {
  return transaction(db, async (tx) => {
    const open = await tx
      .select({
        id: pushSends.id,
        userId: pushSends.userId,
        slotIds: pushSends.slotIds,
        expiresAt: pushSends.expiresAt,
        attempts: pushSends.attempts,
      })
      .from(pushSends)
      .where(
        and(
          eq(pushSends.outcome, 'pending'),
          lte(pushSends.claimedAt, new Date(now - CLAIM)),
          // Those of supplies have no occurrence, and their job looks after them (R10.4).
          ne(pushSends.kind, 'supply'),
        ),
      )
      .orderBy(asc(pushSends.claimedAt))
      .limit(portion)
      .for('update', { skipLocked: true })
    // A value that is not a list belongs to no occurrence: the send is closed and holds up no one else.
    const inTime = open.filter(({ expiresAt, slotIds }) => expiresAt.getTime() > now && Array.isArray(slotIds))
    const woken = await wakeOccurrences(tx, inTime, now)
    const over = open.filter(
      (send) => !inTime.includes(send) || !send.slotIds.some((slotId) => woken.has(`${send.userId} ${slotId}`)),
    )
    for (const outcome of ['failed', 'expired'] as const) {
      const ids = over.filter(({ attempts }) => attempts > 0 === (outcome === 'failed')).map(({ id }) => id)
      if (ids.length > 0) await tx.update(pushSends).set({ outcome }).where(inArray(pushSends.id, ids))
    }
    return open.length
  })
}

/** Returns those slots' existing occurrences, as `account slot`. */
async function wakeOccurrences(
  tx: Database,
  sends: readonly { userId: string; slotIds: readonly string[] }[],
  now: number,
): Promise<Set<string>> {
  if (sends.length === 0) return new Set()
  const rows = sends.flatMap(({ userId, slotIds }) => slotIds.map((slotId) => ({ user_id: userId, slot_id: slotId })))
  const woken = await tx
    .update(reminderOccurrences)
    .set({ lookAt: sql`least(${reminderOccurrences.lookAt}, ${new Date(now).toISOString()}::timestamptz)` })
    .where(
      sql`(${reminderOccurrences.userId}, ${reminderOccurrences.slotId}) in (select row.user_id, row.slot_id
        from jsonb_to_recordset(${asRows(rows)}) as row (user_id uuid, slot_id text))`,
    )
    .returning({ userId: reminderOccurrences.userId, slotId: reminderOccurrences.slotId })
  return new Set(woken.map(({ userId, slotId }) => `${userId} ${slotId}`))
}

/**
 * Postpones attempts whose occurrences were just set aside. Otherwise they would be due all the time while no server
 * could make them.
 */
export async function postponeSends(tx: Database, faults: readonly Fault[], now: number): Promise<void> {
  if (faults.length === 0) return
  const people = faults.map(({ userId }) => userId)
  await tx.execute(sql`
    update push_sends set claimed_at = set_aside.next_try_at - ${CLAIM} * interval '1 millisecond'
    from reminder_rings, set_aside
    where ${among(reminderOccurrences.userId, people)} and set_aside.subject = reminder_rings.medication_id
      and set_aside.kind = 'reminder' and push_sends.user_id = reminder_rings.user_id
      and push_sends.outcome = 'pending' and push_sends.claimed_at <= ${toTimestamp(now - CLAIM)}
      and push_sends.slot_ids ? reminder_rings.slot_id`)
}

/**
 * Releases attempts that were claimed but not made, so that they do not have to wait for their claim to end.
 * @param ids null for all except those waiting out a push service's pause
 */
export async function releaseSends(db: Database, ids: readonly string[] | null, now: number): Promise<void> {
  if (ids?.length === 0) return
  await db
    .update(pushSends)
    .set({ claimedAt: new Date(now - CLAIM) })
    .where(
      and(
        eq(pushSends.outcome, 'pending'),
        isNull(pushSends.status),
        ids === null ? undefined : inArray(pushSends.id, [...ids]),
      ),
    )
}
