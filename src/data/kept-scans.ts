import type { PrescriptionId } from '#domain/lib/ids.ts'
import type { DosewellDatabase, KeptScan } from './database.ts'

/** The scans that wait on this device, the oldest first (their ids are in the order of time). */
export const readKeptScans = (db: DosewellDatabase): Promise<KeptScan[]> => db.keptScans.toArray()

export async function keepScan(db: DosewellDatabase, scan: KeptScan): Promise<void> {
  await db.keptScans.put(scan)
}

export const dropScan = (db: DosewellDatabase, id: PrescriptionId): Promise<void> => db.keptScans.delete(id)

/** Of one that was dropped in between nothing comes back. */
export async function blameScan(db: DosewellDatabase, id: PrescriptionId, problem: string | null): Promise<void> {
  await db.keptScans.update(id, { problem })
}
