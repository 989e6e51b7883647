import type { DosewellDatabase, LaneListName, LaneListState } from './database.ts'

const FRESH: LaneListState = { etag: null, seq: 0 }

/** Where this device stands against the list. */
export async function readLaneList(db: DosewellDatabase, list: LaneListName): Promise<LaneListState> {
  const row = await db.state.get(list)
  return row?.key === 'documents' || row?.key === 'prescriptions' ? row.value : FRESH
}

/** Whether this device ever took over the list. */
export async function hasLoaded(db: DosewellDatabase, list: LaneListName): Promise<boolean> {
  const { etag, isLoaded } = await readLaneList(db, list)
  return isLoaded ?? etag !== null
}

/** The server was restored from a snapshot: the list is asked for anew (S11.4). Inside the transaction that begins the epoch. */
export async function restartLaneList(db: DosewellDatabase, list: LaneListName): Promise<void> {
  const isLoaded = await hasLoaded(db, list)
  await db.state.put({ key: list, value: { ...FRESH, isLoaded } })
}
