import { eq } from 'drizzle-orm'
import { type ConsentLink, consentLinkAt } from '#domain/access/consent.ts'
import { needsConsent } from '#domain/access/may-use.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { startTrial } from './age.ts'
import { type ConsentRow, lockUser, newestOf } from './consent.ts'
import type { UserRow } from './sessions.ts'
import { consentRequests } from './tables.ts'
import { hashOf } from './token-hash.ts'
import { currentUser } from './users.ts'

/** What a link's page shows. */
export type ConsentView =
  | { kind: 'unknown' }
  /** The link was open or accepted, but the user who asked is 18 by now. */
  | { kind: 'of-age'; user: UserRow }
  | { kind: ConsentLink; user: UserRow; request: ConsentRow }

/** Returns what the link with this token can currently be used for. */
export async function viewConsent({ db, clock, config }: Context, token: string): Promise<ConsentView> {
  const found = await findRequest(db, token)
  if (!found) return { kind: 'unknown' }
  const [user] = await db.select().from(users).where(eq(users.id, found.userId))
  if (!user) return { kind: 'unknown' }
  return viewOf(found, await newestOf(db, user.id), user, clock.now(), config)
}

async function findRequest(db: Database, token: string): Promise<ConsentRow | undefined> {
  const [row] = await db
    .select()
    .from(consentRequests)
    .where(eq(consentRequests.tokenHash, hashOf(token)))
  return row
}

function viewOf(
  request: ConsentRow,
  newest: ConsentRow | undefined,
  user: UserRow,
  now: number,
  config: Context['config'],
): ConsentView {
  const kind = consentLinkAt(
    {
      sentAt: request.sentAt.getTime(),
      decision: request.decision,
      withdrawnAt: request.withdrawnAt?.getTime() ?? null,
      isNewest: newest?.id === request.id || (request.isSending && mayReplace(request, newest)),
    },
    now,
  )
  const asIfNotGiven = { ...currentUser(user, config, now), parentalConsentGiven: false }
  const isOfAge = !needsConsent(asIfNotGiven, now)
  return isOfAge && (kind === 'open' || kind === 'accepted') ? { kind: 'of-age', user } : { kind, user, request }
}

/**
 * Returns whether a request replaces the newest one that was sent, if its own mail has arrived. Once the newest was
 * accepted, no request from before counts.
 */
function mayReplace(request: ConsentRow, newest: ConsentRow | undefined): boolean {
  if (!newest) return true
  const isSettled = newest.decision === 'accepted' && !(newest.withdrawnAt && newest.withdrawnAt <= request.sentAt)
  return request.number > newest.number && !isSettled
}

/** What a parent can do with a link. */
export const CONSENT_ACTIONS = ['accept', 'decline', 'withdraw'] as const

export type ConsentAction = (typeof CONSENT_ACTIONS)[number]

/**
 * Carries out a parent's decision if the link allows it; otherwise changes nothing. Accepting starts the trial, once
 * per address. Withdrawing takes effect on the child's next request, closes the open connections and survives a
 * restore.
 */
export async function decideConsent(context: Context, token: string, action: ConsentAction): Promise<void> {
  const { db, clock, config, changeNotifications, journal } = context
  const now = clock.now()
  const found = await findRequest(db, token)
  if (!found) return
  const isDone = await transaction(db, async (tx) => {
    const user = await lockUser(tx, found.userId)
    const request = await findRequest(tx, token)
    if (!user || !request) return false
    const { kind } = viewOf(request, await newestOf(tx, user.id), user, now, config)
    if (kind !== (action === 'withdraw' ? 'accepted' : 'open')) return false
    const at = new Date(now)
    await tx
      .update(consentRequests)
      .set(
        action === 'withdraw'
          ? { withdrawnAt: at }
          : // Who decides has the mail.
            { decision: action === 'accept' ? 'accepted' : 'declined', decidedAt: at, isSending: false },
      )
      .where(eq(consentRequests.id, request.id))
    if (action !== 'decline') {
      const begins = action === 'accept' && !user.hasUsedTrial
      await tx
        .update(users)
        .set({
          parentalConsentGiven: action === 'accept',
          ...(begins ? await startTrial(tx, context, user, now) : {}),
          updatedAt: at,
        })
        .where(eq(users.id, user.id))
    }
    return true
  })
  if (!isDone || action !== 'withdraw') return
  changeNotifications.publish({ kind: 'all-sessions-ended', userId: found.userId })
  await journal.record({ kind: 'consent', user: found.userId, id: found.id, at: toInstant(now) })
}
