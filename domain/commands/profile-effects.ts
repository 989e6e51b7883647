import type { Profile } from '../records/user.ts'
import type { CommandArgs } from './command.ts'

/** What users may change in their own record: their name, and the zone their reminders are planned in. */
export type ProfileChanges = CommandArgs<'profile.edit'>
type ProfileField = keyof ProfileChanges

/**
 * The sequence of the latest change to each field when it was first accepted; absent for a field that was never
 * changed.
 */
export type ProfileOrigins = { [Field in ProfileField]?: number | undefined }

/** Returns the fields that a change sets. */
const fieldsOf = (changes: ProfileChanges): ProfileField[] =>
  (Object.keys(changes) as ProfileField[]).filter((field) => changes[field] !== undefined)

/** Returns the part of a replayed change that counts: fields that nothing later has set (S11.6). */
export function countingProfileChanges(changes: ProfileChanges, origins: ProfileOrigins, seq: number): ProfileChanges {
  const counting = fieldsOf(changes).filter((field) => (origins[field] ?? 0) < seq)
  return Object.fromEntries(counting.map((field) => [field, changes[field]]))
}

/** Returns the origins after the write with this sequence set these fields. */
export const withProfileOrigin = (origins: ProfileOrigins, changes: ProfileChanges, seq: number): ProfileOrigins => ({
  ...origins,
  ...Object.fromEntries(fieldsOf(changes).map((field) => [field, seq])),
})

/** Returns the profile after a change; an emptied name becomes null. */
export function editProfile<Held extends Partial<Profile>>(
  profile: Held,
  changes: ProfileChanges,
): Held & Partial<Profile> {
  const set = fieldsOf(changes).map((field) => [field, changes[field] || null])
  return { ...profile, ...Object.fromEntries(set) }
}
