import type { UserId } from '#domain/lib/ids.ts'
import type { BenchMedication } from '../events.ts'
import { freshDatabase, growLog, putMedications } from './device.ts'

/** Fills the database that the raw page (../raw-cold-start.ts) shows today's doses from. */
export async function fillRawCold(medications: BenchMedication[], to: number, zone: string): Promise<number> {
  const db = await freshDatabase('raw' as UserId)
  await putMedications(db, medications)
  await growLog(db, medications, { from: 0, to, largest: to, zone })
  const count = await db.doseEvents.count()
  db.close()
  return count
}
