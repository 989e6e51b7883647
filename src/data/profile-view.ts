import { editProfile } from '#domain/commands/profile-effects.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import type { Profile } from '#domain/records/user.ts'
import type { DosewellDatabase } from './database.ts'
import { PROFILE_RECORD } from './outbox-entry.ts'
import { readProfile } from './read-profile.ts'
import { changeSyncState, readSyncState } from './sync-state.ts'

export const profileOf = ({ firstName, lastName, timeZone, language, emergency }: Profile): Profile => ({
  firstName,
  lastName,
  timeZone,
  ...(language === undefined ? {} : { language }),
  ...(emergency === undefined ? {} : { emergency }),
})

/**
 * Recomputes view = base + waiting commands (S3.1). Runs inside the transaction over `state` and `outbox` in which the
 * caller changed either.
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
 * Takes over the server's profile as of that commit, unless this device knows a later one (S3.2). Runs inside the same
 * kind of transaction.
 */
export async function takeProfile(db: DosewellDatabase, base: Partial<Profile>, seq: number): Promise<void> {
  const { profileSeq = 0 } = await readSyncState(db)
  if (seq < profileSeq) return
  await changeSyncState(db, { profileSeq: seq })
  await recomputeProfile(db, base)
}
