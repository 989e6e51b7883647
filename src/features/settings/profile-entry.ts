import type { CommandArgs } from '#domain/commands/command.ts'

/** What the form of the details holds. */
export interface ProfileEntry {
  firstName: string
  lastName: string
  timeZone: string
}

/**
 * What the entry changes; spaces around a name are none. What stays is not named: it may have changed on another
 * device.
 */
export function changesOf(stored: ProfileEntry, entry: ProfileEntry): CommandArgs<'profile.edit'> {
  const [firstName, lastName] = [entry.firstName.trim(), entry.lastName.trim()]
  return {
    ...(firstName === stored.firstName ? {} : { firstName }),
    ...(lastName === stored.lastName ? {} : { lastName }),
    ...(entry.timeZone === stored.timeZone ? {} : { timeZone: entry.timeZone }),
  }
}

/** The time zones to choose from, with the one that is set: browsers leave out old names, and `UTC`. */
export function zonesWith(zone: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return known.includes(zone) ? known : [zone, ...known]
}
