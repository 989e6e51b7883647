import type { UserId } from '#domain/lib/ids.ts'
import { SIGN_OUT_PATH } from '#domain/protocol/sign-in-address.ts'
import { forgetOwner } from '#src/data/device-owners.ts'
import { addPendingDeletion, beginSignOut, forgetPush, markSignedOut, settleWipe } from '#src/data/device-store.ts'
import { deleteInTime } from '#src/data/pending-deletion.ts'
import { readOtherIds } from '#src/data/people-store.ts'
import { openChannel } from '#src/platform/channel.ts'
import { drainLockName } from '#src/platform/drain-lock.ts'
import { withLock } from '#src/platform/locks.ts'
import { emptyWebStorage } from './web-storage.ts'

/** How long a running drain may take to finish before its lock is taken away (readings, Reads). */
const DRAIN_PATIENCE = 5000
/** How long the browser may take to end its push subscription. */
const UNSUBSCRIBE_PATIENCE = 3000

/** Longer than all of it takes at most (ms): a storage that never answers must not keep anyone signed in. */
const LEAVING_PATIENCE = 15_000

/**
 * Removes the user's data from this device, then ends the session on the server by navigating, whatever fails here. The
 * next start completes what is left undone (`finishSignOut`), including the wait for the server's own cookie, since a
 * proxy may answer in its place.
 */
export async function signOutHere(user: UserId): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LEAVING_PATIENCE))
  await Promise.race([leaveDevice(user).catch(reportError), limit])
  location.assign(SIGN_OUT_PATH)
}

async function leaveDevice(user: UserId): Promise<void> {
  await beginSignOut(user)
  const channel = openChannel()
  channel.post({ kind: 'signed-out', user })
  channel.close()
  await insideDrainLock(user, () => wipeUser(user))
}

/**
 * Keeps anyone from draining while the data is removed; a drain that hangs loses its lock. The work runs only once,
 * even if the lock is taken away from it.
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
 * Wipes everything this device holds of the user: database, notifications, badge, drafts, switches. A database that
 * another tab holds is deleted at a later start; until then the sign-out mark stays.
 */
export async function wipeUser(user: UserId): Promise<void> {
  const others = await readOtherIds(user)
  await wipeTraces(user)
  await Promise.all([user, ...others].map((person) => deleteInTime(person, withLock)))
}

/** Wipes everything but the databases of the user and the people they look after: their deletion is noted as pending. */
export async function wipeTraces(user: UserId): Promise<void> {
  await markSignedOut(user)
  for (const person of [user, ...(await readOtherIds(user))]) await addPendingDeletion(person)
  await endPush()
  await closeNotifications().catch(() => {})
  await navigator.clearAppBadge?.().catch(() => {})
  emptyWebStorage()
  await forgetOwner(user)
  await settleWipe()
}

/**
 * Ends push in the browser; the server ends what belongs to the session (R4.3). The push service may be unreachable.
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
