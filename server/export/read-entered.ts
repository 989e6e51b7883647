import type { Database } from '../db/database.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { transaction } from '../db/transaction.ts'
import { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { lockState, readState, type SyncState } from '../sync/state.ts'
import { doseEvents, supplyEvents } from '../sync/tables.ts'
import { readRows } from './read-rows.ts'
import { EXPORTED, type ExportedTable, type Row } from './tables.ts'

/** What a user entered, all from the same moment, so that the lists fit together. */
export const ENTERED = new Set<ExportedTable['table']>([
  medications,
  doseEvents,
  supplyEvents,
  appointments,
  medicalDocuments,
  prescriptions,
])

export type Rows = Map<ExportedTable['table'], Row[]>

/** How often the lists may change while they are read. After that, writers have to wait. */
const TRIES = 4

/** Reads without a lock, which on PGlite would make everyone wait, and again if a list has changed meanwhile. */
export async function readEntered(db: Database, userId: string, now: number): Promise<Rows> {
  const entered = EXPORTED.filter(({ table }) => ENTERED.has(table))
  for (let time = 1; time <= TRIES; time += 1) {
    const before = await readState(db, userId)
    const rows = await readTables(db, entered, { userId, seq: before.seq })
    if (hasSameLists(before, await readState(db, userId))) return rows
  }
  return transaction(db, async (tx) => {
    const { seq } = await lockState(tx, userId, now)
    return readTables(tx, entered, { userId, seq })
  })
}

const hasSameLists = (before: SyncState, after: SyncState): boolean =>
  before.generation === after.generation &&
  before.medicationsVersion === after.medicationsVersion &&
  before.appointmentsVersion === after.appointmentsVersion &&
  before.documentsVersion === after.documentsVersion &&
  before.prescriptionsVersion === after.prescriptionsVersion

export async function readTables(
  db: Database,
  tables: readonly ExportedTable[],
  whose: { userId: string; seq: number },
): Promise<Rows> {
  const rows: Rows = new Map()
  for (const exported of tables) rows.set(exported.table, await readRows(db, exported, whose))
  return rows
}
