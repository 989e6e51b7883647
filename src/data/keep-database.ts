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
 * Keeps the database of a user who has signed in again, or of somebody their account looks after: cancels its pending
 * deletion and clears the mark that blocks every writer and drain.
 * @param account the account that is signed in
 */
export async function keepDatabase(user: UserId, account = user): Promise<void> {
  const [pending, signedOut] = await Promise.all([pendingDeletions(), readSignedOut()])
  if (!pending.includes(user) && signedOut !== user) return
  if ((await readKnownUser())?.id !== account || (await isLogoutPending())) return
  await settleDeletionOf(user)
}

/** Notes that no deletion of this database is pending any more. */
export async function settleDeletionOf(user: UserId): Promise<void> {
  await settleDeletion(user)
  if ((await readSignedOut()) === user) await clearSignedOut()
}
