import { and, asc, eq, isNull } from 'drizzle-orm'
import { nameForOthers } from '#domain/access/consent.ts'
import { OFFER_LIFE } from '#domain/access/offers.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Grant } from '#domain/protocol/grants.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { ApiError } from '../platform/errors.ts'
import { lockState, versionsOf } from '../sync/state.ts'
import { touchProfile } from './accept.ts'
import { type GrantRow, stateOf } from './grants.ts'
import { grants } from './tables.ts'

/** Returns who sees or helps the person, and open invitations, oldest first. */
export async function grantsOf(db: Database, personId: string, now: number): Promise<Grant[]> {
  const rows = await db
    .select({ grant: grants, helper: users })
    .from(grants)
    .leftJoin(users, eq(users.id, grants.helperId))
    .where(and(eq(grants.userId, personId), isNull(grants.revokedAt)))
    .orderBy(asc(grants.offeredAt), asc(grants.id))
  return rows.flatMap(({ grant, helper }) => {
    const state = stateOf(grant, now)
    return state === 'over' ? [] : [listedGrant(grant, state, helper && (nameForOthers(helper).full ?? helper.email))]
  })
}

const listedGrant = (grant: GrantRow, state: Grant['state'], helperName: string | null): Grant => ({
  id: grant.id,
  role: grant.role,
  state,
  helperName,
  isLink: state === 'live' && grant.helperId === null,
  email: grant.email,
  notifyAfterMinutes: grant.notifyAfterMinutes,
  offeredAt: toInstant(grant.offeredAt.getTime()),
  offerEndsAt: toInstant(grant.offeredAt.getTime() + OFFER_LIFE),
  acceptedAt: grant.acceptedAt && toInstant(grant.acceptedAt.getTime()),
  expiresAt: grant.endsAt && toInstant(grant.endsAt.getTime()),
})

/**
 * Ends a grant or withdraws an invitation, at once, for either side: streams of the helper about the person end, and a
 * restore does not bring it back (S11.8). Throws 404 for one that is over or of others.
 */
export async function revokeGrant(
  context: Pick<Context, 'db' | 'clock' | 'facts' | 'changeNotifications' | 'journal'>,
  accountId: string,
  id: string,
): Promise<void> {
  const { db, clock, facts, changeNotifications, journal } = context
  const now = clock.now()
  const [grant] = await db.select().from(grants).where(eq(grants.id, id))
  const isParty = grant?.ownerId === accountId || grant?.helperId === accountId
  if (!grant || !isParty || stateOf(grant, now) === 'over') throw noGrant()
  const { helperId, userId } = grant
  const revoking = transaction(db, async (tx) => {
    const before = helperId === null ? null : await lockState(tx, helperId, now)
    const revoked = await tx
      .update(grants)
      .set({ revokedAt: new Date(now), tokenHash: null, codeHash: null })
      .where(and(eq(grants.id, id), isNull(grants.revokedAt)))
      .returning({ helperId: grants.helperId })
    if (revoked.length === 0) throw noGrant()
    if (revoked[0]?.helperId !== helperId) throw new AcceptedMeanwhile()
    return helperId !== null && before ? touchProfile(tx, helperId, before, now) : null
  })
  const state = await revoking.catch((error: unknown) => {
    if (error instanceof AcceptedMeanwhile) return 'again' as const
    throw error
  })
  if (state === 'again') return revokeGrant(context, accountId, id)
  await journal.record({
    kind: 'grant',
    user: userId,
    id,
    ...(helperId ? { helper: helperId } : {}),
    at: toInstant(now),
  })
  if (helperId === null || !state) return
  changeNotifications.publish({ kind: 'access-ended', userId, accountId: helperId })
  changeNotifications.publish({ kind: 'versions', versions: versionsOf(helperId, facts, state) })
}

/** The invitation was accepted between the reading and the revoking: there is a helper to be told now. */
class AcceptedMeanwhile extends Error {}

const noGrant = () => new ApiError(404, 'not_found', t('There is no such invitation or helper.'))
