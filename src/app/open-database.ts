import { liveQuery, type Subscription } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { type Device, pendingDeletions, readKnownUser, readSignedOut, thisDevice } from '#src/data/device-store.ts'
import { keepDatabase } from '#src/data/keep-database.ts'
import { NewerDatabaseError } from '#src/data/newer-database.ts'
import { readProfile } from '#src/data/read-profile.ts'
import { faultOfOpening, type StorageFault } from '#src/data/storage-fault.ts'
import type { StoredProfile } from '#src/data/stored-profile.ts'
import type { Whose } from '#src/platform/whose.ts'

export interface Opened {
  db: DosewellDatabase
  device: Device
}

/**
 * Why another tab keeps this page from working with the database.
 * - `upgraded`: a newer tab took the database over while this one had it open
 * - `newer`: it belongs to a newer version of the app than this page runs
 * - `blocked`: an older tab keeps it open
 * - `held`: another tab keeps open what a sign-out wants to delete, and opening waits behind the deletion without any
 *   event
 */
export type DatabaseTrouble = 'upgraded' | 'newer' | 'blocked' | 'held'

/** By now (ms) a database is open, unless something blocks it. */
const OPEN_WITHIN = 3000

/** By now (ms) even one being upgraded on a slow device is open. */
const SLOW_AFTER = 10_000

/** Events of opening a database, until the caller ends it. */
export interface OpeningEvents {
  /** Open, with the user's profile read; called again whenever the profile changes. */
  onOpened(opened: Opened, profile: StoredProfile | null): void
  onTrouble(trouble: DatabaseTrouble): void
  onFault(fault: StorageFault): void
  /** The user was signed out of this device elsewhere, which deleted the database. */
  onSignedOut(): void
}

/** Opens a person's local database and watches it. Returns a function that closes it and stops watching. */
export function openDatabase(whose: Whose, events: OpeningEvents): () => void {
  const ending = new AbortController()
  const { signal } = ending
  /** Like `events`, until the end. */
  const tell: OpeningEvents = {
    onOpened: (...is) => signal.aborted || events.onOpened(...is),
    onTrouble: (trouble) => signal.aborted || events.onTrouble(trouble),
    onFault: (fault) => signal.aborted || events.onFault(fault),
    onSignedOut: () => signal.aborted || events.onSignedOut(),
  }
  try {
    const db = createDatabase(whose.person)
    const unwatch = watchOver(db, whose, tell)
    signal.addEventListener('abort', () => {
      unwatch()
      db.close()
    })
  } catch (error) {
    // Some browsers throw on any mention of IndexedDB.
    queueMicrotask(() => tell.onFault(faultOfOpening(error)))
  }
  return () => ending.abort()
}

function watchOver(db: DosewellDatabase, { person, account }: Whose, tell: OpeningEvents): () => void {
  let isOpen = false
  let watching: Subscription | undefined
  db.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
    // It closes on purpose here, which is not a fault.
    isOpen = false
    if (newVersion !== null) tell.onTrouble('upgraded')
    else void wasSignedOut(account).then((isOut) => (isOut ? tell.onSignedOut() : tell.onFault('closed')))
  })
  // Opening continues once the other tab is closed.
  db.on('blocked', () => {
    tell.onTrouble('blocked')
    return false
  })
  // Dexie reports every close; one that was not requested here came from the browser.
  db.on('close', () => {
    if (isOpen) tell.onFault('closed')
    isOpen = false
  })
  const held = setTimeout(async () => {
    const pending = await pendingDeletions().catch((): UserId[] => [])
    if (pending.includes(person) && !db.isOpen()) tell.onTrouble('held')
  }, OPEN_WITHIN)
  const slow = setTimeout(() => tell.onFault('slow'), SLOW_AFTER)

  const open = async () => {
    await db.open()
    isOpen = true
    await keepDatabase(person, account)
  }
  Promise.all([open(), thisDevice(describeLate)])
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

/** Returns whether a sign-out deleted the database, which it notes first; otherwise the user started afresh. */
async function wasSignedOut(userId: UserId): Promise<boolean> {
  try {
    return (await readSignedOut()) === userId || (await readKnownUser())?.id !== userId
  } catch {
    return true
  }
}

/**
 * Returns whether the local database still exists, as far as the browser says: a deleted one must not be replaced by a
 * new one.
 */
export async function isStillThere(userId: UserId): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === databaseName(userId))
  } catch {
    return false
  }
}

/** Needed once on each device. Without its code the device has no name until the next start. */
const describeLate = (): Promise<string> =>
  import('#src/platform/describe-device.ts').then(({ describeDevice }) => describeDevice()).catch(() => '')
