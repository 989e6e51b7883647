import { and, inArray } from 'drizzle-orm'
import { people } from '../db/schema/people.ts'
import type { Context } from '../http/context.ts'
import { fullGrants, grantingOwner, isLive } from './grants.ts'
import { grants } from './tables.ts'

/** An account and a person whose data it was shown. */
export interface Seeing {
  accountId: string
  userId: string
}

const nameOf = ({ accountId, userId }: Seeing): string => `${accountId} ${userId}`

/**
 * Returns a function that says whether an account may still see a person, for these pairs: its own person, its people,
 * and those shared with it. At most two queries.
 */
export async function stillSeen(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  pairs: readonly Seeing[],
): Promise<(seeing: Seeing) => boolean> {
  const others = pairs.filter(({ accountId, userId }) => accountId !== userId)
  const ids = [...new Set(others.map(({ userId }) => userId))]
  const seen = new Set<string>()
  if (ids.length > 0) {
    const { db, clock } = context
    const own = await db
      .select({ userId: people.id, accountId: people.ownerId })
      .from(people)
      .where(inArray(people.id, ids))
    const helpers = [...new Set(others.map(({ accountId }) => accountId))]
    const live = and(inArray(grants.userId, ids), inArray(grants.helperId, helpers), isLive(clock.now()))
    const shared = (await fullGrants(db, live)).filter((full) => grantingOwner(full, context))
    for (const pair of own) seen.add(nameOf(pair))
    for (const { grant } of shared) seen.add(nameOf({ accountId: grant.helperId ?? '', userId: grant.userId }))
  }
  return (seeing) => seeing.accountId === seeing.userId || seen.has(nameOf(seeing))
}
