import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { rowsAsJson, toTimestamp } from '../db/parameters.ts'
import { transaction } from '../db/transaction.ts'
import { pauses } from '../platform/turns.ts'
import { doseRow } from './dose-rows.ts'
import { AHEAD } from './log-place.ts'
import { lockState } from './state.ts'
import { doseEvents } from './tables.ts'

/**
 * Returns where rows ahead of an account (log-place.ts) begin: far enough above `seq` to stay ahead whatever it writes
 * meanwhile.
 */
const placeAhead = (seq: number): number => seq + 2 * AHEAD

/** Rows per statement: on PGlite everyone waits for each one. */
const PORTION = 200

/** An event's id already belongs to a row of another account. */
export class IdTaken extends Error {}

/**
 * Writes events ahead of an account whose sequence is `seq`, replacing any left there earlier. Returns the sequence
 * before the first of them. Throws IdTaken, or 410 if the account was deleted; `removeAhead` removes what was written
 * until then.
 */
export async function writeAhead(
  db: Database,
  userId: string,
  { events, seq, now }: { events: readonly DoseEvent[]; seq: number; now: number },
): Promise<number> {
  await removeAhead(db, userId, now)
  const before = placeAhead(seq)
  const pause = pauses()
  for (let start = 0; start < events.length; start += PORTION) {
    const rows = events
      .slice(start, start + PORTION)
      .map((event, index) => doseRow(event, { userId, seq: before + start + index + 1, now }))
    await pause()
    await transaction(db, async (tx) => {
      await lockState(tx, userId, now)
      const written = await tx
        .insert(doseEvents)
        .select(rowsAsJson(doseEvents, rows))
        .onConflictDoNothing()
        .returning({ id: doseEvents.id })
      if (written.length < rows.length) throw new IdTaken()
    })
  }
  return before
}

/** Returns how many rows are ahead of the account. The transaction must hold its lock. */
export const countAhead = (tx: Database, userId: string, seq: number): Promise<number> =>
  tx.$count(doseEvents, and(eq(doseEvents.userId, userId), gt(doseEvents.seq, seq + AHEAD)))

/**
 * Removes rows that are ahead of the account, in portions. It holds the account's lock, since a row may be about to
 * join the log.
 */
export async function removeAhead(db: Database, userId: string, now: number): Promise<void> {
  const pause = pauses()
  for (let removed = PORTION; removed === PORTION; ) {
    await pause()
    removed = await transaction(db, async (tx) => {
      const { seq } = await lockState(tx, userId, now)
      const some = tx
        .select({ id: doseEvents.id })
        .from(doseEvents)
        .where(and(eq(doseEvents.userId, userId), gt(doseEvents.seq, seq + AHEAD)))
        .limit(PORTION)
      const rows = await tx.delete(doseEvents).where(inArray(doseEvents.id, some)).returning({ id: doseEvents.id })
      return rows.length
    })
  }
}

/** Accounts checked per query. */
const ACCOUNTS = 1000

/** Removes what imports interrupted before this instant (ms) left behind. Safe to run at any time. */
export async function removeLeftAhead(db: Database, before: number, now: number): Promise<void> {
  for (let after: string | null = null; ; ) {
    const { rows } = (await db.execute(sql`
      with accounts as (
        select user_id, seq from sync_state where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`}
        order by user_id limit ${ACCOUNTS})
      select user_id as id, exists (
        select 1 from dose_events where dose_events.user_id = accounts.user_id
          and dose_events.seq > accounts.seq + ${AHEAD} and received_at < ${toTimestamp(before)}) as left_some
      from accounts order by user_id`)) as unknown as { rows: { id: string; left_some: boolean }[] }
    for (const { id, left_some } of rows) if (left_some) await removeAhead(db, id, now)
    if (rows.length < ACCOUNTS) return
    after = rows.at(-1)?.id ?? null
  }
}

/**
 * Removes all rows that are ahead, for one account or for all, in the transaction that raises their sequences for a new
 * epoch.
 */
export const removeAllAhead = (tx: Database, userId?: string): Promise<unknown> =>
  tx.execute(sql`
    delete from dose_events using sync_state
    where sync_state.user_id = dose_events.user_id and dose_events.seq > sync_state.seq + ${AHEAD}
      and ${userId === undefined ? sql`true` : sql`sync_state.user_id = ${userId}`}`)
