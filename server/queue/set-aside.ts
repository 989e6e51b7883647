import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toInstant } from '#domain/lib/instant.ts'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { SetAsideCounts, SetAsideKind } from '#domain/protocol/admin.ts'
import type { Database } from '../db/database.ts'
import { among, asRows, toTimestamp } from '../db/parameters.ts'
import { setAsides } from './tables.ts'

/** Time until the first retry (ms). Each further failure doubles it, up to the longest. */
export const FIRST_DELAY = MINUTE
export const LONGEST_DELAY = HOUR

/** Part of an account that could not be read, planned or sent (docs/reminders.md, R8.1). */
export interface Fault {
  kind: SetAsideKind
  /** The row at fault, if known; otherwise the account. */
  subject: string
  userId: string
  /** What was thrown. Only for the log, which leaves out its message. */
  error: unknown
}

/** Called with what was set aside, once that is stored. */
export type OnSetAside = (fault: Fault) => void

/**
 * Returns a condition: whether work on this row may be tried at `now` (ms). It costs a single lookup if nothing of this
 * kind is set aside.
 */
export function mayBeTried(kind: SetAsideKind, subject: PgColumn | SQL, now: number): SQL {
  const until = sql`select next_try_at from set_aside where set_aside.kind = ${kind} and set_aside.subject = ${subject}`
  return sql`(not exists (select 1 from set_aside where set_aside.kind = ${kind})
    or coalesce((${until}) <= ${toTimestamp(now)}, true))`
}

/**
 * Sets rows aside: each is left alone until its delay is over, which grows with every failure in a row. Call it in the
 * transaction that continues without them, or after the one that failed because of them.
 */
export async function setAside(db: Database, faults: readonly Fault[], now: number): Promise<void> {
  if (faults.length === 0) return
  const bySubject = new Map(faults.map((fault) => [`${fault.kind} ${fault.subject}`, fault]))
  const rows = [...bySubject.values()].map(({ kind, subject, userId }) => ({
    kind,
    subject,
    user_id: userId,
  }))
  const at = toTimestamp(now)
  const delay = sql`least(${LONGEST_DELAY}, ${FIRST_DELAY} * power(2, least(set_aside.attempts, 20)))`
  await db.execute(sql`
    insert into set_aside (kind, subject, user_id, attempts, since, next_try_at)
    select kind, subject, user_id, 1, ${at}, ${toTimestamp(now + FIRST_DELAY)}
    from jsonb_to_recordset(${asRows(rows)}) as row (kind text, subject uuid, user_id uuid)
    on conflict (kind, subject) do update set attempts = set_aside.attempts + 1, user_id = excluded.user_id,
      next_try_at = ${at} + ${delay} * interval '1 millisecond'`)
}

/** Takes back rows that work again. Rows that were not set aside are unaffected. */
export async function takeBack(
  db: Database,
  kinds: readonly SetAsideKind[],
  subjects: Iterable<string>,
): Promise<void> {
  const ids = new Set(subjects)
  if (ids.size === 0) return
  await db.delete(setAsides).where(and(inArray(setAsides.kind, [...kinds]), among(setAsides.subject, ids)))
}

/** Makes everything of an account due for a retry immediately, because its plans have just been rebuilt. */
export async function takeBackAccount(tx: Database, userId: string): Promise<void> {
  await tx.delete(setAsides).where(eq(setAsides.userId, userId))
}

/** Counts the accounts with something set aside, by kind and since when. */
export async function countSetAside(db: Database): Promise<SetAsideCounts> {
  const rows = await db
    .select({
      kind: setAsides.kind,
      accounts: sql`count(distinct ${setAsides.userId})`.mapWith(Number),
      since: sql`min(${setAsides.since})`.mapWith(setAsides.since),
    })
    .from(setAsides)
    .groupBy(setAsides.kind)
    .orderBy(setAsides.kind)
  return rows.map(({ since, ...row }) => ({ ...row, since: toInstant((since as Date).getTime()) }))
}
