import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Emergency } from '#domain/records/emergency-card.ts'
import type { Medication } from '#domain/records/medication.ts'
import { appointmentsOf } from '../appointments/appointments.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { medicationsOf } from '../medications/medications.ts'
import { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { pauses } from '../platform/turns.ts'
import { inLogUpTo } from '../sync/log-place.ts'
import { readState } from '../sync/state.ts'
import { doseEvents, supplyEvents, tombstones } from '../sync/tables.ts'
import type { Writer } from '../sync/writes.ts'
import { readCard } from './emergency-card.ts'
import type { ExportedRecords } from './exported-records.ts'

/** What the account contains as of commit `seq`. */
export interface Holdings {
  seq: number
  medications: Medication[]
  appointments: Appointment[]
  documents: Set<string>
  prescriptions: Set<string>
  doses: Set<string>
  supply: Set<string>
  /** What was typed for the emergency card; null if nothing was. */
  emergency: Emergency | null
  /** Ids that were deleted and are never written again (S11.7). */
  deleted: Set<string>
}

export async function readHoldings(db: Database, user: Writer, records: ExportedRecords): Promise<Holdings> {
  // Read first, so that the rest is at least as new; an import that finds another commit plans again.
  const { seq } = await readState(db, user.id)
  const named = [records.medications, records.appointments, records.documents, records.prescriptions].flatMap((list) =>
    list.map(({ id }): string => id),
  )
  const idsIn = async (table: typeof medicalDocuments | typeof prescriptions | typeof supplyEvents) =>
    idsOf(await db.select({ id: table.id }).from(table).where(eq(table.userId, user.id)))
  const deleted = await db
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(or(eq(tombstones.userId, user.id), among(tombstones.id, named)))
  return {
    seq,
    medications: await medicationsOf(db, user.id),
    appointments: await appointmentsOf(db, user.id),
    documents: await idsIn(medicalDocuments),
    prescriptions: await idsIn(prescriptions),
    doses: await loggedIds(db, user.id, seq),
    supply: await idsIn(supplyEvents),
    emergency: await readCard(db, user.id),
    deleted: idsOf(deleted),
  }
}

/** Ids per statement. */
const PORTION = 2000

async function loggedIds(db: Database, userId: string, upTo: number): Promise<Set<string>> {
  const ids = new Set<string>()
  const own = and(eq(doseEvents.userId, userId), inLogUpTo(upTo))
  const pause = pauses()
  for (let since = 0; ; ) {
    const rows = await db
      .select({ id: doseEvents.id, seq: doseEvents.seq })
      .from(doseEvents)
      .where(and(own, gt(doseEvents.seq, since)))
      .orderBy(asc(doseEvents.seq))
      .limit(PORTION)
    for (const { id } of rows) ids.add(id)
    if (rows.length < PORTION) return ids
    since = rows.at(-1)?.seq ?? 0
    await pause()
  }
}

const idsOf = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id))
