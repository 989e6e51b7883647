import { DAY } from '#domain/lib/local-time.ts'
import type { SyncState } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'

/** Longer than any snapshot a server may be restored from (DESIGN §5.11). */
export const KEEP_ACKNOWLEDGED = 35 * DAY

export const FRESH_STATE: SyncState = {
  epoch: null,
  medicationsEtag: null,
  medicationsSeq: 0,
  medicationsListSeq: 0,
  medicationsHeld: null,
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
