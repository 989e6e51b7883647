import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { CONSENT_LINK_LIFE, KEPT_AFTER_NO } from '#domain/access/consent.ts'
import { needsConsent } from '#domain/access/may-use.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { consentRequests } from '../accounts/tables.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock } from '../platform/clock.ts'
import { eachAccount } from '../queue/each-account.ts'
import { mayBeTried, type OnSetAside } from '../queue/set-aside.ts'
import type { ErasureRecorder } from '../sync/erasure-journal.ts'
import { eraseAccount } from './erase-account.ts'

/** Requests that led to nothing are deleted after this, including the address that was asked. */
const UNANSWERED_KEPT = 90 * DAY

/** When the parent of a request said no; null if they did not. */
const NO = sql`coalesce(${consentRequests.withdrawnAt}, case when ${consentRequests.decision} = 'declined' then ${consentRequests.decidedAt} end)`

export interface Refused {
  db: Database
  clock: Clock
  journal: ErasureRecorder
  onSetAside: OnSetAside
}

/**
 * Erases accounts 30 days after a parent's last no if the user is still under 18, unless a link to a parent is open
 * (decision 019). The devices get 410 and wipe themselves. It then deletes old requests that no one agreed to. An
 * account that cannot be erased is set aside, and the call rejects after the others are done.
 */
export async function eraseRefused(options: Refused): Promise<void> {
  const { db, clock } = options
  const now = clock.now()
  // All of them: who has come of age and never returned stays among them, and must keep nobody waiting.
  const candidates = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(consentRequests, eq(consentRequests.userId, users.id))
    .where(
      and(
        eq(users.parentalConsentRequired, true),
        eq(users.parentalConsentGiven, false),
        sql`${NO} <= ${new Date(now - KEPT_AFTER_NO).toISOString()}::timestamptz`,
        mayBeTried('erasure', users.id, now),
      ),
    )
  const ids = candidates.map(({ id }) => id)
  await eachAccount(ids, 'erasure', (id) => eraseOne(options, id, now), { ...options, now }).finally(() =>
    forgetRequests(db, now),
  )
}

/** Keeps those of accounts that still have to be erased: without its no, such an account would never be found again. */
async function forgetRequests(db: Database, now: number): Promise<void> {
  await db
    .delete(consentRequests)
    .where(
      and(
        lt(consentRequests.sentAt, new Date(now - UNANSWERED_KEPT)),
        or(isNull(consentRequests.decision), eq(consentRequests.decision, 'declined')),
        sql`not exists (select 1 from set_aside where kind = 'erasure' and subject = ${consentRequests.userId})`,
      ),
    )
}

async function eraseOne({ db, journal }: Refused, id: string, now: number): Promise<void> {
  const isErased = await transaction(db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
    if (!user || !needsConsent(currentUser(user, { ADMIN_EMAILS: [] }, now), now)) return false
    if (await mayStillAgree(tx, id, now)) return false
    return (await eraseAccount(tx, id, now)) > 0
  })
  if (isErased) await journal.record({ kind: 'account', user: id, at: toInstant(now) })
}

/** Returns whether a later no or an open link keeps the account for now. */
async function mayStillAgree(tx: Database, userId: string, now: number): Promise<boolean> {
  const isLater = or(
    sql`${NO} > ${new Date(now - KEPT_AFTER_NO).toISOString()}::timestamptz`,
    and(isNull(consentRequests.decision), gt(consentRequests.sentAt, new Date(now - CONSENT_LINK_LIFE))),
  )
  return (await tx.$count(consentRequests, and(eq(consentRequests.userId, userId), isLater))) > 0
}
