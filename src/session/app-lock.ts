import { useEffect } from 'react'
import { create } from 'zustand'
import type { UserId } from '#domain/lib/ids.ts'
import { type AppLock, LOCK_HINT } from '#src/data/app-lock.ts'
import { readAppLock } from '#src/data/device-store.ts'
import { noteStorageFault } from './storage-fault.ts'

interface AppLockState {
  /** Null: none is set. Undefined: not read yet. */
  lock: AppLock | null | undefined
  /** Per tab: each tab is unlocked separately. */
  isLocked: boolean
}

const UNKNOWN: AppLockState = { lock: undefined, isLocked: false }

/** The signed-in user's app lock on this device (decision 026). */
export const useAppLock = create<AppLockState>(() => UNKNOWN)

/**
 * Takes over the stored lock. A tab that starts with a lock set is locked. Setting, changing or removing the lock in
 * another tab locks nothing here.
 */
function take(lock: AppLock | null): void {
  useAppLock.setState((before) => ({
    lock,
    isLocked: lock !== null && (before.lock === undefined || before.isLocked),
  }))
  if (!lock) localStorage.removeItem(LOCK_HINT)
  else if (!localStorage.getItem(LOCK_HINT)) localStorage.setItem(LOCK_HINT, crypto.randomUUID())
}

/**
 * Keeps `useAppLock` current while the user is shown. Returns whether the lock is known.
 * @param tries counts how often the device's storage was opened, so that a lock that could not be read is read again
 */
export function useRecalledLock(user: UserId, tries: number): boolean {
  useEffect(() => {
    let ended = false
    const recall = () => readLock(user, () => !ended)
    const listen = ({ key }: StorageEvent) => key === LOCK_HINT && recall()
    recall()
    addEventListener('storage', listen)
    return () => {
      ended = true
      removeEventListener('storage', listen)
      useAppLock.setState(UNKNOWN)
    }
  }, [user])
  useEffect(() => {
    let ended = false
    if (tries > 0 && useAppLock.getState().lock === undefined) readLock(user, () => !ended)
    return () => {
      ended = true
    }
  }, [user, tries])
  return useAppLock(({ lock }) => lock !== undefined)
}

function readLock(user: UserId, isWanted: () => boolean): void {
  readAppLock(user)
    .then((lock) => isWanted() && take(lock))
    // The lock is on also where its hint cannot be written again.
    .catch((error: unknown) => noteStorageFault(error) || reportError(error))
}
