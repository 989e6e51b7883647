import type { Profile } from '../records/user.ts'
import type { CommandArgs } from './command.ts'

/**
 * What a person may change of their own user record: how they are called, and the zone their reminders are planned in.
 */
export type ProfileChanges = CommandArgs<'profile.edit'>
type ProfileField = keyof ProfileChanges

/**
 * The sequence that the last change of each field had when it was first accepted; a field that was never changed is
 * absent.
 */
export type ProfileOrigins = { [Field in ProfileField]?: number | undefined }

/** The fields that a change sets. */
const fieldsOf = (changes: ProfileChanges): ProfileField[] =>
  (Object.keys(changes) as ProfileField[]).filter((field) => changes[field] !== undefined)

/** What counts of a change that is given back after a restore: fields that nothing later has set (S11.6). */
export function countingProfileChanges(changes: ProfileChanges, origins: ProfileOrigins, seq: number): ProfileChanges {
  const counting = fieldsOf(changes).filter((field) => (origins[field] ?? 0) < seq)
  return Object.fromEntries(counting.map((field) => [field, changes[field]]))
}

/** The origins once these fields were set by the write of that sequence. */
export const withProfileOrigin = (origins: ProfileOrigins, changes: ProfileChanges, seq: number): ProfileOrigins => ({
  ...origins,
  ...Object.fromEntries(fieldsOf(changes).map((field) => [field, seq])),
})

/** The profile after a change; a name that was emptied is none. */
export function editProfile<Held extends Partial<Profile>>(
  profile: Held,
  changes: ProfileChanges,
): Held & Partial<Profile> {
  const set = fieldsOf(changes).map((field) => [field, changes[field] || null])
  return { ...profile, ...Object.fromEntries(set) }
}
