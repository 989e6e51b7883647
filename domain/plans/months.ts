import { MINUTE } from '../lib/local-time.ts'
import { addMonths } from '../lib/months.ts'
import { instantAt, localAt } from '../lib/zone.ts'

/** The instant (ms) at which the wall of the zone shows the same time as at `start`, that many calendar months later. */
export function monthsAfter(start: number, months: number, zone: string): number {
  const { date, time } = localAt(start, zone)
  return instantAt(addMonths(date, months), time, zone) + (start % MINUTE)
}
