import { clockText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { DAY, formatMonthDay } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { UnreadRecord } from '#domain/protocol/lists.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { hasReminderTimes } from '#domain/schedule/schedule.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'

/**
 * Returns active medications with a schedule but no time, as a scan may find none. They get no reminders (readings,
 * scans).
 */
export const withoutTimes = (medications: readonly ListedMedication[]): ListedMedication[] =>
  medications.filter(
    ({ isActive, schedule, reminderTimes }) => isActive && hasReminderTimes(schedule) && reminderTimes.length === 0,
  )

/** Returns the warning about changes unsent for more than 24 hours; null if there are none. */
export function notBackedUpText(waiting: readonly StoredEntry[], now: number, zone: string): string | null {
  const age = oldestWaiting(waiting, now)
  if (age === null || age <= DAY) return null
  const since = now - age
  const [date, time] = [formatMonthDay(localAt(since, zone).date), clockText(since, zone)]
  return t(
    '{count, plural, one {1 change since {date}, {time} is on this device only.} other {{count} changes since {date}, {time} are on this device only.}} Connect to the internet once, and everything is sent automatically.',
    { count: waiting.length, date, time },
  )
}

/** Returns what to know of records that only a newer version of the app understands. */
export function tooNewText(unread: readonly UnreadRecord[]): string {
  const names = inRow([...new Set(unread.map(({ name }) => name ?? t('a record without a name')))])
  return t(
    'Changed with a newer version of Dosewell: {names}. Reload to see it. Until then this device goes by what it knew before.',
    { names },
  )
}

/** Returns how long ago the oldest waiting write was made, in milliseconds; null if nothing waits. */
function oldestWaiting(rows: readonly StoredEntry[], now: number): number | null {
  const made = rows.filter((row) => row.state === 'waiting').map((row) => msOf(row.madeAt))
  return made.length === 0 ? null : now - Math.min(...made)
}
