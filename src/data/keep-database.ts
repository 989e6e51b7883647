import type { UserId } from '#domain/lib/ids.ts'
import {
  clearSignedOut,
  isLogoutPending,
  pendingDeletions,
  readKnownUser,
  readSignedOut,
  settleDeletion,
} from './device-store.ts'

/**
 * Keeps the database of a user who has signed in again: cancels its pending deletion and clears the mark that blocks
 * every writer and drain.
 */
export async function keepDatabase(user: UserId): Promise<void> {
  const [pending, signedOut] = await Promise.all([pendingDeletions(), readSignedOut()])
  if (!pending.includes(user) && signedOut !== user) return
  if ((await readKnownUser())?.id !== user || (await isLogoutPending())) return
  await settleDeletionOf(user)
}

/** Notes that no deletion of this database is pending any more. */
export async function settleDeletionOf(user: UserId): Promise<void> {
  await settleDeletion(user)
  if ((await readSignedOut()) === user) await clearSignedOut()
}
