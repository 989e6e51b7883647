import { eq, inArray } from 'drizzle-orm'
import type { Versions } from '#domain/protocol/events.ts'
import type { Database } from '../db/database.ts'
import { syncState } from '../db/schema/index.ts'

/** How far an account is: its commit sequence, the version of its list, the sequence of its newest dose event. */
export interface SyncState {
  seq: number
  medicationsVersion: number
  dosesSeq: number
}

const columns = {
  seq: syncState.seq,
  medicationsVersion: syncState.medicationsVersion,
  dosesSeq: syncState.dosesSeq,
}

const START: SyncState = { seq: 0, medicationsVersion: 0, dosesSeq: 0 }

/**
 * The state as committed now. Whoever also reads data reads this first: a state older than the data costs one more
 * request, a newer one would let a device miss a change for good.
 */
export async function readState(db: Database, userId: string): Promise<SyncState> {
  const [row] = await db.select(columns).from(syncState).where(eq(syncState.userId, userId))
  return row ?? START
}

/** The states of many accounts in one query; accounts that never wrote are missing. */
export async function readStates(db: Database, userIds: string[]): Promise<Map<string, SyncState>> {
  const rows = await db
    .select({ userId: syncState.userId, ...columns })
    .from(syncState)
    .where(inArray(syncState.userId, userIds))
  return new Map(rows.map(({ userId, ...state }) => [userId, state]))
}

/**
 * Takes the account's lock until the transaction ends and answers its state. Under it numbers are given out in the order
 * of the commits (DESIGN §5, rule 4), and two writes with one key run one after the other (rule 2).
 */
export async function lockState(tx: Database, userId: string, now: number): Promise<SyncState> {
  const locked = () => tx.select(columns).from(syncState).where(eq(syncState.userId, userId)).for('update')
  const [row] = await locked()
  if (row) return row
  await tx
    .insert(syncState)
    .values({ userId, updatedAt: new Date(now) })
    .onConflictDoNothing()
  const [made] = await locked()
  if (!made) throw new Error('sync_state has no row for the account')
  return made
}

/** Stores the next state. Only under the lock. */
export async function saveState(tx: Database, userId: string, state: SyncState, now: number): Promise<void> {
  await tx
    .update(syncState)
    .set({ ...state, updatedAt: new Date(now) })
    .where(eq(syncState.userId, userId))
}

/** The state as a poke says it. */
export const versionsOf = (user: string, epoch: string, state: SyncState | undefined): Versions => {
  const { seq, medicationsVersion, dosesSeq } = state ?? START
  return { user, epoch, seq, medications: medicationsVersion, doses: dosesSeq }
}
