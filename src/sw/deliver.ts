import { createSyncStore } from '#src/data/sync-store.ts'
import { hasUndelivered, hasUndeliveredDocuments } from '#src/data/unsent.ts'
import { createUploadStore } from '#src/data/upload-queue.ts'
import { openChannel } from '#src/platform/channel.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { carryByFetch, createUploadTransport } from '#src/platform/document-transport.ts'
import { createDrainLock, documentLockName } from '#src/platform/drain-lock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import { uploadPass } from '#src/sync/upload-queue.ts'
import { isStillHere, type LocalData, withEverybodysData } from './local-data.ts'

/**
 * docs/sync-spec.md, S7: a draining page gets this long to finish; after any longer wait the browser may end the
 * worker.
 */
const LOCK_PATIENCE = 10_000

/**
 * Runs one pass of the engine from the worker.
 * @param pull whether to fetch the lists and the log too; a pure delivery leaves it out
 */
export async function deliver({ user, whose, db }: LocalData, pull = false): Promise<PassEnd> {
  const end = await syncPass(
    {
      store: createSyncStore(db, deviceClock),
      transport: createHttpTransport(whose),
      lock: createDrainLock(user.id, LOCK_PATIENCE),
      clock: deviceClock,
      user: whose.person,
      withoutProfile: whose.person !== whose.account,
      mayGoOn: () => isStillHere(whose),
    },
    { pull },
  )
  tellPages()
  return end
}

/**
 * Delivers what waits of everybody whenever the worker wakes up: `sync` can be registered only while a page is open, so a dose
 * logged from a notification while offline has no other chance (Background Sync, registration from a worker).
 */
export async function deliverWaiting(): Promise<void> {
  await withEverybodysData(async (local) => {
    if (await hasUndelivered(local.db)) await deliver(local)
  })
}

/** Runs one pass of the upload queue: sends what waits, without fetching the list. */
async function deliverDocuments({ user, whose, db }: LocalData): Promise<PassEnd> {
  return uploadPass(
    {
      store: createUploadStore(db, deviceClock),
      transport: createUploadTransport(whose, carryByFetch),
      lock: createDrainLock(user.id, 0, documentLockName),
      user: user.id,
      mayGoOn: () => isStillHere(whose),
    },
    { pull: false },
  )
}

/**
 * Delivers what waits in both queues, doses first. Returns whether something is left that another attempt may deliver.
 */
export async function deliverAll(local: LocalData): Promise<boolean> {
  const end = await deliver(local)
  const isLeft = isOpen(end) && (await hasUndelivered(local.db))
  if (!(await hasUndeliveredDocuments(local.db))) return isLeft
  const documents = await deliverDocuments(local)
  tellPages()
  return isLeft || (isOpen(documents) && (await hasUndeliveredDocuments(local.db)))
}

/** A gate (signed out, age, an update) is not worth waking up for. */
const isOpen = ({ kind }: PassEnd): boolean => kind !== 'synced' && kind !== 'gate'

/** Makes pages sync: what the worker wrote or delivered may be all they were waiting for. */
function tellPages(): void {
  const channel = openChannel()
  channel.post({ kind: 'changed' })
  channel.close()
}
