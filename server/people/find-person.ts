import { and, eq } from 'drizzle-orm'
import type { PersonId } from '#domain/lib/ids.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { people } from '../db/schema/people.ts'
import type { Context } from '../http/context.ts'
import type { FindPerson, NamedPerson } from '../http/plugins/person-gate.ts'
import { isKnownGone } from './end-of-sharing.ts'
import { fullGrants, grantingOwner, stateOf } from './grants.ts'
import { grants } from './tables.ts'

type Finding = Pick<Context, 'db' | 'config' | 'clock'>

/** Returns the function by which the gate finds whom a request names. */
export const personFinder =
  (context: Finding): FindPerson =>
  async (account, id) => {
    const { db } = context
    const [row] = await db.select().from(people).where(eq(people.id, id))
    if (row?.ownerId === account.id) {
      return { kind: 'open', person: { id: id as PersonId, timeZone: row.timeZone, role: 'owner' }, owner: null }
    }
    const shared = await sharedWith(context, account, id)
    if (shared) return shared
    if (await isKnownGone(db, account.id, id)) return { kind: 'gone' }
    return { kind: row ? 'hidden' : 'unknown' }
  }

/** Returns the person as a grant of the account lets it in, or not any more; null if there never was one. */
async function sharedWith(context: Finding, account: CurrentUser, id: string): Promise<NamedPerson | null> {
  const all = await fullGrants(context.db, and(eq(grants.helperId, account.id), eq(grants.userId, id)))
  if (all.length === 0) return null
  const live = all.find(({ grant }) => stateOf(grant, context.clock.now()) === 'live')
  if (!live) return { kind: 'gone' }
  const owner = grantingOwner(live, context)
  if (!owner) return { kind: 'withheld' }
  const timeZone = live.person?.timeZone ?? owner.timeZone
  return { kind: 'open', person: { id: id as PersonId, timeZone, role: live.grant.role }, owner }
}
