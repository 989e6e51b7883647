import { liveQuery, type Subscription } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { type Device, pendingDeletions, readKnownUser, readSignedOut, thisDevice } from '#src/data/device-store.ts'
import { NewerDatabaseError } from '#src/data/newer-database.ts'
import { keepDatabase } from '#src/data/pending-deletion.ts'
import { readProfile } from '#src/data/profile-view.ts'
import { faultOfOpening, type StorageFault } from '#src/data/storage-fault.ts'
import type { StoredProfile } from '#src/data/stored-profile.ts'
import { describeDevice } from '#src/platform/describe-device.ts'

export interface Opened {
  db: DosewellDatabase
  device: Device
}

/**
 * Why this page cannot work with the database, because of another tab.
 * - `upgraded`: another tab, which is newer, has taken it over while this one had it open
 * - `newer`: it belongs to a newer version of the app than this page runs
 * - `blocked`: another tab, which is older, does not let go of it
 * - `held`: another tab does not let go of what a sign-out wants deleted, and the open waits behind that, unheard of
 */
export type DatabaseTrouble = 'upgraded' | 'newer' | 'blocked' | 'held'

/** By now (ms) a database is open, unless something stands in the way. */
const OPEN_WITHIN = 3000

/** By now (ms) so is one that is upgraded, on a slow device too. */
const SLOW_AFTER = 10_000

/** What becomes of an open, as long as nobody has ended it. */
export interface OpeningEvents {
  /** Open, and the person's profile read; again whenever the profile changes. */
  onOpened(opened: Opened, profile: StoredProfile | null): void
  onTrouble(trouble: DatabaseTrouble): void
  onFault(fault: StorageFault): void
  /** The person was signed out of this device elsewhere, which took the database along. */
  onSignedOut(): void
}

/** Opens the user's local database and watches over it. Returns what closes it and ends the watching. */
export function openDatabase(userId: UserId, events: OpeningEvents): () => void {
  const ending = new AbortController()
  const { signal } = ending
  /** As `events`, until the end. */
  const tell: OpeningEvents = {
    onOpened: (...is) => signal.aborted || events.onOpened(...is),
    onTrouble: (trouble) => signal.aborted || events.onTrouble(trouble),
    onFault: (fault) => signal.aborted || events.onFault(fault),
    onSignedOut: () => signal.aborted || events.onSignedOut(),
  }
  try {
    const db = createDatabase(userId)
    const unwatch = watchOver(db, userId, tell)
    signal.addEventListener('abort', () => {
      unwatch()
      db.close()
    })
  } catch (error) {
    // Some browsers refuse even the name of IndexedDB.
    queueMicrotask(() => tell.onFault(faultOfOpening(error)))
  }
  return () => ending.abort()
}

function watchOver(db: DosewellDatabase, userId: UserId, tell: OpeningEvents): () => void {
  let isOpen = false
  let watching: Subscription | undefined
  db.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
    // It lets go by itself, which is no fault.
    isOpen = false
    if (newVersion !== null) tell.onTrouble('upgraded')
    else void wasSignedOut(userId).then((isOut) => (isOut ? tell.onSignedOut() : tell.onFault('closed')))
  })
  // The open goes on by itself once the other tab is closed.
  db.on('blocked', () => {
    tell.onTrouble('blocked')
    return false
  })
  // Dexie tells of every close; one that nobody here asked for is the browser's.
  db.on('close', () => {
    if (isOpen) tell.onFault('closed')
    isOpen = false
  })
  const held = setTimeout(async () => {
    const pending = await pendingDeletions().catch((): UserId[] => [])
    if (pending.includes(userId) && !db.isOpen()) tell.onTrouble('held')
  }, OPEN_WITHIN)
  const slow = setTimeout(() => tell.onFault('slow'), SLOW_AFTER)

  const open = async () => {
    await db.open()
    isOpen = true
    await keepDatabase(userId)
  }
  Promise.all([open(), thisDevice(describeDevice)])
    .then(([, device]) => {
      watching = liveQuery(() => readProfile(db)).subscribe({
        next(profile) {
          clearTimeout(slow)
          tell.onOpened({ db, device }, profile)
        },
        error: (error: unknown) => tell.onFault(faultOfOpening(error)),
      })
    })
    .catch((error: unknown) => {
      clearTimeout(slow)
      if (error instanceof NewerDatabaseError) tell.onTrouble('newer')
      else tell.onFault(faultOfOpening(error))
    })
  return () => {
    isOpen = false
    clearTimeout(held)
    clearTimeout(slow)
    watching?.unsubscribe()
  }
}

/** Whether a sign-out deleted the database, which it notes first; else it was somebody who starts afresh. */
async function wasSignedOut(userId: UserId): Promise<boolean> {
  try {
    return (await readSignedOut()) === userId || (await readKnownUser())?.id !== userId
  } catch {
    return true
  }
}

/**
 * Whether the local database is still there, as far as the browser tells: a new one must not take the place of one that
 * was deleted.
 */
export async function isStillThere(userId: UserId): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === databaseName(userId))
  } catch {
    return false
  }
}
