import { sql } from 'drizzle-orm'
import type { Clock, RandomBytes } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { serverMeta, syncState, users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import { newServerId } from '../ids.ts'
import { doubtOpenMails } from '../mail/queue.ts'
import { removeAllAhead } from './log-ahead.ts'
import { lockState, type SyncState, saveState } from './sync-state.ts'

/** More commits than an account makes in a millisecond. With it, sequences stay below 2^53 until the year 2255. */
const PER_MILLISECOND = 1000
/** For a clock that was set back: more commits than an account makes before it has caught up. */
const SPAN = 1_000_000_000

/**
 * Where the commits of an epoch that begins now are counted from: above every commit of every epoch before it (S11.6). By
 * the clock, because a snapshot knows nothing of the epochs that were begun after it was made.
 */
const baseAt = (now: number): number => now * PER_MILLISECOND

/** Whether a device may really have seen that sequence by now. */
export const isPlausibleSeq = (seq: number, now: number): boolean => seq < baseAt(now) + SPAN

/**
 * Begins a new epoch for every account of a database that was taken back to an older state (S11.2). To be called while no
 * server runs on it: servers read the epoch when they start.
 */
export async function beginEpoch(
  db: Database,
  { clock, random }: { clock: Clock; random: RandomBytes },
): Promise<{ epoch: string }> {
  const epoch = newServerId(clock, random)
  const base = baseAt(clock.now())
  await transaction(db, async (tx) => {
    await removeAllAhead(tx)
    await doubtOpenMails(tx, clock.now())
    await tx.update(serverMeta).set({ epoch, firstSeq: sql`greatest(${serverMeta.firstSeq}, ${base}::bigint)` })
    // An account that had written nothing then has nothing in common with what its devices know; the next restore must know.
    await tx.execute(sql`
      insert into ${syncState} (user_id, restored_seq, updated_at)
      select ${users.id}, 0, ${new Date(clock.now()).toISOString()}::timestamptz from ${users}
      on conflict do nothing`)
    await tx.update(syncState).set({
      // An account may be taken back twice before a device returns: what is surely common is the lower of the two.
      restoredSeq: sql`least(coalesce(${syncState.restoredSeq}, ${syncState.seq}), ${syncState.seq})`,
      seq: sql`case when ${syncState.seq} < ${base}::bigint then ${base}::bigint else ${syncState.seq} + ${SPAN}::bigint end`,
    })
  })
  return { epoch }
}

/** By chance, because one and the same older database may take the place of the newer more than once, and counts alike. */
const newGeneration = (random: RandomBytes): number => 1 + (Buffer.from(random(4)).readUInt32BE() >>> 2)

/**
 * Begins a new epoch for one account, of which a device has seen more than this database ever had (S11.3). Answers the
 * state after it; the state as it is when the database has caught up with `seen` meanwhile.
 */
export async function beginOwnEpoch(
  db: Database,
  userId: string,
  seen: number,
  { clock, random }: { clock: Clock; random: RandomBytes },
): Promise<SyncState> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const before = await lockState(tx, userId, now)
    if (before.seq >= seen) return before
    await removeAllAhead(tx, userId)
    const after: SyncState = {
      ...before,
      seq: seen < baseAt(now) ? baseAt(now) : seen + SPAN,
      restoredSeq: Math.min(before.restoredSeq ?? before.seq, before.seq),
      generation: newGeneration(random),
    }
    await saveState(tx, userId, after, now)
    return after
  })
}
