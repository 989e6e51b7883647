import type { PrescriptionId } from '#domain/lib/ids.ts'
import { newestFirst, type Prescription } from '#domain/records/prescription.ts'
import type { LaneListStore } from '#src/sync/lane-list.ts'
import type { DosewellDatabase } from './database.ts'
import { hasLoaded, readLaneList } from './lane-list.ts'
import { readSyncState } from './sync-state.ts'

/** The storage of the history of scans on Dexie. */
export const createScanStore = (db: DosewellDatabase): LaneListStore<Prescription> => ({
  readState: async () => {
    const [{ epoch }, { etag }] = await Promise.all([readSyncState(db), readLaneList(db, 'prescriptions')])
    return { epoch, etag }
  },

  replaceList: (records, { etag, seq }) =>
    db.transaction('rw', [db.prescriptions, db.state], async () => {
      if (seq < (await readLaneList(db, 'prescriptions')).seq) return false
      await db.prescriptions.clear()
      await db.prescriptions.bulkPut(records)
      await db.state.put({ key: 'prescriptions', value: { etag, seq, isLoaded: true } })
      return true
    }),
})

/** Every scan that this device knows of, the newest first, and whether it ever loaded the list. */
export const readScanHistory = (db: DosewellDatabase): Promise<{ prescriptions: Prescription[]; isLoaded: boolean }> =>
  db.transaction('r', [db.prescriptions, db.state], async () => {
    const prescriptions = await db.prescriptions.toArray()
    return { prescriptions: prescriptions.sort(newestFirst), isLoaded: await hasLoaded(db, 'prescriptions') }
  })

/** Of what the server has deleted nothing stays here, before its next list says so. */
export const forgetScan = (db: DosewellDatabase, id: PrescriptionId): Promise<void> => db.prescriptions.delete(id)
