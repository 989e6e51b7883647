import type { UserId } from '#domain/lib/ids.ts'
import { type AppLock, LOCK_HINT } from '#src/data/app-lock.ts'
import { changeAppLock, dropAppLock, setAppLock } from '#src/data/app-lock-store.ts'
import { readAppLock } from '#src/data/device-store.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { forgetPasskey } from './passkey.ts'

/**
 * Sets a lock. This tab and all others stay unlocked until they are left. Rejects if it cannot be stored, or the hint of
 * it: without that, the first paint of the next start shows what the lock hides.
 */
export async function turnOn(user: UserId, lock: AppLock): Promise<void> {
  hint()
  try {
    await setAppLock(user, lock)
  } catch (error) {
    localStorage.removeItem(LOCK_HINT)
    throw error
  }
  await tellTabs(user)
}

/** Other tabs hear of it only if the value changes. It always takes as much room. */
const hint = (): void => localStorage.setItem(LOCK_HINT, crypto.randomUUID())

/** Removes the lock, here and in every tab. */
export async function turnOff(user: UserId): Promise<void> {
  const { lock } = useAppLock.getState()
  await dropAppLock(user)
  localStorage.removeItem(LOCK_HINT)
  useAppLock.setState({ lock: null, isLocked: false })
  if (lock?.passkey) await forgetPasskey(lock.passkey)
}

/** Changes the current lock. Rejects if it cannot be stored, or the hint of it, and then nothing has changed. */
export async function changeLock(user: UserId, change: Partial<AppLock>): Promise<void> {
  hint()
  await changeAppLock(user, (lock) => ({ ...lock, ...change }))
  await tellTabs(user)
}

/** Updates this tab and, through a storage event, all others. */
async function tellTabs(user: UserId): Promise<void> {
  useAppLock.setState({ lock: await readAppLock(user) })
  hint()
}

export const lockNow = (): void => useAppLock.setState({ isLocked: true })
export const openNow = (): void => useAppLock.setState({ isLocked: false })
