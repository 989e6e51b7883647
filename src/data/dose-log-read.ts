import type { Medication } from '#domain/records/medication.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'
import type { DosewellDatabase } from './database.ts'
import { foldLog } from './reads.ts'
import { readLogs } from './whole-logs.ts'

/** Returns the medications, and what their plans need of the log. Separate from reads.ts because no start needs it. */
export async function readDoseLog(db: DosewellDatabase): Promise<{ medications: Medication[]; log: DoseLog }> {
  const [medications, events] = await db.transaction('r', [db.medications, db.doseEvents], async () => {
    const all = await db.medications.toArray()
    return [all, await readLogs(db, countFromLog(all))] as const
  })
  return { medications, log: await foldLog(db, medications, events) }
}
