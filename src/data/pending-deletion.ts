import { Dexie } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import type { withLock } from '#src/platform/locks.ts'
import { databaseName } from './database-names.ts'
import {
  addPendingDeletion,
  clearSignedOut,
  isLogoutPending,
  pendingDeletions,
  readKnownUser,
  readSignedOut,
  settleDeletion,
} from './device-store.ts'

/** Longer than a page needs to close its connection (ms); a frozen tab may hold on for days. */
const DELETE_LIMIT = 4000

/**
 * Deletes the user's local database, for at most 4 s: a tab that holds it must not hold up a sign-out. Until it is
 * gone, the mark of the sign-out keeps every writer and drain away, and each start of the app tries again
 * (`pendingDeletions`). Answers whether it is gone.
 */
export async function deleteInTime(user: UserId, lock: typeof withLock): Promise<boolean> {
  await addPendingDeletion(user)
  return deletePending(user, lock)
}

/** The same for one that is pending already; nothing else is deleted. */
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
 * The database of somebody who signed in again is open, so it is theirs: what a sign-out still wanted deleted is not,
 * and the mark that keeps every writer and drain away goes.
 */
export async function keepDatabase(user: UserId): Promise<void> {
  const [pending, signedOut] = await Promise.all([pendingDeletions(), readSignedOut()])
  if (!pending.includes(user) && signedOut !== user) return
  if ((await readKnownUser())?.id !== user || (await isLogoutPending())) return
  await settle(user)
}

/**
 * Of all tabs and the worker one deletes: a second deletion would wait behind the next sign-in, and take what that has
 * brought.
 */
async function deletion(user: UserId, lock: typeof withLock): Promise<boolean> {
  try {
    return await lock(`dosewell-deletion-${user}`, { signal: AbortSignal.timeout(DELETE_LIMIT) }, async () => {
      if ((await pendingDeletions()).includes(user)) await deleteNow(user)
      return true
    })
  } catch {
    // Another tab is at it, or IndexedDB refused: it stays pending.
    return false
  }
}

/** A page that opens the database meanwhile waits behind it, so nothing new is ever deleted. */
async function deleteNow(user: UserId): Promise<void> {
  const db = new Dexie(databaseName(user))
  // Expected, so that Dexie need not say so in the console: it goes on by itself once the other tab lets go.
  db.on('blocked', () => false)
  await db.delete()
  await settle(user)
}

async function settle(user: UserId): Promise<void> {
  await settleDeletion(user)
  if ((await readSignedOut()) === user) await clearSignedOut()
}
