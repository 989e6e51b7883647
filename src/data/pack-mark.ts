import type { UserId } from '#domain/lib/ids.ts'
import type { PackMark } from '#domain/reminders/alarm-pack.ts'
import { readMark, setMark } from './device-store.ts'

const nameOf = (user: UserId): string => `calendar-alarms:${user}`

/** Returns what this device knows about the calendar alarms it last made for this account; null if it made none. */
export async function readPackMark(user: UserId): Promise<PackMark | null> {
  const text = await readMark(nameOf(user))
  // An older app stored one print for the whole pack, with which no day can be compared: it is made anew.
  return text === null ? null : { prints: [], ...(JSON.parse(text) as Omit<PackMark, 'prints'>) }
}

export const writePackMark = (user: UserId, mark: PackMark): Promise<void> =>
  setMark(nameOf(user), JSON.stringify(mark))
