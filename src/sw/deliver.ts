import { createSyncStore } from '#src/data/sync-store.ts'
import { hasUndelivered } from '#src/data/unsent.ts'
import { openChannel } from '#src/platform/channel.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createDrainLock } from '#src/platform/drain-lock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import { isStillHere, type LocalData, withLocalData } from './local-data.ts'

/** DESIGN §5.7: a page that drains gets this long to finish; longer, and the browser may end the worker. */
const LOCK_PATIENCE = 10_000

/**
 * One pass of the engine from the worker.
 * @param pull whether to fetch the lists and the log too; delivering alone leaves it out
 */
export async function deliver({ user, db }: LocalData, pull = false): Promise<PassEnd> {
  const end = await syncPass(
    {
      store: createSyncStore(db, deviceClock),
      transport: createHttpTransport(user.id),
      lock: createDrainLock(user.id, LOCK_PATIENCE),
      clock: deviceClock,
      user: user.id,
      mayGoOn: () => isStillHere(user),
    },
    { pull },
  )
  tellPages()
  return end
}

/**
 * Whatever wakes the worker is a moment to deliver what waits: `sync` can be registered only while a page is open, so a dose
 * logged on a notification without a network has no other (Background Sync, registration from a worker).
 */
export async function deliverWaiting(): Promise<void> {
  await withLocalData(async (local) => {
    if (await hasUndelivered(local.db)) await deliver(local)
  })
}

/** Pages sync on it: what the worker wrote or delivered may be all they were waiting for. */
function tellPages(): void {
  const channel = openChannel()
  channel.post({ kind: 'changed' })
  channel.close()
}
