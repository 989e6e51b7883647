import { Dexie } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import type { withLock } from '#src/platform/locks.ts'
import { databaseName } from './database-names.ts'
import { addPendingDeletion, pendingDeletions } from './device-store.ts'
import { settleDeletionOf } from './keep-database.ts'

/** Longer than a page needs to close its connection (ms); a frozen tab may hold on for days. */
const DELETE_LIMIT = 4000

/**
 * Deletes the user's local database, trying for at most 4 s: a tab that holds it open must not delay a sign-out. Until
 * it is gone, the sign-out mark blocks every writer and drain, and each start of the app tries again
 * (`pendingDeletions`). Returns whether it is gone.
 */
export async function deleteInTime(user: UserId, lock: typeof withLock): Promise<boolean> {
  await addPendingDeletion(user)
  return deletePending(user, lock)
}

/** Does the same for a deletion that is already pending; nothing else is deleted. */
export async function deletePending(user: UserId, lock: typeof withLock): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DELETE_LIMIT)
  })
  try {
    return await Promise.race([deletion(user, lock), limit])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Deletes in only one tab or worker: a second deletion would wait behind the next sign-in and delete what that has
 * fetched.
 */
async function deletion(user: UserId, lock: typeof withLock): Promise<boolean> {
  try {
    return await lock(`dosewell-deletion-${user}`, { signal: AbortSignal.timeout(DELETE_LIMIT) }, async () => {
      if ((await pendingDeletions()).includes(user)) await deleteNow(user)
      return true
    })
  } catch {
    // Another tab is doing it, or IndexedDB refused: the deletion stays pending.
    return false
  }
}

/** Deletes the database. A page that opens it meanwhile waits for the deletion, so nothing new is ever deleted. */
async function deleteNow(user: UserId): Promise<void> {
  const db = new Dexie(databaseName(user))
  // Handled, so that Dexie does not report it in the console: the deletion continues once the other tab closes its
  // connection.
  db.on('blocked', () => false)
  await db.delete()
  await settleDeletionOf(user)
}
