import { and, eq, isNull } from 'drizzle-orm'
import { LINK_LIFE } from '#domain/access/offers.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { hashOf } from '../accounts/token-hash.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import type { Person } from '../http/who.ts'
import { lockState } from '../sync/state.ts'
import { type FullGrant, fullGrants, grantingOwner, shownPerson, stateOf } from './grants.ts'
import { grants } from './tables.ts'

/** Whether an invitation can be turned into a list that needs no account: to see, and for nobody in particular. */
export const mayBeLink = ({ grant }: Pick<FullGrant, 'grant'>): boolean => grant.role === 'view' && grant.email === null

/**
 * Uses an invitation up for a list that is shown without an account, for 30 days if nothing else was said. Returns the
 * token under which it is shown from now on, or null if somebody else was faster.
 */
export async function openListLink(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  { grant }: FullGrant,
): Promise<string | null> {
  const now = clock.now()
  const token = Buffer.from(random(32)).toString('base64url')
  const endsAt = grant.endsAt ?? new Date(now + LINK_LIFE)
  const opened = await transaction(db, async (tx) => {
    await lockState(tx, grant.userId, now)
    return tx
      .update(grants)
      .set({ acceptedAt: new Date(now), endsAt, tokenHash: hashOf(token), codeHash: null })
      .where(and(eq(grants.id, grant.id), isNull(grants.acceptedAt), isNull(grants.revokedAt)))
      .returning({ id: grants.id })
  })
  return opened.length > 0 ? token : null
}

/** Whose list a link shows. */
export interface ListLink {
  person: Pick<Person, 'id' | 'timeZone'>
  name: string
  endsAt: number | null
}

/** Returns whose list this token shows at the moment; null if none. */
export async function findListLink(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<ListLink | null> {
  const isIt = and(eq(grants.tokenHash, hashOf(token)), isNull(grants.helperId))
  const [full] = await fullGrants(context.db, isIt)
  if (!full || stateOf(full.grant, context.clock.now()) !== 'live') return null
  const owner = grantingOwner(full, context)
  if (!owner) return null
  return {
    person: { id: full.grant.userId as PersonId, timeZone: full.person?.timeZone ?? owner.timeZone },
    name: shownPerson(full).name,
    endsAt: full.grant.endsAt?.getTime() ?? null,
  }
}
