import { get, update } from 'idb-keyval'
import { ROLES } from '#domain/access/roles.ts'
import { isUuid, type PersonId, type UserId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { isTimeZone } from '#domain/lib/zone.ts'
import { dataIdOf, type ListedPerson, PERSON_COLOURS } from '#domain/records/person.ts'
import { readEmergency } from '#domain/records/read-user.ts'
import { peopleKey } from './database-names.ts'
import { store } from './device-store.ts'

/** The screens of everybody at once. */
export const EVERYONE = 'everyone'
export type Shown = PersonId | typeof EVERYONE

/** The people an account may see, as the server last listed them to this device, and who is shown here. */
export interface StoredPeople {
  people: ListedPerson[]
  shown: Shown
}

const NOBODY: StoredPeople = { people: [], shown: EVERYONE }

export const readPeople = async (account: UserId): Promise<StoredPeople> =>
  (await get<StoredPeople>(peopleKey(account), store)) ?? NOBODY

/** Returns who is shown of these people: everyone instead of somebody who is not listed, or withheld (S14.8). */
export const shownOf = (people: readonly ListedPerson[], shown: Shown): Shown =>
  people.some(({ id, isWithheld }) => id === shown && !isWithheld) ? shown : EVERYONE

/** Stores the list, and who of it is shown from now on. */
export const storePeople = (account: UserId, people: ListedPerson[]): Promise<void> =>
  change(account, ({ shown }) => ({ people, shown: shownOf(people, shown) }))

export const storeShown = (account: UserId, shown: Shown): Promise<void> =>
  change(account, (before) => ({ ...before, shown }))

const change = (account: UserId, how: (before: StoredPeople) => StoredPeople): Promise<void> =>
  update<StoredPeople>(peopleKey(account), (before = NOBODY) => how(before), store)

/** Returns the ids under which this device stores the data of the people whom the account looks after. */
export const readOtherIds = async (account: UserId): Promise<UserId[]> => othersOf((await readPeople(account)).people)

/** Returns the ids of those whom the account added itself: nobody else has what this device has of them. */
export const readOwnIds = async (account: UserId): Promise<UserId[]> =>
  othersOf((await readPeople(account)).people.filter(({ role }) => role === 'owner'))

/**
 * Lists those whom a lost account looked after among the people of the account that takes its place (S11.11): what
 * becomes of them then follows from what the server says of each (S15.1).
 */
export async function adoptPeople(lost: UserId, account: UserId): Promise<void> {
  const others = (await readPeople(lost)).people.filter(({ isSelf }) => !isSelf)
  await change(account, ({ people, shown }) => {
    const known = new Set(people.map(({ id }) => id))
    return { people: [...people, ...others.filter(({ id }) => !known.has(id))], shown }
  })
}

/** Returns the ids of those who are not the account's own person. */
export const othersOf = (people: readonly ListedPerson[]): UserId[] =>
  people.filter(({ isSelf }) => !isSelf).map(({ id }) => dataIdOf(id))

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

/**
 * Reads the answer of GET /api/people by the rules of `peopleAnswer`, without the library of the schemas; null if it is
 * none. A colour or a role that only a newer version knows becomes the first of the colours, and `view`.
 */
export function readPeopleAnswer(body: unknown): ListedPerson[] | null {
  if (!Array.isArray(body)) return null
  const people = body.map(readPerson)
  return people.every((person) => person !== null) ? people : null
}

function readPerson(value: unknown): ListedPerson | null {
  if (typeof value !== 'object' || value === null) return null
  const {
    id,
    name,
    colour,
    relation,
    isSelf,
    role,
    timeZone,
    sharedBy,
    grantId,
    sharedUntil,
    isWithheld,
    hasPremium,
    emergency,
  } = value as Record<string, unknown>
  if (!isText(id) || !isUuid(id) || !isText(name) || typeof isSelf !== 'boolean') return null
  if (!isTextOrNull(relation) || !isTextOrNull(sharedBy) || !isText(timeZone) || !isTimeZone(timeZone)) return null
  return {
    id: id as PersonId,
    name,
    colour: PERSON_COLOURS.find((known) => known === colour) ?? PERSON_COLOURS[0],
    relation,
    isSelf,
    role: ROLES.find((known) => known === role) ?? 'view',
    timeZone,
    sharedBy,
    grantId: isText(grantId) ? grantId : null,
    sharedUntil: isText(sharedUntil) ? (sharedUntil as Instant) : null,
    isWithheld: isWithheld === true,
    emergency: readEmergency(emergency),
    hasPremium: typeof hasPremium === 'boolean' ? hasPremium : null,
  }
}
