import type { CommandArgs } from '#domain/commands/command.ts'

/** The content of the details form. */
export interface ProfileEntry {
  firstName: string
  lastName: string
  timeZone: string
}

/**
 * Returns what the entry changes; spaces around a name do not count. Unchanged fields are left out, because they may
 * have changed on another device.
 */
export function changesOf(stored: ProfileEntry, entry: ProfileEntry): CommandArgs<'profile.edit'> {
  const [firstName, lastName] = [entry.firstName.trim(), entry.lastName.trim()]
  return {
    ...(firstName === stored.firstName ? {} : { firstName }),
    ...(lastName === stored.lastName ? {} : { lastName }),
    ...(entry.timeZone === stored.timeZone ? {} : { timeZone: entry.timeZone }),
  }
}
