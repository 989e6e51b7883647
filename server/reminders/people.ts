import { sql } from 'drizzle-orm'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Database } from '../db/database.ts'
import { among, toTimestamp } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/index.ts'

/** The index a pass reads, and the column that says when a row's time has come. */
const INDEXES = {
  due: { table: sql.identifier('reminder_due'), time: sql.identifier('due_at') },
  mails: { table: sql.identifier('reminder_mails'), time: sql.identifier('look_at') },
  rings: { table: sql.identifier('reminder_rings'), time: sql.identifier('look_at') },
} as const

/**
 * Claims people who have rows whose time has come, about `count` rows of them, by locking their accounts until the transaction
 * ends. Whoever another server works on, or who is just writing, is passed over. By account and not by row, so that the
 * slots of one minute never end up in two messages (R3.2), and so that a dose that is logged is seen or comes after.
 * @param until instant (ms) up to which rows have come due; `since` leaves out those before it
 */
export async function claimPeople(
  tx: Database,
  index: keyof typeof INDEXES,
  { since = 0, until, count }: { since?: number; until: number; count: number },
): Promise<string[]> {
  const { table, time } = INDEXES[index]
  // The candidates first and each account by its key: whatever the planner believes, no more than these rows are read.
  const { rows } = (await tx.execute(sql`
    with candidates as materialized (
      select user_id from ${table}
      where ${time} <= ${toTimestamp(until)} and ${time} >= ${toTimestamp(since)}
      order by ${time} limit ${count * 4})
    select account.user_id from candidates
    cross join lateral (
      select user_id from sync_state where sync_state.user_id = candidates.user_id
      for update skip locked) as account
    limit ${count}`)) as unknown as { rows: { user_id: string }[] }
  return [...new Set(rows.map((row) => row.user_id))]
}

/** The medications with those ids, as far as they are there. */
export async function medicationsById(tx: Database, ids: Iterable<string>): Promise<Map<string, Medication>> {
  const wanted = new Set(ids)
  if (wanted.size === 0) return new Map()
  const rows = await tx
    .select({ record: medications.record })
    .from(medications)
    .where(among(medications.id, wanted))
  return new Map(rows.map(({ record }) => [record.id, record]))
}

/** The appointments among those ids, of which the medications are known: nearly always that leaves none to ask for. */
export async function appointmentsById(
  tx: Database,
  ids: Iterable<string>,
  known: ReadonlyMap<string, Medication>,
): Promise<Map<string, Appointment>> {
  const wanted = new Set([...ids].filter((id) => !known.has(id)))
  if (wanted.size === 0) return new Map()
  const rows = await tx
    .select({ record: appointments.record })
    .from(appointments)
    .where(among(appointments.id, wanted))
  return new Map(rows.map(({ record }) => [record.id, record]))
}
