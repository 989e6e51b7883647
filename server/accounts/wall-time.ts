import { t } from '#domain/language/translate.ts'
import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { zoneName } from '#domain/lib/zone-names.ts'

/**
 * Returns an instant (ms) as local time, such as `Nov 27, 2026 at 4:12 PM (Australia/Sydney time)`; in UTC without a
 * zone. The zone is named because a page without script does not know where its reader is.
 */
export function wallOf(instant: number, zone: string | null): string {
  const { date, time } = localAt(instant, zone ?? 'UTC')
  const values = { date: formatDate(date), time: formatTime12(time) }
  if (zone === null) return t('{date} at {time} (UTC)', values)
  return t('{date} at {time} ({zone} time)', { ...values, zone: zoneName(zone) })
}
