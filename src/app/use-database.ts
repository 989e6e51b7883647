import { useEffect, useState } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { type Device, thisDevice } from '#src/data/device-store.ts'
import { describeDevice } from '#src/platform/describe-device.ts'
import { showSignedOut } from './auth.ts'

export interface Opened {
  db: DosewellDatabase
  device: Device
}

/** The user's local database, open, and who this device is; null until both are there. */
export function useDatabase(userId: UserId): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    let ended = false
    const db = createDatabase(userId)
    // Sign-out in another tab deletes the database: let it, and stop showing the person.
    db.on('versionchange', () => {
      db.close()
      showSignedOut()
    })
    Promise.all([db.open(), thisDevice(describeDevice)])
      .then(([, device]) => {
        if (!ended) setOpened({ db, device })
      })
      .catch((error: unknown) => {
        if (!ended) reportError(error)
      })
    return () => {
      ended = true
      db.close()
      setOpened(null)
    }
  }, [userId])
  return opened
}
