import { DAY } from '#domain/lib/local-time.ts'
import type { ListName } from '#domain/protocol/lists.ts'
import type { ListState, SyncState } from '#src/sync/ports.ts'
import type { DosewellDatabase, StateRow } from './database.ts'
import { FRESH_LIST } from './fresh-list.ts'

/** Longer than any snapshot a server may be restored from (docs/sync-spec.md, S11). */
export const KEEP_ACKNOWLEDGED = 35 * DAY

export const FRESH_STATE: SyncState = {
  epoch: null,
  lists: { medications: FRESH_LIST, appointments: FRESH_LIST },
  dosesCursor: 0,
  syncedAt: null,
}

/** Returns this device's sync state; that of a new device if it never heard from a server. */
export async function readSyncState(db: DosewellDatabase): Promise<SyncState> {
  return syncStateIn(await db.state.get('sync'))
}

/** Returns the sync state that a row of `state` has. */
export const syncStateIn = (row: StateRow | undefined): SyncState => (row?.key === 'sync' ? row.value : FRESH_STATE)

/** Changes part of it. Runs inside the caller's transaction over `state`. */
export async function changeSyncState(db: DosewellDatabase, part: Partial<SyncState>): Promise<void> {
  await db.state.put({ key: 'sync', value: { ...(await readSyncState(db)), ...part } })
}

/** Changes part of one list's state, like `changeSyncState`. */
export async function changeListState(db: DosewellDatabase, list: ListName, part: Partial<ListState>): Promise<void> {
  const { lists } = await readSyncState(db)
  await changeSyncState(db, { lists: { ...lists, [list]: { ...lists[list], ...part } } })
}

/** Makes sure that no list older than an accepted write to it is taken over (S3.2). */
export async function raiseListSeq(db: DosewellDatabase, list: ListName, seq: number): Promise<void> {
  const { lists } = await readSyncState(db)
  await changeListState(db, list, { seq: Math.max(lists[list].seq, seq) })
}
