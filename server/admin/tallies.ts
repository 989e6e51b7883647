import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { tallies } from './tables.ts'

/** How many rows of a kind there are, and how many of them were created in the requested month. */
export interface Tally {
  all: number
  inMonth: number
}

export type Tallies = Record<typeof tallies.$inferSelect.what, Tally>

/** Returns the month of an instant (ms since the epoch) in UTC, as tallies name it: `2026-11`. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** Returns the triggers' current counts. They are exact, whichever server wrote the rows. */
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
 * Adds up the gathered rows into one row per kind and month. It is one statement, so that no one reads half of it. A
 * change written meanwhile is left for the next time, and two servers never take the same row.
 */
export async function foldTallies(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${tallies} returning what, month, change)
    insert into ${tallies} (what, month, change)
    select what, month, sum(change) from gone group by what, month having sum(change) <> 0
  `)
}
