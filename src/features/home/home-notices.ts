import { clockText } from '#domain/doses/dose-text.ts'
import { msOf } from '#domain/lib/instant.ts'
import { DAY, formatMonthDay } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'

/** Active medications with a schedule but without a time: a scan may find none. They do not ring (readings, scans). */
export const withoutTimes = (medications: readonly ListedMedication[]): ListedMedication[] =>
  medications.filter(
    ({ isActive, schedule, reminderTimes }) => isActive && schedule.kind !== 'as-needed' && reminderTimes.length === 0,
  )

/** The warning of changes that have been unsent for more than 24 hours; null while there are none. */
export function notBackedUpText(waiting: readonly StoredEntry[], now: number, zone: string): string | null {
  const age = oldestWaiting(waiting, now)
  if (age === null || age <= DAY) return null
  const since = now - age
  const when = `${formatMonthDay(localAt(since, zone).date)}, ${clockText(since, zone)}`
  const what = waiting.length === 1 ? `1 change since ${when} is` : `${waiting.length} changes since ${when} are`
  return `${what} on this device only. Connect to the internet once, and everything is sent automatically.`
}

/** How long ago the oldest waiting write was made, in milliseconds; null when nothing waits. */
function oldestWaiting(rows: readonly StoredEntry[], now: number): number | null {
  const made = rows.filter((row) => row.state === 'waiting').map((row) => msOf(row.madeAt))
  return made.length === 0 ? null : now - Math.min(...made)
}
