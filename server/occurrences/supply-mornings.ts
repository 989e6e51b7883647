import { sql } from 'drizzle-orm'
import { addDays, type LocalTime } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { Database } from '../db/database.ts'
import { toTimestamp } from '../db/parameters.ts'

/** A quiet hour of the day (additions, 2.2). */
const MORNING = '09:00' as LocalTime

/** Returns the instant (ms) of 9:00 on the local date of an instant. */
export const morningOf = (now: number, zone: string): number => instantAt(localAt(now, zone).date, MORNING, zone)

/** Returns the next 9:00 after an instant. Both in ms. */
export function nextMorning(now: number, zone: string): number {
  const today = morningOf(now, zone)
  return now < today ? today : instantAt(addDays(localAt(now, zone).date, 1), MORNING, zone)
}

/**
 * Notes when to look at the supplies of an account that has a subscription. Call it in the transaction that saves the
 * subscription or gives the account another zone. A look that is due already stays.
 */
export async function planMorning(tx: Database, userId: string, zone: string, now: number): Promise<void> {
  await tx.execute(sql`
    insert into supply_mornings (user_id, look_at) values (${userId}, ${toTimestamp(nextMorning(now, zone))})
    on conflict (user_id) do update set look_at = excluded.look_at
    where supply_mornings.look_at > ${toTimestamp(now)}`)
}
