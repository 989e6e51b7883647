import { eq, inArray, sql } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { Versions } from '#domain/protocol/events.ts'
import type { ListName } from '#domain/protocol/lists.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { serverMeta } from '../db/schema/server-meta.ts'
import { users } from '../db/schema/users.ts'
import { ApiError } from '../platform/errors.ts'
import { syncState } from './tables.ts'

/**
 * How far an account has got: its commit sequence, the versions of its lists, and the sequences of its newest dose
 * event, of its newest supply event and of its profile.
 */
export interface SyncState {
  seq: number
  medicationsVersion: number
  documentsVersion: number
  appointmentsVersion: number
  prescriptionsVersion: number
  dosesSeq: number
  supplySeq: number
  /** The sequence of the latest change to the profile. */
  profileSeq: number
  /** Part of the account's epoch (epochs.ts). */
  generation: number
  restoredSeq: number | null
}

/** For statements that read the state beside other rows; `stateOf` takes what they find. */
export const stateColumns = {
  seq: syncState.seq,
  medicationsVersion: syncState.medicationsVersion,
  documentsVersion: syncState.documentsVersion,
  appointmentsVersion: syncState.appointmentsVersion,
  prescriptionsVersion: syncState.prescriptionsVersion,
  dosesSeq: syncState.dosesSeq,
  supplySeq: syncState.supplySeq,
  profileSeq: syncState.profileSeq,
  generation: syncState.generation,
  restoredSeq: syncState.restoredSeq,
}

const START: SyncState = {
  seq: 0,
  medicationsVersion: 0,
  documentsVersion: 0,
  appointmentsVersion: 0,
  prescriptionsVersion: 0,
  dosesSeq: 0,
  supplySeq: 0,
  profileSeq: 0,
  generation: 0,
  restoredSeq: null,
}

/**
 * Returns the committed state. When also reading data, read the state first: a state older than the data only costs one
 * more request, but a newer one would make a device miss a change for good.
 */
export async function readState(db: Database, userId: string): Promise<SyncState> {
  const [row] = await db.select(stateColumns).from(syncState).where(eq(syncState.userId, userId))
  return stateOf(row)
}

/** Returns the state that a row holds; without one, the account has never written anything. */
export const stateOf = (row: SyncState | null | undefined): SyncState => row ?? START

/** Returns the states of many accounts in one query. Accounts that never wrote anything are missing. */
export async function readStates(db: Database, userIds: string[]): Promise<Map<string, SyncState>> {
  const rows = await db
    .select({ userId: syncState.userId, ...stateColumns })
    .from(syncState)
    .where(inArray(syncState.userId, userIds))
  return new Map(rows.map(({ userId, ...state }) => [userId, state]))
}

/**
 * Locks the account until the transaction ends and returns its state. Under the lock, sequence numbers follow the order
 * of commits (docs/sync-spec.md, S4), and two writes with the same key run one after the other (rule 2). Throws 410 if
 * the account was deleted, so that a write that waited for the lock during the deletion leaves nothing behind.
 */
export async function lockState(tx: Database, userId: string, now: number): Promise<SyncState> {
  const locked = () => tx.select(stateColumns).from(syncState).where(eq(syncState.userId, userId)).for('update')
  const [row] = await locked()
  if (row) return row
  await tx
    .insert(syncState)
    .values({ userId, updatedAt: new Date(now), seq: firstSeq(tx) })
    .onConflictDoNothing()
  if (!(await isThere(tx, userId))) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
  const [made] = await locked()
  if (!made) throw new Error('sync_state has no row for the account')
  return made
}

/** Returns whether the account or person exists, and keeps it until the transaction ends. */
async function isThere(tx: Database, id: string): Promise<boolean> {
  const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share')
  if (account) return true
  const [person] = await tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for('key share')
  return person !== undefined
}

/** An account that a restore lost starts above anything its devices have seen of it (S11.6). */
const firstSeq = (tx: Database) => sql`coalesce((${tx.select({ seq: serverMeta.firstSeq }).from(serverMeta)}), 0)`

/** What a write can change: one of the lists, a log, or the profile. */
export type Changed = ListName | 'documents' | 'prescriptions' | 'doses' | 'supply' | 'profile'

/** Returns the state after a commit that changes this. */
export function stateAfter(before: SyncState, changes: Changed): SyncState {
  const seq = before.seq + 1
  switch (changes) {
    case 'doses':
      return { ...before, seq, dosesSeq: seq }
    case 'supply':
      return { ...before, seq, supplySeq: seq }
    case 'profile':
      return { ...before, seq, profileSeq: seq }
    default: {
      const version = `${changes}Version` as const
      return { ...before, seq, [version]: before[version] + 1 }
    }
  }
}

/** Saves the next state. Only call it under the lock. */
export async function saveState(tx: Database, userId: string, state: SyncState, now: number): Promise<void> {
  await tx
    .update(syncState)
    .set({ ...state, updatedAt: new Date(now) })
    .where(eq(syncState.userId, userId))
}

/** Returns the state as it appears in a change notification. */
export const versionsOf = (user: string, facts: { epoch: string }, state: SyncState = START): Versions => ({
  user,
  epoch: epochOf(facts, state),
  seq: state.seq,
  medications: state.medicationsVersion,
  documents: state.documentsVersion,
  appointments: state.appointmentsVersion,
  prescriptions: state.prescriptionsVersion,
  doses: state.dosesSeq,
  supply: state.supplySeq,
  profile: state.profileSeq,
})

/**
 * Returns the name of the account's epoch: the database's epoch, plus a random number once the account has begun one of
 * its own (S11.3).
 */
export const epochOf = (facts: { epoch: string }, { generation }: SyncState): string =>
  generation === 0 ? facts.epoch : `${facts.epoch}.${generation}`
