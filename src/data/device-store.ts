import { createStore, del, get, set, setMany, update } from 'idb-keyval'
import { v4 } from 'uuid'
import type { DeviceId, UserId } from '#domain/lib/ids.ts'
import { readCurrentUser } from '#domain/records/read-user.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { type AppLock, appLockKey } from './app-lock.ts'
import { DEVICE_STORE } from './database-names.ts'

/** What this device knows independently of any user's data. Both the page and the worker read it. */
export interface Device {
  id: DeviceId
  name: string
}

/** Its object store, for idb-keyval. */
export const store = createStore(DEVICE_STORE.database, DEVICE_STORE.store)

/** The email address of each account whose local database may be on this device. */
export type Owners = Record<UserId, string>

/** Returns the user recorded as signed in here, as the server last described them; null after sign-out or a 401. */
export const readKnownUser = async (): Promise<CurrentUser | null> => readCurrentUser(await get('user', store))

export async function rememberUser(user: CurrentUser): Promise<void> {
  await set('user', user, store)
  await update<Owners>('owners', (owners) => ({ ...owners, [user.id]: user.email }), store)
}
export const forgetUser = (): Promise<void> => set('user', null, store)

/**
 * Marks the user as signed out. This comes first when a user leaves this device, before anything is wiped, and every
 * drain checks it. From then on no user is known here, and a start that finds the wipe unfinished (`readPendingWipe`)
 * completes it.
 */
export const markSignedOut = (user: UserId): Promise<void> => setMany(departureOf(user), store)
/**
 * Does the same for a sign-out, which the server has to be told about. One transaction, so an interruption never leaves
 * it half begun.
 */
export const beginSignOut = (user: UserId): Promise<void> =>
  setMany([...departureOf(user), ['logout-owed', true]], store)
const departureOf = (user: UserId): [string, unknown][] => [
  ['signed-out', user],
  ['wipe-owed', user],
  ['user', null],
]
/** Returns the user whose traces, other than the database, an interrupted sign-out has left here. */
export const readPendingWipe = async (): Promise<UserId | null> => (await get<UserId>('wipe-owed', store)) ?? null
export const settleWipe = (): Promise<void> => set('wipe-owed', null, store)

export const clearSignedOut = (): Promise<void> => set('signed-out', null, store)
export const readSignedOut = async (): Promise<UserId | null> => (await get<UserId>('signed-out', store)) ?? null

/** Returns the accounts whose local database a sign-out could not delete yet because another tab held it open. */
export const pendingDeletions = async (): Promise<readonly UserId[]> =>
  (await get<UserId[]>('deletions-owed', store)) ?? []
export const addPendingDeletion = (user: UserId): Promise<void> =>
  update<UserId[]>('deletions-owed', (pending = []) => [...new Set([...pending, user])], store)
export const settleDeletion = (user: UserId): Promise<void> =>
  update<UserId[]>('deletions-owed', (pending = []) => pending.filter((other) => other !== user), store)

/**
 * Notes a sign-out that has not reached the server yet; the next connected start calls /api/logout before anything
 * else.
 */
export const setLogoutPending = (isPending: boolean): Promise<void> => set('logout-owed', isPending, store)
export const isLogoutPending = async (): Promise<boolean> => (await get<boolean>('logout-owed', store)) === true

/** Returns this device's identity in the dose log, created once; a name that could not be told then is told now. */
export async function thisDevice(describe: () => string | Promise<string>): Promise<Device> {
  const known = await get<Device>('device', store)
  if (known?.name) return known
  const name = await describe()
  const identified = (device?: Device): Device =>
    device?.name ? device : { id: device?.id ?? (v4() as DeviceId), name }
  await update<Device>('device', identified, store)
  return identified(await get('device', store))
}

/**
 * Returns a small mark. Marks survive sign-out because they say nothing about a person (an install offer was declined,
 * …). One that does is named `what:user` and is deleted with the user.
 */
export const readMark = async (name: string): Promise<string | null> =>
  (await get<string>(`mark:${name}`, store)) ?? null
export const setMark = (name: string, value: string): Promise<void> => set(`mark:${name}`, value, store)
export const dropMark = (name: string): Promise<void> => del(`mark:${name}`, store)
/** The mark that holds the notes of push-notes.ts. */
export const PUSH_NOTES = 'push'
/** Deletes all notes on the user's devices and messages at sign-out. */
export const forgetPush = (): Promise<void> => setMark(PUSH_NOTES, '')

/** Returns this account's lock on this device; null if none is set. */
export const readAppLock = async (user: UserId): Promise<AppLock | null> =>
  (await get<AppLock>(appLockKey(user), store)) ?? null
