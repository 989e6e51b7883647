import type { UserId } from '#domain/lib/ids.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { asUser } from '#domain/records/person-as-user.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { dataIdOf, readPeople } from '#src/data/people-store.ts'
import { readProfile } from '#src/data/read-profile.ts'
import { withProfile } from '#src/data/stored-profile.ts'
import { browserZone } from '#src/platform/clock.ts'
import { ownData, type Whose } from '#src/platform/whose.ts'

/** The data of one person of the account signed in on this device; open only while one event is handled. */
export interface LocalData {
  user: CurrentUser
  whose: Whose
  db: DosewellDatabase
  /** The plan zone. */
  zone: string
}

/**
 * Returns whether this account is still the one recorded as signed in; checked again before every request
 * (docs/sync-spec.md, S8).
 */
export const isStillHere = async ({ account }: Whose): Promise<boolean> =>
  (await readKnownUser())?.id === account && (await readSignedOut()) !== account

/**
 * Runs work on the database of the user recorded as signed in, or of somebody they look after, and no other. Returns
 * undefined if there is none. The database is closed afterwards: an open one would keep a sign-out from deleting it.
 * @param person whose data; by default the user's own
 */
export async function withLocalData<T>(
  work: (local: LocalData) => Promise<T>,
  person?: UserId,
): Promise<T | undefined> {
  const known = await knownHere()
  if (!known) return undefined
  if (person === undefined || person === known.id) return withOwnData(known, work)
  const listed = (await readPeople(known.id)).people.find(({ id }) => dataIdOf(id) === person)
  return listed && withDataOf(known, listed, work)
}

/** Does the same for the user and for everybody they look after, one after the other. */
export async function withEverybodysData<T>(work: (local: LocalData) => Promise<T>): Promise<T[]> {
  const known = await knownHere()
  if (!known) return []
  const done = [await withOwnData(known, work)]
  for (const person of (await readPeople(known.id)).people) {
    if (!person.isSelf) done.push(await withDataOf(known, person, work))
  }
  return done
}

async function knownHere(): Promise<CurrentUser | null> {
  const known = await readKnownUser()
  return known && (await readSignedOut()) !== known.id ? known : null
}

const withOwnData = <T>(known: CurrentUser, work: (local: LocalData) => Promise<T>): Promise<T> =>
  withDatabase(known.id, async (db) => {
    const user = withProfile(known, await readProfile(db))
    return work({ user, whose: ownData(known.id), db, zone: user.timeZone ?? browserZone() })
  })

function withDataOf<T>(account: CurrentUser, person: ListedPerson, work: (local: LocalData) => Promise<T>): Promise<T> {
  const id = dataIdOf(person.id)
  const user = asUser(account, person)
  return withDatabase(id, (db) => work({ user, whose: { person: id, account: account.id }, db, zone: person.timeZone }))
}

async function withDatabase<T>(id: UserId, work: (db: DosewellDatabase) => Promise<T>): Promise<T> {
  const db = createDatabase(id)
  await db.open()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
