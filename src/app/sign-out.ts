import { Dexie } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { LOCK_HINT } from '#src/data/app-lock.ts'
import { databaseName } from '#src/data/database-name.ts'
import { clearSignedOut, forgetOwner, forgetPush, forgetUser, markSignedOut } from '#src/data/device-store.ts'
import { openChannel } from '#src/platform/channel.ts'
import { drainLockName } from '#src/platform/drain-lock.ts'

/** How long a running drain may finish before its lock is taken away (READINGS, Reads). */
const DRAIN_PATIENCE = 5000
/** How long the browser may take to end its push subscription. */
const UNSUBSCRIBE_PATIENCE = 3000

/** Leaves nothing of the user on this device, then ends the session on the server by a navigation. */
export async function signOutHere(user: UserId): Promise<void> {
  await markSignedOut(user)
  const channel = openChannel()
  channel.post({ kind: 'signed-out', user })
  channel.close()
  await insideDrainLock(user, () => wipeUser(user))
  location.assign('/api/logout')
}

/** Nobody may drain while the data goes; a drain that hangs loses its lock. */
async function insideDrainLock(user: UserId, work: () => Promise<void>): Promise<void> {
  const name = drainLockName(user)
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(DRAIN_PATIENCE) }, work)
  } catch {
    await navigator.locks.request(name, { steal: true }, work)
  }
}

/** Everything this device holds of the user: database, notifications, badge, drafts, switches. */
export async function wipeUser(user: UserId): Promise<void> {
  await endPush()
  await closeNotifications()
  await navigator.clearAppBadge?.().catch(() => {})
  await Dexie.delete(databaseName(user))
  sessionStorage.clear()
  localStorage.removeItem('notifications-enabled')
  localStorage.removeItem(LOCK_HINT)
  await forgetUser()
  await forgetOwner(user)
  await clearSignedOut()
}

/** In the browser; the server ends what belongs to the session that ends (R4.3). The push service may be out of reach. */
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
