import { DAY } from '../lib/local-time.ts'
import { offsetAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import { byTime, type DoseSlot, planSlots } from './slots.ts'
import type { DoseLog } from './version-timetables.ts'

/**
 * Returns whether two zones show different times at some moment of the year that begins at `now` (ms). Sydney and
 * Melbourne do not.
 */
export const clocksDiffer = (one: string, other: string, now: number): boolean =>
  Array.from({ length: 13 }, (_, month) => now + month * 28 * DAY).some(
    (at) => offsetAt(at, one) !== offsetAt(at, other),
  )

/** How many weeks ahead the next doses are searched for. */
const WEEKS_AHEAD = 5

interface Plans {
  medications: readonly Pick<Medication, 'id' | 'versions' | 'stoppedAt'>[]
  log: DoseLog
}

/** Returns the next doses of all medications from `now` (ms) on if they are planned in this zone. */
export function nextSlots({ medications, log }: Plans, now: number, zone: string, count = 3): DoseSlot[] {
  const window = { from: now, to: now + WEEKS_AHEAD * 7 * DAY }
  return medications
    .flatMap((medication) => planSlots(medication, window, zone, log))
    .sort(byTime)
    .slice(0, count)
}
