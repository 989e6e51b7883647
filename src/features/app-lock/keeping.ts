import type { UserId } from '#domain/lib/ids.ts'
import { type AppLock, LOCK_HINT } from '#src/data/app-lock.ts'
import { changeAppLock, dropAppLock, setAppLock } from '#src/data/app-lock-store.ts'
import { readAppLock } from '#src/data/device-store.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { forgetPasskey } from './passkey.ts'

/** Sets a lock. This tab and all others stay unlocked until they are left. */
export async function turnOn(user: UserId, lock: AppLock): Promise<void> {
  await setAppLock(user, lock)
  await tellTabs(user)
}

/** Removes the lock, here and in every tab. */
export async function turnOff(user: UserId): Promise<void> {
  const { lock } = useAppLock.getState()
  await dropAppLock(user)
  localStorage.removeItem(LOCK_HINT)
  useAppLock.setState({ lock: null, isLocked: false })
  if (lock?.passkey) await forgetPasskey(lock.passkey)
}

/** Changes the current lock. */
export async function changeLock(user: UserId, change: Partial<AppLock>): Promise<void> {
  await changeAppLock(user, (lock) => ({ ...lock, ...change }))
  await tellTabs(user)
}

/** Updates this tab and, through a storage event, all others. */
async function tellTabs(user: UserId): Promise<void> {
  useAppLock.setState({ lock: await readAppLock(user) })
  // The event fires only if the value changes.
  localStorage.setItem(LOCK_HINT, crypto.randomUUID())
}

export const lockNow = (): void => useAppLock.setState({ isLocked: true })
export const openNow = (): void => useAppLock.setState({ isLocked: false })
