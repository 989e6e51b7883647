import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { removeAllAhead } from './log-ahead.ts'
import { lockState, type SyncState, saveState } from './state.ts'

/** More commits than an account makes in a millisecond. With it, sequences stay below 2^53 until the year 2255. */
const PER_MILLISECOND = 1000
/** For a clock that was set back: more commits than an account makes before it has caught up. */
export const SPAN = 1_000_000_000

/**
 * Where the commits of an epoch that begins now are counted from: above every commit of every epoch before it (S11.6). By
 * the clock, because a snapshot knows nothing of the epochs that were begun after it was made.
 */
export const baseAt = (now: number): number => now * PER_MILLISECOND

/** Whether a device may really have seen that sequence by now. */
export const isPlausibleSeq = (seq: number, now: number): boolean => seq < baseAt(now) + SPAN

/** By chance, because one and the same older database may take the place of the newer more than once, and counts alike. */
const newGeneration = (random: RandomBytes): number => 1 + (Buffer.from(random(4)).readUInt32BE() >>> 2)

/**
 * Begins a new epoch for one account, of which a device has seen more than this database ever had (S11.3). Returns the
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
