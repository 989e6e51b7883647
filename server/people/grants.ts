import { createHmac } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { nameWithoutAddress } from '#domain/access/consent.ts'
import { mayUse } from '#domain/access/may-use.ts'
import { grantAt, OFFER_LIFE } from '#domain/access/offers.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { PERSON_COLOURS, type PersonColour } from '#domain/records/person.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { UserRow } from '../accounts/sessions.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import type { Config } from '../platform/config.ts'
import { noteEndOfSharing } from './end-of-sharing.ts'
import { grants } from './tables.ts'

export type PersonRow = typeof people.$inferSelect
export type GrantRow = typeof grants.$inferSelect

/** Returns the hash under which a code is stored: without the server's secret, its few signs could be tried one by one. */
export const codeHashOf = (signs: string, { secret }: { secret: string }): string =>
  createHmac('sha256', secret).update(`grant code ${signs}`).digest('base64url')

/** Returns what a grant is at `now` (ms). */
export const stateOf = ({ offeredAt, acceptedAt, endsAt, revokedAt }: GrantRow, now: number) =>
  grantAt(
    {
      offeredAt: offeredAt.getTime(),
      acceptedAt: acceptedAt?.getTime() ?? null,
      endsAt: endsAt?.getTime() ?? null,
      revokedAt: revokedAt?.getTime() ?? null,
    },
    now,
  )

/** A grant with the account that gave it and the person it is about; `person` is null for the account's own. */
export interface FullGrant {
  grant: GrantRow
  owner: UserRow
  person: PersonRow | null
}

/** Returns grants with owner and person, in the order in which they were accepted or offered. */
export function fullGrants(db: Database, which: ReturnType<typeof and>): Promise<FullGrant[]> {
  return db
    .select({ grant: grants, owner: users, person: people })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.ownerId))
    .leftJoin(people, eq(people.id, grants.userId))
    .where(which)
    .orderBy(asc(grants.acceptedAt), asc(grants.offeredAt), asc(grants.id))
}

/** A condition on rows of `grants`: accepted by an account, and neither revoked nor ended at `now` (ms). */
export const isLive = (now: number) =>
  and(
    isNotNull(grants.helperId),
    isNotNull(grants.acceptedAt),
    isNull(grants.revokedAt),
    or(isNull(grants.endsAt), gt(grants.endsAt, new Date(now))),
  )

/**
 * Returns the account that gave a grant, or null while that may not use health data itself: without a parent's consent
 * nobody sees a minor's data.
 */
export function grantingOwner(
  { owner }: Pick<FullGrant, 'owner'>,
  { config, clock }: { config: Pick<Config, 'ADMIN_EMAILS'>; clock: Pick<Context['clock'], 'now'> },
): CurrentUser | null {
  const now = clock.now()
  const user = currentUser(owner, config, now)
  return mayUse(user, 'health', now).allowed ? user : null
}

/** Returns how many people are shared with the account at `now` (ms), besides this one. */
export const countShared = (db: Database, accountId: string, now: number, except?: string): Promise<number> =>
  db.$count(grants, and(eq(grants.helperId, accountId), except ? ne(grants.userId, except) : undefined, isLive(now)))

/** How long what is over is kept: longer than a helper's device is usually away, and than a restore goes back. */
const KEPT = 90 * DAY

/** Deletes grants and invitations that have been over for 90 days. Helpers are still told that they are over. */
export async function purgeGrants(db: Database, now: number): Promise<void> {
  const since = new Date(now - KEPT)
  const isOldOffer = and(isNull(grants.acceptedAt), lte(grants.offeredAt, new Date(now - KEPT - OFFER_LIFE)))
  const isOver = or(lte(grants.revokedAt, since), lte(grants.endsAt, since), isOldOffer)
  await transaction(db, async (tx) => {
    await noteEndOfSharing(tx, isOver, now)
    await tx.delete(grants).where(isOver)
  })
}

/** Returns how a person of a grant is shown: one's own as the account is known to others. */
export const shownPerson = ({ owner, person }: FullGrant): { name: string; colour: PersonColour } =>
  person ?? { name: nameWithoutAddress(owner), colour: owner.colour ?? PERSON_COLOURS[0] }
