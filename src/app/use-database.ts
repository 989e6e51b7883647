import { liveQuery, type Subscription } from 'dexie'
import { useEffect, useState } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { type Device, owedDeletions, thisDevice } from '#src/data/device-store.ts'
import { NewerDatabaseError } from '#src/data/newer-database.ts'
import { keepDatabase } from '#src/data/owed-deletion.ts'
import { readProfile } from '#src/data/profile-view.ts'
import type { StoredProfile } from '#src/data/stored-profile.ts'
import { describeDevice } from '#src/platform/describe-device.ts'
import { signedOutElsewhere } from './auth.ts'

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

interface State {
  /** Null until both are there. After an upgrade elsewhere it stays for the screens, but is closed. */
  opened: Opened | null
  /** There from the moment the database is open, so that nothing is planned in another zone before. */
  profile: StoredProfile | null
  trouble: DatabaseTrouble | null
}

const OPENING: State = { opened: null, profile: null, trouble: null }

/** The user's local database, open, and who this device is. */
export function useDatabase(userId: UserId): State {
  const [state, setState] = useState(OPENING)
  useEffect(() => {
    let ended = false
    const setTrouble = (trouble: DatabaseTrouble) => {
      if (!ended) setState((before) => ({ ...before, trouble }))
    }
    const db = createDatabase(userId)
    // Sign-out in another tab deletes the database: stop showing the person. It has let go of it by itself.
    db.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
      if (newVersion === null) signedOutElsewhere()
      else setTrouble('upgraded')
    })
    // The open goes on by itself once the other tab is closed.
    db.on('blocked', () => {
      setTrouble('blocked')
      return false
    })
    const late = setTimeout(async () => {
      if ((await owedDeletions()).includes(userId) && !db.isOpen()) setTrouble('held')
    }, OPEN_WITHIN)
    let watching: Subscription | undefined
    const watchProfile = (device: Device) =>
      liveQuery(() => readProfile(db)).subscribe((profile) =>
        setState(({ opened, trouble }) =>
          opened ? { opened, profile, trouble } : { opened: { db, device }, profile, trouble: null },
        ),
      )
    const opening = db.open().then(() => keepDatabase(userId))
    Promise.all([opening, thisDevice(describeDevice)])
      .then(([, device]) => {
        if (!ended) watching = watchProfile(device)
      })
      .catch((error: unknown) => {
        if (error instanceof NewerDatabaseError) setTrouble('newer')
        else if (!ended) reportError(error)
      })
    return () => {
      ended = true
      clearTimeout(late)
      watching?.unsubscribe()
      db.close()
      setState(OPENING)
    }
  }, [userId])
  return state
}
