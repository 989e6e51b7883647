import type { UserId } from '#domain/lib/ids.ts'
import { DEVICE_STORE } from '#src/data/database-names.ts'
import { deleteInTime } from '#src/data/pending-deletion.ts'
import { withLock } from '#src/platform/locks.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { rememberUnsent } from './remembered-unsent.ts'
import { emptyWebStorage } from './web-storage.ts'

/** Longer than a page needs to close its connection, in milliseconds. */
const DELETE_WITHIN = 4000

/**
 * Deletes the local database of a user who stays signed in. Returns whether it is gone; if another tab holds it, a
 * later start deletes it. Never rejects.
 */
export async function deleteDatabaseOf(userId: UserId): Promise<boolean> {
  try {
    const isGone = await deleteInTime(userId, withLock)
    if (isGone) rememberUnsent(0)
    return isGone
  } catch (cause) {
    warnOnce('The local database could not be deleted', cause)
    return false
  }
}

/**
 * Deletes every database of the app on this device, for all users, and what the device itself knew. It then no longer
 * knows who is here, so the user has to sign in again. Returns whether all of it is gone. Never rejects.
 */
export async function deleteAllHere(): Promise<boolean> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const ours = new Set([DEVICE_STORE.database, ...names.filter((name) => name.startsWith('dosewell-'))])
    const deleted = await Promise.all([...ours].map(deleteInDueTime))
    emptyWebStorage()
    return deleted.every((isGone) => isGone)
  } catch (cause) {
    warnOnce('What is stored on this device could not be deleted', cause)
    return false
  }
}

const deleteInDueTime = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve(true)
    request.onerror = () => resolve(false)
    setTimeout(() => resolve(false), DELETE_WITHIN)
  })
