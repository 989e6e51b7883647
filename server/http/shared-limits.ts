import { createHmac } from 'node:crypto'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { Database } from '../db/database.ts'
import { tooMany } from '../platform/errors.ts'
import type { Context } from './context.ts'
import { limitCounts } from './tables.ts'

/**
 * At most `max` times (multiplied by RATE_LIMIT_SCALE) within `window` (ms), which starts with the first. `key` says
 * what is counted and for whom.
 */
export interface SharedLimit {
  key: string
  max: number
  window: number
}

export type LimitContext = Pick<Context, 'db' | 'clock' | 'config' | 'facts'>

const hashOf = ({ facts }: LimitContext, key: string): string =>
  createHmac('sha256', facts.secret).update(`limit ${key}`).digest('base64url')

/**
 * Counts one more, across all servers of the database. Returns null if it is within the limit, otherwise the seconds
 * until the window ends. Refused ones are not counted.
 */
export async function take(context: LimitContext, limit: SharedLimit): Promise<number | null> {
  const { db, clock, config } = context
  const keyHash = hashOf(context, limit.key)
  const max = Math.max(1, Math.floor(limit.max * config.RATE_LIMIT_SCALE))
  const now = new Date(clock.now())
  const endsAt = new Date(clock.now() + limit.window)
  const isOver = lte(limitCounts.endsAt, now)
  const [taken] = await db
    .insert(limitCounts)
    .values({ keyHash, count: 1, endsAt })
    .onConflictDoUpdate({
      target: limitCounts.keyHash,
      set: {
        count: sql`case when ${isOver} then 1 else ${limitCounts.count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${limitCounts.endsAt} end`,
      },
      setWhere: sql`${isOver} or ${limitCounts.count} < ${max}`,
    })
    .returning({ count: limitCounts.count })
  if (taken) return null
  const [full] = await db.select().from(limitCounts).where(eq(limitCounts.keyHash, keyHash))
  const left = full ? full.endsAt.getTime() - clock.now() : 0
  return Math.max(1, Math.ceil(left / 1000))
}

/** Takes back the count of one that came to nothing or turned out to be legitimate. */
export async function giveBack(context: LimitContext, key: string): Promise<void> {
  await context.db
    .update(limitCounts)
    .set({ count: sql`${limitCounts.count} - 1` })
    .where(and(eq(limitCounts.keyHash, hashOf(context, key)), gt(limitCounts.count, 0)))
}

/** Deletes windows that have ended. */
export async function purgeCounts(db: Database, now: number): Promise<void> {
  await db.delete(limitCounts).where(lte(limitCounts.endsAt, new Date(now)))
}

/**
 * Builds a 429 of a limit per day. It says in how many hours to try again: a day that begins with a first try ends at
 * its hour, and not at midnight.
 */
export const tooManyToday = (seconds: number, sentence: string, field?: string) =>
  tooMany(seconds, `${sentence} ${againIn(seconds)}`, field)

const againIn = (seconds: number): string =>
  t('{hours, plural, one {Please try again in an hour.} other {Please try again in # hours.}}', {
    hours: Math.ceil(seconds / 3600),
  })
