import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { among, toTimestamp } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import type { Stored } from '../occurrences/stored.ts'
import { helperNotices, reminderDue, reminderMails, reminderOccurrences } from '../occurrences/tables.ts'
import { mayBeTried } from '../queue/set-aside.ts'

/**
 * For each index a pass reads: its table, the column with the time a row is due, and the kind under which its work is
 * set aside (R8.1).
 */
export const INDEXES = {
  due: { table: reminderDue, time: reminderDue.dueAt, kind: 'schedule' },
  mails: { table: reminderMails, time: reminderMails.lookAt, kind: 'dose-mail' },
  helpers: { table: helperNotices, time: helperNotices.lookAt, kind: 'helper-notice' },
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
 * Claims users with due rows, about `count` rows in all, by locking their accounts until the transaction ends. Users
 * that another server is working on, or that are just writing, are skipped. Accounts are claimed rather than rows, so
 * that the slots of one minute never end up in two messages (R3.2), and so that a dose being logged is either seen or
 * comes afterwards.
 * @param until instant (ms) up to which rows are due; `since` leaves out earlier ones
 * @param now instant (ms) for deciding which set-aside delays are over
 * @param only at most these users
 */
export async function claimPeople(
  tx: Database,
  index: keyof typeof INDEXES,
  { since = 0, until, now, count, only = null }: Claim,
): Promise<string[]> {
  const { table, time, kind } = INDEXES[index]
  // Candidates first, then each account by its key: whatever the planner assumes, no more than these rows are read.
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

/** Returns the stored medications with these ids, as far as they exist. */
export const medicationsById = (tx: Database, ids: Iterable<string>): Promise<Map<string, Stored>> =>
  recordsById(tx, medications, new Set(ids))

/**
 * Returns the stored appointments among these ids, given the medications: nearly always that leaves nothing to query.
 */
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
