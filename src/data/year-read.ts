import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DosewellDatabase } from './database.ts'
import { type LogRange, readEvents } from './reads.ts'

/**
 * Returns the medications and the log of the dates, read at the same moment. Separate from reads.ts because no start
 * needs it.
 */
export async function readLog(
  db: DosewellDatabase,
  range: LogRange,
): Promise<{ medications: Medication[]; events: DoseEvent[] }> {
  const [medications, events] = await db.transaction('r', [db.medications, db.doseEvents], () =>
    Promise.all([db.medications.toArray(), readEvents(db, range)]),
  )
  return { medications, events }
}
