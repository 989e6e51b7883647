import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'
import type { DosewellDatabase } from './database.ts'
import { foldLog, type LogRange, readPlanned } from './reads.ts'

/**
 * Returns the medications and the log of the dates (`readPlanned`), read at the same moment. Separate from reads.ts because no start
 * needs it.
 */
export async function readLog(
  db: DosewellDatabase,
  range: LogRange,
): Promise<{ medications: Medication[]; events: DoseEvent[]; log: DoseLog }> {
  const read = await db.transaction('r', [db.medications, db.doseEvents], () => readPlanned(db, range))
  return { ...read, log: await foldLog(db, read.medications, read.events) }
}
