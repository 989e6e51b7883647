import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { CLAIM } from './delivery.ts'
import { TAKE_UP_AHEAD } from './take-up.ts'

/** The instant (ms) at which there is something to do next; far ahead when there is nothing. */
export async function nextInstant(db: Database): Promise<number> {
  const { rows } = (await db.execute(sql`
    select extract(epoch from least(
      (select min(due_at) from reminder_due) - ${TAKE_UP_AHEAD} * interval '1 millisecond',
      (select min(look_at) from reminder_rings),
      (select min(claimed_at) from push_sends where outcome = 'pending') + ${CLAIM} * interval '1 millisecond'
    )) * 1000 as next`)) as unknown as { rows: { next: string | null }[] }
  const next = rows[0]?.next ?? null
  return next === null ? Number.POSITIVE_INFINITY : Number(next)
}
