import { DAY, type LocalDate, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { LoggedDoses } from './after-taken.ts'
import type { AfterDose } from './schedule.ts'
import type { OpenMoment } from './version-timetables.ts'

/** Zones are at most 14 hours from UTC, and 15 leave room for seconds of old ones. */
const FARTHEST_ZONE = (15 * DAY) / 24

/**
 * Returns the doses of each date, in order, of a schedule that follows another medication: one that long after each
 * dose of the other that was taken, planned or not (additions, 1.1). Doses of the same minute are one, and so are two
 * entries of one planned dose: it was logged twice, and the first counts, as everywhere.
 * @param other the log of the other medication
 */
export function followingDoses(
  { minutes }: AfterDose,
  other: LoggedDoses,
  zone: string,
): (date: LocalDate) => readonly OpenMoment[] {
  const instants = [...new Set(takenOnce(other).map((at) => Math.floor(at / MINUTE) * MINUTE + minutes * MINUTE))]
  instants.sort((a, b) => a - b)
  return (date) => {
    const midnight = Date.parse(`${date}T00:00:00Z`)
    const found = new Map<string, OpenMoment>()
    // Only what may be of this date is formatted: a log of years has thousands of entries.
    for (let index = firstFrom(instants, midnight - FARTHEST_ZONE); index < instants.length; index += 1) {
      const at = instants[index] as number
      if (at >= midnight + DAY + FARTHEST_ZONE) break
      const local = localAt(at, zone)
      // A minute that the clock shows twice is one slot, and the first counts.
      if (local.date === date && !found.has(local.time)) found.set(local.time, { ...local, at })
    }
    return [...found.values()].sort((a, b) => (a.time < b.time ? -1 : 1))
  }
}

/**
 * Returns the dose that this one has become: the dose of the other that it followed was logged anew, at another time.
 * Null if it followed none that was.
 */
export function correctedDose(
  { minutes }: AfterDose,
  { corrected }: LoggedDoses,
  { date, time }: Pick<OpenMoment, 'date' | 'time'>,
  zone: string,
): OpenMoment | null {
  const after = (instant: number): OpenMoment => {
    const at = Math.floor(instant / MINUTE) * MINUTE + minutes * MINUTE
    return { ...localAt(at, zone), at }
  }
  const found = corrected.find(({ before }) => {
    const was = after(before)
    return was.date === date && was.time === time
  })
  return found ? after(found.at) : null
}

function takenOnce({ taken }: LoggedDoses): number[] {
  const planned = new Set<string>()
  return taken.flatMap(({ at, planned: slot }) => {
    if (slot === null) return [at]
    if (planned.has(slot)) return []
    planned.add(slot)
    return [at]
  })
}

/** Returns the index of the first instant from this one on. */
function firstFrom(instants: readonly number[], from: number): number {
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return low
}
