import { and, eq, sql } from 'drizzle-orm'
import { type DoseSlot, planSlots } from '#domain/schedule/slots.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import type { DoseRow } from '../sync/dose-rows.ts'
import { logFor, readMedication, type Stored, storedLogIds } from './stored.ts'
import { helperNotices, reminderMails } from './tables.ts'

/** The medications of an account with the rows of their logs, by medication, and the zone of its plan. */
interface Planned {
  records: readonly Stored[]
  logged: ReadonlyMap<string, readonly DoseRow[]>
  zone: string
}

/**
 * Gives doses that somebody is still to be told about (R6.4, R11.3), or was told and may hear of again (R11.4), the date
 * and time that they have in the account's new plan zone. One of a plan that counts from the log stays at its instant there (R1.4), and under its old name it
 * would be taken for a dose that is no longer planned. Other rows of which something was decided stay as they are.
 */
export async function renameWaiting(tx: Database, userId: string, { records, logged, zone }: Planned): Promise<void> {
  const counting = new Map(
    records.filter((stored) => storedLogIds(stored).length > 0).map((stored) => [stored.id, stored]),
  )
  if (counting.size === 0) return
  for (const table of [reminderMails, helperNotices]) {
    const own = and(eq(table.userId, userId), among(table.medicationId, counting.keys()))
    const { slotId, medicationId, slotAt } = table
    const mayChange = sql<boolean>`${table.outcome} in ('waiting', 'told')`
    const rows = await tx.selectDistinct({ slotId, medicationId, slotAt, mayChange }).from(table).where(own)
    const names = new Set(rows.map((row) => row.slotId))
    for (const row of rows) {
      const stored = counting.get(row.medicationId)
      const dose = row.mayChange && stored ? doseAt(stored, row.slotAt.getTime(), logged, zone) : null
      if (!dose || names.has(dose.id)) continue
      names.add(dose.id)
      await tx
        .update(table)
        .set({ slotId: dose.id, date: dose.date, time: dose.time })
        .where(and(own, eq(table.slotId, row.slotId), mayChange))
    }
  }
}

/** Returns the dose planned for that instant (ms). Null too if the record cannot be planned: that is set aside (R8.1). */
function doseAt(stored: Stored, at: number, logged: Planned['logged'], zone: string): DoseSlot | null {
  try {
    const medication = readMedication(stored)
    return planSlots(medication, { from: at, to: at + 1 }, zone, logFor(medication, logged))[0] ?? null
  } catch {
    return null
  }
}
