import { and, eq } from 'drizzle-orm'
import type { PersonId } from '#domain/lib/ids.ts'
import { people } from '../db/schema/people.ts'
import type { Context } from '../http/context.ts'
import type { FindPerson } from '../http/plugins/person-gate.ts'
import { tombstones } from '../sync/tables.ts'

/** Returns the function by which the gate finds whom a request names. */
export const personFinder =
  ({ db }: Pick<Context, 'db'>): FindPerson =>
  async (account, id) => {
    const [row] = await db.select().from(people).where(eq(people.id, id))
    if (row?.ownerId === account.id) {
      return { kind: 'open', person: { id: id as PersonId, timeZone: row.timeZone, role: 'owner' }, owner: null }
    }
    if (row) return { kind: 'hidden' }
    return { kind: (await wasDeleted({ db }, account.id, id)) ? 'gone' : 'unknown' }
  }

async function wasDeleted({ db }: Pick<Context, 'db'>, accountId: string, id: string): Promise<boolean> {
  const isOfPerson = and(eq(tombstones.userId, accountId), eq(tombstones.id, id), eq(tombstones.kind, 'person'))
  return (await db.$count(tombstones, isOfPerson)) > 0
}
