import { and, eq, isNull } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { MOST_PEOPLE } from '#domain/records/person.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { ApiError } from '../platform/errors.ts'
import { lockState, type SyncState, saveState, versionsOf } from '../sync/state.ts'
import { countShared, type FullGrant } from './grants.ts'
import { noOffer } from './offers.ts'
import { ownPeople } from './people.ts'
import { grants } from './tables.ts'

/**
 * Accepts an invitation for the account, once. An earlier grant of the account for the same person ends with it. Throws
 * 403 `forbidden` if it is for another address, 409 for one's own person or one person too many, and 404 if somebody
 * else was faster.
 */
export async function acceptOffer(
  context: Pick<Context, 'db' | 'clock' | 'facts' | 'changeNotifications'>,
  { grant }: FullGrant,
  account: CurrentUser,
): Promise<void> {
  const { db, clock, facts, changeNotifications } = context
  const now = clock.now()
  if (grant.email !== null && grant.email !== account.email) {
    throw new ApiError(403, 'forbidden', t('This invitation is for another email address than that of this account.'))
  }
  if (grant.ownerId === account.id) {
    throw new ApiError(409, 'own_account', t('This is your own invitation. Send it to whoever is to help.'))
  }
  const state = await transaction(db, async (tx) => {
    const before = await lockState(tx, account.id, now)
    await requireRoom(tx, account.id, grant.userId, now)
    await tx
      .update(grants)
      .set({ revokedAt: new Date(now) })
      .where(and(eq(grants.userId, grant.userId), eq(grants.helperId, account.id), isNull(grants.revokedAt)))
    const accepted = await tx
      .update(grants)
      .set({ helperId: account.id, acceptedAt: new Date(now), tokenHash: null, codeHash: null })
      .where(and(eq(grants.id, grant.id), isNull(grants.acceptedAt), isNull(grants.revokedAt)))
      .returning({ id: grants.id })
    if (accepted.length === 0) throw noOffer()
    return touchProfile(tx, account.id, before, now)
  })
  changeNotifications.publish({ kind: 'versions', versions: versionsOf(account.id, facts, state) })
}

async function requireRoom(tx: Database, accountId: string, personId: string, now: number): Promise<void> {
  const own = await ownPeople(tx, accountId)
  const shared = await countShared(tx, accountId, now, personId)
  if (own.length + shared >= MOST_PEOPLE) {
    throw new ApiError(
      409,
      'limit_reached',
      t('You can look after {count} people besides yourself.', { count: MOST_PEOPLE }),
    )
  }
}

/** Counts a change of whom the account may see as one of its profile, so that its devices hear of it. */
export async function touchProfile(
  tx: Database,
  accountId: string,
  before: SyncState,
  now: number,
): Promise<SyncState> {
  const seq = before.seq + 1
  const state = { ...before, seq, profileSeq: seq }
  await saveState(tx, accountId, state, now)
  return state
}
