import type { CurrentUser } from '#domain/records/user.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { browserZone } from '#src/platform/clock.ts'

/** The signed-in person of this device and their data; open only for as long as one event is handled. */
export interface LocalData {
  user: CurrentUser
  db: DosewellDatabase
  /** The plan zone. */
  zone: string
}

/** Whether this user is still the one recorded as signed in: asked again before every request (DESIGN §5.8). */
export const isStillHere = async (user: CurrentUser): Promise<boolean> =>
  (await readKnownUser())?.id === user.id && (await readSignedOut()) !== user.id

/**
 * Runs work on the database of the user recorded as signed in, and no other. Undefined when there is none.
 * The database is closed afterwards: an open one would keep a sign-out from deleting it.
 */
export async function withLocalData<T>(work: (local: LocalData) => Promise<T>): Promise<T | undefined> {
  const user = await readKnownUser()
  if (!user || (await readSignedOut()) === user.id) return undefined
  const db = createDatabase(user.id)
  await db.open()
  try {
    return await work({ user, db, zone: user.timeZone ?? browserZone() })
  } finally {
    db.close()
  }
}
