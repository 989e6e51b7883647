import { DAY } from '#domain/lib/local-time.ts'
import type { ListName } from '#domain/protocol/lists.ts'
import type { ListState, SyncState } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'
import { FRESH_LIST } from './fresh-list.ts'
import type { PictureListName, PictureListState } from './stored-rows.ts'

/** Longer than any snapshot a server may be restored from (docs/sync-spec.md, S11). */
export const KEEP_ACKNOWLEDGED = 35 * DAY

export const FRESH_STATE: SyncState = {
  epoch: null,
  lists: { medications: FRESH_LIST, appointments: FRESH_LIST },
  dosesCursor: 0,
  syncedAt: null,
}

/** Where this device stands against the server; that of a new device when it never heard from one. */
export async function readSyncState(db: DosewellDatabase): Promise<SyncState> {
  const row = await db.state.get('sync')
  return row?.key === 'sync' ? row.value : FRESH_STATE
}

/** Changes a part of it; inside the caller's transaction over `state`. */
export async function changeSyncState(db: DosewellDatabase, part: Partial<SyncState>): Promise<void> {
  await db.state.put({ key: 'sync', value: { ...(await readSyncState(db)), ...part } })
}

/** Changes a part of what is known of one list, as `changeSyncState`. */
export async function changeListState(db: DosewellDatabase, list: ListName, part: Partial<ListState>): Promise<void> {
  const { lists } = await readSyncState(db)
  await changeSyncState(db, { lists: { ...lists, [list]: { ...lists[list], ...part } } })
}

/** A list older than a write to it that the server has is not taken over (S3.2). */
export async function raiseListSeq(db: DosewellDatabase, list: ListName, seq: number): Promise<void> {
  const { lists } = await readSyncState(db)
  await changeListState(db, list, { seq: Math.max(lists[list].seq, seq) })
}

const FRESH_PICTURES: PictureListState = { etag: null, seq: 0 }

/** Where this device stands against a list of pictures' records. */
export async function readPictureList(db: DosewellDatabase, list: PictureListName): Promise<PictureListState> {
  const row = await db.state.get(list)
  return row?.key === 'documents' || row?.key === 'prescriptions' ? row.value : FRESH_PICTURES
}

/** Whether this device ever took over the list. */
export async function hasLoaded(db: DosewellDatabase, list: PictureListName): Promise<boolean> {
  const { etag, isLoaded } = await readPictureList(db, list)
  return isLoaded ?? etag !== null
}

/**
 * The server was restored from a snapshot: the list is asked for anew (S11.4). Inside the transaction that begins the
 * epoch.
 */
export async function restartPictureList(db: DosewellDatabase, list: PictureListName): Promise<void> {
  const isLoaded = await hasLoaded(db, list)
  await db.state.put({ key: list, value: { ...FRESH_PICTURES, isLoaded } })
}
