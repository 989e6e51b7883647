import type { UserId } from '#domain/lib/ids.ts'
import type { Tries } from '#src/data/app-lock.ts'
import { changeAppLock } from '#src/data/app-lock-store.ts'
import { readAppLock } from '#src/data/device-store.ts'
import { askPasskey } from './passkey.ts'
import { isRightPin } from './pin.ts'
import { NO_TRIES, oneMore, settled } from './tries.ts'

/** The outcome of a try. `pause`: the PIN was not checked. */
export type Proof = { kind: 'right' } | { kind: 'wrong' | 'pause'; tries: Tries }

/**
 * Checks the PIN. The try is counted before it is checked, so that reloading the page gains none; in the device's
 * store, so that tabs count together.
 */
export async function provePin(user: UserId, pin: string, now: number): Promise<Proof> {
  const counted: { tries: Tries | null } = { tries: null }
  await changeAppLock(user, (lock) => {
    counted.tries = oneMore(lock.tries, now)
    return { ...lock, tries: counted.tries ?? settled(lock.tries, now) }
  })
  const lock = await readAppLock(user)
  // Removed in another tab meanwhile.
  if (!lock) return { kind: 'right' }
  if (!counted.tries) return { kind: 'pause', tries: lock.tries }
  if (!(await isRightPin(pin, lock.pin))) return { kind: 'wrong', tries: counted.tries }
  await forgetTries(user)
  return { kind: 'right' }
}

/** Returns whether the passkey was used. The system counts its own tries. */
export async function provePasskey(user: UserId): Promise<boolean> {
  const lock = await readAppLock(user)
  if (!lock?.passkey || !(await askPasskey(lock.passkey))) return false
  await forgetTries(user)
  return true
}

/** Returns how many PINs were wrong and until when none is checked, as of now. */
export async function readTries(user: UserId, now: number): Promise<Tries> {
  await changeAppLock(user, (lock) => ({ ...lock, tries: settled(lock.tries, now) }))
  return (await readAppLock(user))?.tries ?? NO_TRIES
}

const forgetTries = (user: UserId): Promise<void> => changeAppLock(user, (lock) => ({ ...lock, tries: NO_TRIES }))
