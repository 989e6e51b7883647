import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { among, toTimestamp } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import type { Stored } from '../occurrences/stored.ts'
import { reminderDue, reminderMails, reminderOccurrences } from '../occurrences/tables.ts'
import { mayBeTried } from '../queue/set-aside.ts'

/** The index a pass reads, the column that says when a row's time has come, and what its work is set aside as (R8.1). */
export const INDEXES = {
  due: { table: reminderDue, time: reminderDue.dueAt, kind: 'schedule' },
  mails: { table: reminderMails, time: reminderMails.lookAt, kind: 'dose-mail' },
  occurrences: { table: reminderOccurrences, time: reminderOccurrences.lookAt, kind: 'reminder' },
} as const

interface Claim {
  since?: number
  until: number
  now: number
  count: number
  only?: readonly string[] | null
}

/**
 * Claims people who have rows whose time has come, about `count` rows of them, by locking their accounts until the transaction
 * ends. Whoever another server works on, or who is just writing, is passed over. By account and not by row, so that the
 * slots of one minute never end up in two messages (R3.2), and so that a dose that is logged is seen or comes after.
 * @param until instant (ms) up to which rows have come due; `since` leaves out those before it
 * @param now instant (ms) by which delays of what was set aside are over
 * @param only these people at most
 */
export async function claimPeople(
  tx: Database,
  index: keyof typeof INDEXES,
  { since = 0, until, now, count, only = null }: Claim,
): Promise<string[]> {
  const { table, time, kind } = INDEXES[index]
  // The candidates first and each account by its key: whatever the planner believes, no more than these rows are read.
  const { rows } = (await tx.execute(sql`
    with candidates as materialized (
      select user_id from ${table}
      where ${time} <= ${toTimestamp(until)} and ${time} >= ${toTimestamp(since)}
        and ${mayBeTried(kind, table.medicationId, now)} and ${only ? among(table.userId, only) : sql`true`}
      order by ${time} limit ${count * 4})
    select account.user_id from candidates
    cross join lateral (
      select user_id from sync_state where sync_state.user_id = candidates.user_id
      for update skip locked) as account
    limit ${count}`)) as unknown as { rows: { user_id: string }[] }
  return [...new Set(rows.map((row) => row.user_id))]
}

/** The medications with those ids, as far as they are there, as they are stored. */
export const medicationsById = (tx: Database, ids: Iterable<string>): Promise<Map<string, Stored>> =>
  recordsById(tx, medications, new Set(ids))

/** The appointments among those ids, of which the medications are known: nearly always that leaves none to ask for. */
export const appointmentsById = (
  tx: Database,
  ids: Iterable<string>,
  known: ReadonlyMap<string, Stored>,
): Promise<Map<string, Stored>> => recordsById(tx, appointments, new Set([...ids].filter((id) => !known.has(id))))

async function recordsById(
  tx: Database,
  table: typeof medications | typeof appointments,
  ids: ReadonlySet<string>,
): Promise<Map<string, Stored>> {
  if (ids.size === 0) return new Map()
  const rows = await tx.select({ id: table.id, record: table.record }).from(table).where(among(table.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}
