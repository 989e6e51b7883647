import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { tallies } from './tables.ts'

/** How many rows there are of a kind, and how many of them were made in the month asked for. */
export interface Tally {
  all: number
  inMonth: number
}

export type Tallies = Record<typeof tallies.$inferSelect.what, Tally>

/** The month of an instant (ms since the epoch) in UTC, as tallies name it: `2026-11`. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** What the triggers counted, as of now: exact, whoever wrote the rows and on whatever server. */
export async function readTallies(db: Database, month: string): Promise<Tallies> {
  const rows = await db
    .select({
      what: tallies.what,
      all: sql`sum(${tallies.change})`.mapWith(Number),
      inMonth: sql`coalesce(sum(${tallies.change}) filter (where ${tallies.month} = ${month}), 0)`.mapWith(Number),
    })
    .from(tallies)
    .groupBy(tallies.what)
  const tallyOf = (what: keyof Tallies): Tally => rows.find((row) => row.what === what) ?? { all: 0, inMonth: 0 }
  return {
    users: tallyOf('users'),
    premium: tallyOf('premium'),
    medications: tallyOf('medications'),
    subscriptions: tallyOf('subscriptions'),
  }
}

/**
 * Adds up what has gathered, to one row for each kind and month. In one statement, so that nobody ever reads half of it; a change that
 * is written meanwhile is left for the next time, and two servers at once never take the same row.
 */
export async function foldTallies(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${tallies} returning what, month, change)
    insert into ${tallies} (what, month, change)
    select what, month, sum(change) from gone group by what, month having sum(change) <> 0
  `)
}
