import type { DosewellDatabase } from './database.ts'
import type { PictureListName, PictureListState } from './stored-rows.ts'

const FRESH_PICTURES: PictureListState = { etag: null, seq: 0 }

/** Returns this device's state of a list of documents or scans. */
export async function readPictureList(db: DosewellDatabase, list: PictureListName): Promise<PictureListState> {
  const row = await db.state.get(list)
  return row?.key === 'documents' || row?.key === 'prescriptions' ? row.value : FRESH_PICTURES
}

/** Returns whether this device ever took over the list. */
export async function hasLoaded(db: DosewellDatabase, list: PictureListName): Promise<boolean> {
  const { etag, isLoaded } = await readPictureList(db, list)
  return isLoaded ?? etag !== null
}

/**
 * Makes the list be fetched anew after the server was restored from a snapshot (S11.4). Runs inside the transaction
 * that begins the epoch.
 */
export async function restartPictureList(db: DosewellDatabase, list: PictureListName): Promise<void> {
  const isLoaded = await hasLoaded(db, list)
  await db.state.put({ key: list, value: { ...FRESH_PICTURES, isLoaded } })
}
