import type { CurrentUser } from '#domain/records/user.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { readProfile } from '#src/data/read-profile.ts'
import { withProfile } from '#src/data/stored-profile.ts'
import { browserZone } from '#src/platform/clock.ts'

/** The user signed in on this device and their data; open only while one event is handled. */
export interface LocalData {
  user: CurrentUser
  db: DosewellDatabase
  /** The plan zone. */
  zone: string
}

/**
 * Returns whether this user is still the one recorded as signed in; checked again before every request
 * (docs/sync-spec.md, S8).
 */
export const isStillHere = async (user: CurrentUser): Promise<boolean> =>
  (await readKnownUser())?.id === user.id && (await readSignedOut()) !== user.id

/**
 * Runs work on the database of the user recorded as signed in, and no other. Returns undefined if there is none.
 * The database is closed afterwards: an open one would keep a sign-out from deleting it.
 */
export async function withLocalData<T>(work: (local: LocalData) => Promise<T>): Promise<T | undefined> {
  const known = await readKnownUser()
  if (!known || (await readSignedOut()) === known.id) return undefined
  const db = createDatabase(known.id)
  await db.open()
  try {
    const user = withProfile(known, await readProfile(db))
    return await work({ user, db, zone: user.timeZone ?? browserZone() })
  } finally {
    db.close()
  }
}
