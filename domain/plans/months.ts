import { MINUTE } from '../lib/local-time.ts'
import { addMonths } from '../lib/months.ts'
import { instantAt, localAt } from '../lib/zone.ts'

/** Returns the instant (ms) with the same local time as `start` in this zone, this many calendar months later. */
export function monthsAfter(start: number, months: number, zone: string): number {
  const { date, time } = localAt(start, zone)
  return instantAt(addMonths(date, months), time, zone) + (start % MINUTE)
}
