import { roleAllows } from '#domain/access/roles.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { dataIdOf, isRemindedOf, type ListedPerson } from '#domain/records/person.ts'
import { asUser } from '#domain/records/person-as-user.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { withPerson } from '#domain/reminders/grouping.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { readOtherIds, readPeople } from '#src/data/people-store.ts'
import { readProfile } from '#src/data/read-profile.ts'
import { withProfile } from '#src/data/stored-profile.ts'
import { browserZone } from '#src/platform/clock.ts'
import { ownData, type Whose } from '#src/platform/whose.ts'

/** The data of one person of the account signed in on this device; open only while one event is handled. */
export interface LocalData {
  user: CurrentUser
  whose: Whose
  /** Null for the account's own person. */
  person: ListedPerson | null
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

/**
 * Does the same for the user and for everybody they look after, one after the other. What fails for one holds up nobody
 * else; it rejects with the first failure once all are done.
 */
export async function withEverybodysData<T>(work: (local: LocalData) => Promise<T>): Promise<T[]> {
  const known = await knownHere()
  if (!known) return []
  const others = (await readPeople(known.id)).people.filter(({ isSelf }) => !isSelf)
  const done: T[] = []
  const failures: unknown[] = []
  for (const person of [null, ...others]) {
    const working = person ? withDataOf(known, person, work) : withOwnData(known, work)
    await working.then(
      (result) => done.push(result),
      (failure: unknown) => failures.push(failure),
    )
  }
  if (failures.length > 0) throw failures[0]
  return done
}

/** Does the same for the user and those of their people whose doses they are reminded of. */
export async function withRemindedData<T>(work: (local: LocalData) => Promise<T>): Promise<T[]> {
  const done = await withEverybodysData(async (local) =>
    local.person === null || isRemindedOf(local.person) ? [await work(local)] : [],
  )
  return done.flat()
}

/**
 * Returns the address as a page shows it for this person's data: it names them if the user looks after anybody, since
 * the page may show somebody else.
 */
export async function pathHere(path: string, person: UserId): Promise<string> {
  const known = await knownHere()
  return known && (await readOtherIds(known.id)).length > 0 ? withPerson(path, person) : path
}

/**
 * Returns whether the user may log doses of this person, by the role that this device last heard of. True for somebody
 * it does not know: the attempt says that nothing is logged.
 */
export async function mayLogFor(person: UserId): Promise<boolean> {
  const known = await knownHere()
  const listed = known && (await readPeople(known.id)).people.find(({ id }) => dataIdOf(id) === person)
  return !listed || roleAllows(listed.role, 'log')
}

async function knownHere(): Promise<CurrentUser | null> {
  const known = await readKnownUser()
  return known && (await readSignedOut()) !== known.id ? known : null
}

const withOwnData = <T>(known: CurrentUser, work: (local: LocalData) => Promise<T>): Promise<T> =>
  withDatabase(known.id, async (db) => {
    const user = withProfile(known, await readProfile(db))
    return work({ user, whose: ownData(known.id), person: null, db, zone: user.timeZone ?? browserZone() })
  })

function withDataOf<T>(account: CurrentUser, person: ListedPerson, work: (local: LocalData) => Promise<T>): Promise<T> {
  const id = dataIdOf(person.id)
  const user = asUser(account, person)
  const whose = { person: id, account: account.id }
  return withDatabase(id, (db) => work({ user, whose, person, db, zone: person.timeZone }))
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
