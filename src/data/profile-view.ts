import { readCommand } from '#domain/commands/command.ts'
import { editProfile } from '#domain/commands/profile-effects.ts'
import type { Profile } from '#domain/records/user.ts'
import type { DosewellDatabase } from './database.ts'
import type { StoredProfile } from './stored-profile.ts'
import { changeSyncState, readSyncState } from './sync-state.ts'

/**
 * The record that outbox entries about the profile name; there is one for each user, and each has a database of their
 * own.
 */
export const PROFILE_RECORD = 'profile'

export const profileOf = ({ firstName, lastName, timeZone }: Profile): Profile => ({
  firstName,
  lastName,
  timeZone,
})

/** Null where this device knows nothing beyond the user. */
export async function readProfile(db: DosewellDatabase): Promise<StoredProfile | null> {
  const row = await db.state.get('profile')
  return row?.key === 'profile' ? row.value : null
}

/**
 * View = base + waiting commands (S3.1). Inside the caller's transaction over `state` and `outbox`, the one that
 * changed either side.
 */
export async function recomputeProfile(db: DosewellDatabase, base?: Partial<Profile>): Promise<void> {
  const held = base ?? (await readProfile(db))?.base ?? {}
  const rows = await db.outbox.where('recordId').equals(PROFILE_RECORD).sortBy('position')
  const view = rows.reduce((profile, row) => {
    const command = row.state === 'waiting' ? readCommand(row.command) : null
    return command?.name === 'profile.edit' ? editProfile(profile, command.args) : profile
  }, held)
  await db.state.put({ key: 'profile', value: { base: held, view } })
}

/**
 * Takes over what the server said as of that commit, unless this device knows a later one (S3.2). Inside a transaction
 * as above.
 */
export async function takeProfile(db: DosewellDatabase, base: Partial<Profile>, seq: number): Promise<void> {
  const { profileSeq = 0 } = await readSyncState(db)
  if (seq < profileSeq) return
  await changeSyncState(db, { profileSeq: seq })
  await recomputeProfile(db, base)
}
