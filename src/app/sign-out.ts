import type { UserId } from '#domain/lib/ids.ts'
import {
  addPendingDeletion,
  beginSignOut,
  forgetOwner,
  forgetPush,
  markSignedOut,
  settleWipe,
} from '#src/data/device-store.ts'
import { deleteInTime } from '#src/data/pending-deletion.ts'
import { openChannel } from '#src/platform/channel.ts'
import { drainLockName } from '#src/platform/drain-lock.ts'
import { withLock } from '#src/platform/locks.ts'
import { emptyWebStorage } from './web-storage.ts'

/** How long a running drain may finish before its lock is taken away (readings, Reads). */
const DRAIN_PATIENCE = 5000
/** How long the browser may take to end its push subscription. */
const UNSUBSCRIBE_PATIENCE = 3000

/** Longer than all of it takes at most (ms): a storage that never answers must not keep anybody signed in. */
const LEAVING_PATIENCE = 15_000

/**
 * Leaves nothing of the user on this device, then ends the session on the server by a navigation, whatever fails here:
 * what is not done then is owed to the next start (`finishSignOut`), and so is the server's own word, its cookie, since
 * a proxy may answer in its place.
 */
export async function signOutHere(user: UserId): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LEAVING_PATIENCE))
  await Promise.race([leaveDevice(user).catch(reportError), limit])
  location.assign('/api/logout')
}

async function leaveDevice(user: UserId): Promise<void> {
  await beginSignOut(user)
  const channel = openChannel()
  channel.post({ kind: 'signed-out', user })
  channel.close()
  await insideDrainLock(user, () => wipeUser(user))
}

/**
 * Nobody may drain while the data goes; a drain that hangs loses its lock. The work is done once, also when the lock is
 * taken from it.
 */
async function insideDrainLock(user: UserId, work: () => Promise<void>): Promise<void> {
  const name = drainLockName(user)
  let working: Promise<void> | undefined
  const once = () => {
    working ??= work()
    return working
  }
  try {
    await withLock(name, { signal: AbortSignal.timeout(DRAIN_PATIENCE) }, once)
  } catch {
    await (working ?? withLock(name, { steal: true }, once))
  }
}

/**
 * Everything this device holds of the user: database, notifications, badge, drafts, switches. A database that another
 * tab holds is deleted at a later start; the mark of the sign-out stays until then.
 */
export async function wipeUser(user: UserId): Promise<void> {
  await wipeTraces(user)
  await deleteInTime(user, withLock)
}

/** Everything but the database, whose deletion is owed afterwards. */
export async function wipeTraces(user: UserId): Promise<void> {
  await markSignedOut(user)
  await addPendingDeletion(user)
  await endPush()
  await closeNotifications().catch(() => {})
  await navigator.clearAppBadge?.().catch(() => {})
  emptyWebStorage()
  await forgetOwner(user)
  await settleWipe()
}

/**
 * In the browser; the server ends what belongs to the session that ends (R4.3). The push service may be out of reach.
 */
async function endPush(): Promise<void> {
  await forgetPush()
  const ending = async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  }
  const limit = new Promise<void>((resolve) => setTimeout(resolve, UNSUBSCRIBE_PATIENCE))
  await Promise.race([ending().catch(() => {}), limit])
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
