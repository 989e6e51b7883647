import { and, asc, eq } from 'drizzle-orm'
import { nameWithoutAddress } from '#domain/access/consent.ts'
import { mayUse } from '#domain/access/may-use.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type ListedPerson, PERSON_COLOURS, type PersonColour } from '#domain/records/person.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { UserRow } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { type FullGrant, fullGrants, grantingOwner, isLive, type PersonRow, shownPerson } from './grants.ts'
import { grants } from './tables.ts'

/**
 * Returns everybody whom the account looks after: its own person, its own people, and those shared with it. Whose data it
 * may not see at the moment is marked as withheld (S14.8).
 */
export async function peopleOf(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  account: CurrentUser,
): Promise<ListedPerson[]> {
  const { db, clock } = context
  const [self] = await db.select({ colour: users.colour }).from(users).where(eq(users.id, account.id))
  const own = await ownPeople(db, account.id)
  const shared = await fullGrants(db, and(eq(grants.helperId, account.id), isLive(clock.now())))
  return [
    listedSelf(account, self?.colour ?? null),
    ...own.map(listedPerson),
    ...shared.map((full) => sharedPerson(full, grantingOwner(full, context), clock.now())),
  ]
}

/** Returns a person as the account that they are shared with sees them. */
const sharedPerson = (full: FullGrant, owner: CurrentUser | null, now: number): ListedPerson => ({
  name: shownPerson(full).name,
  colour: shownPerson(full).colour,
  id: full.grant.userId as PersonId,
  relation: full.person?.relation ?? null,
  isSelf: false,
  role: full.grant.role,
  timeZone: full.person?.timeZone ?? full.owner.timeZone ?? 'UTC',
  sharedBy: nameWithoutAddress(full.owner),
  grantId: full.grant.id,
  sharedUntil: full.grant.endsAt && toInstant(full.grant.endsAt.getTime()),
  isWithheld: owner === null,
  hasPremium: owner !== null && mayUse(owner, 'premium', now).allowed,
  emergency: owner === null ? null : full.person ? full.person.emergency : full.owner.emergency,
})

/** Returns the people without sign-in that belong to the account, in the order in which they were added. */
export const ownPeople = (db: Database, accountId: string): Promise<PersonRow[]> =>
  db.select().from(people).where(eq(people.ownerId, accountId)).orderBy(asc(people.createdAt), asc(people.id))

/** Returns the account's own person as the list shows them. */
export const listedSelf = (
  account: Pick<CurrentUser, 'id' | 'firstName' | 'lastName' | 'email' | 'timeZone'>,
  colour: UserRow['colour'],
): ListedPerson => ({
  id: account.id as string as PersonId,
  name: nameWithoutAddress(account),
  colour: colour ?? PERSON_COLOURS[0],
  relation: null,
  isSelf: true,
  role: 'owner',
  timeZone: account.timeZone ?? 'UTC',
  sharedBy: null,
  grantId: null,
  sharedUntil: null,
  isWithheld: false,
  hasPremium: null,
  emergency: null,
})

/** Returns a person as the account that they belong to sees them. */
export const listedPerson = ({ id, name, colour, relation, timeZone, emergency }: PersonRow): ListedPerson => ({
  id: id as PersonId,
  name,
  colour,
  relation,
  isSelf: false,
  role: 'owner',
  timeZone,
  sharedBy: null,
  grantId: null,
  sharedUntil: null,
  isWithheld: false,
  hasPremium: null,
  emergency,
})

/** Returns the first colour that none of these has, or the first of all. The account's own person counts. */
export function freeColour(taken: readonly PersonColour[]): PersonColour {
  return PERSON_COLOURS.find((colour) => !taken.includes(colour)) ?? PERSON_COLOURS[0]
}
