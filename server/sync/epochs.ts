import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { removeAllAhead } from './log-ahead.ts'
import { lockState, type SyncState, saveState } from './state.ts'

/** More commits than an account can make in a millisecond. It keeps sequences below 2^53 until the year 2255. */
const PER_MILLISECOND = 1000
/** Tolerance for a clock that was set back: more commits than an account makes before the clock has caught up. */
export const SPAN = 1_000_000_000

/**
 * Returns where the commits of an epoch that begins now start counting: above every commit of every earlier epoch
 * (S11.6). It uses the clock because a snapshot knows nothing of the epochs begun after it was made.
 */
export const baseAt = (now: number): number => now * PER_MILLISECOND

/** Returns whether a device can really have seen this sequence by now. */
export const isPlausibleSeq = (seq: number, now: number): boolean => seq < baseAt(now) + SPAN

/**
 * Random, because the same older database may replace the newer one more than once and would count the same way each
 * time.
 */
const newGeneration = (random: RandomBytes): number => 1 + (Buffer.from(random(4)).readUInt32BE() >>> 2)

/**
 * Begins a new epoch for one account when a device has seen more of it than this database ever held (S11.3). Returns
 * the state afterwards, which is unchanged if the database has caught up with `seen` in the meantime.
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
