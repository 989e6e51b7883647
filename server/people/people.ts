import { asc, eq } from 'drizzle-orm'
import { nameForOthers } from '#domain/access/consent.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { type ListedPerson, PERSON_COLOURS, type PersonColour } from '#domain/records/person.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { UserRow } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'

export type PersonRow = typeof people.$inferSelect

/** Returns everybody whose data the account may see: its own person first, then by when they were added. */
export async function peopleOf(db: Database, account: CurrentUser): Promise<ListedPerson[]> {
  const [self] = await db.select({ colour: users.colour }).from(users).where(eq(users.id, account.id))
  return [listedSelf(account, self?.colour ?? null), ...(await ownPeople(db, account.id)).map(listedPerson)]
}

/** Returns the people without sign-in that belong to the account, in the order in which they were added. */
export const ownPeople = (db: Database, accountId: string): Promise<PersonRow[]> =>
  db.select().from(people).where(eq(people.ownerId, accountId)).orderBy(asc(people.createdAt), asc(people.id))

/** Returns the account's own person as the list shows them. */
export const listedSelf = (
  account: Pick<CurrentUser, 'id' | 'firstName' | 'lastName' | 'email' | 'timeZone'>,
  colour: UserRow['colour'],
): ListedPerson => ({
  id: account.id as string as PersonId,
  name: nameForOthers(account).full ?? account.email,
  colour: colour ?? PERSON_COLOURS[0],
  relation: null,
  isSelf: true,
  role: 'owner',
  timeZone: account.timeZone ?? 'UTC',
  sharedBy: null,
})

/** Returns a person as the account that they belong to sees them. */
export const listedPerson = ({ id, name, colour, relation, timeZone }: PersonRow): ListedPerson => ({
  id: id as PersonId,
  name,
  colour,
  relation,
  isSelf: false,
  role: 'owner',
  timeZone,
  sharedBy: null,
})

/** Returns the first colour that none of these has, or the first of all. The account's own person counts. */
export function freeColour(taken: readonly PersonColour[]): PersonColour {
  return PERSON_COLOURS.find((colour) => !taken.includes(colour)) ?? PERSON_COLOURS[0]
}
