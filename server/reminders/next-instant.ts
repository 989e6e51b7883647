import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { mayBeTried } from '../queue/set-aside.ts'
import { CLAIM } from './delivery.ts'
import { MATERIALISE_AHEAD } from './materialise.ts'
import { INDEXES } from './people.ts'

/**
 * Returns the next instant (ms) at which there is something to do, or one far in the future if there is nothing. Rows
 * that are set aside at `now` (ms) do not count, since they would be due all the time; nor do messages about supplies,
 * which their own job looks after (R10.4).
 */
export async function nextInstant(db: Database, now: number): Promise<number> {
  const first = (index: 'due' | 'occurrences') => {
    const { table, time, kind } = INDEXES[index]
    return sql`(select ${time} from ${table} where ${mayBeTried(kind, table.medicationId, now)}
      order by ${time} limit 1)`
  }
  const { rows } = (await db.execute(sql`
    select extract(epoch from least(
      ${first('due')} - ${MATERIALISE_AHEAD} * interval '1 millisecond',
      ${first('occurrences')},
      (select min(claimed_at) from push_sends where outcome = 'pending' and kind <> 'supply')
        + ${CLAIM} * interval '1 millisecond'
    )) * 1000 as next`)) as unknown as { rows: { next: string | null }[] }
  const next = rows[0]?.next ?? null
  return next === null ? Number.POSITIVE_INFINITY : Number(next)
}
