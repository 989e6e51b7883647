import type { DosewellDatabase } from './database.ts'
import type { StoredProfile } from './stored-profile.ts'

/** Returns what this device knows of the profile beyond the user; null if nothing. */
export async function readProfile(db: DosewellDatabase): Promise<StoredProfile | null> {
  const row = await db.state.get('profile')
  return row?.key === 'profile' ? row.value : null
}
