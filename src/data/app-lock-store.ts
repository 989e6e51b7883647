import { del, set, update } from 'idb-keyval'
import type { UserId } from '#domain/lib/ids.ts'
import { type AppLock, appLockKey } from './app-lock.ts'
import { readAppLock, store } from './device-store.ts'

export const setAppLock = (user: UserId, lock: AppLock): Promise<void> => set(appLockKey(user), lock, store)
export const dropAppLock = (user: UserId): Promise<void> => del(appLockKey(user), store)
/** Changes a lock in one transaction, so that two tabs count each other's tries. Never creates one. */
export const changeAppLock = async (user: UserId, change: (lock: AppLock) => AppLock): Promise<void> => {
  if ((await readAppLock(user)) === null) return
  await update<AppLock | undefined>(appLockKey(user), (lock) => lock && change(lock), store)
}
