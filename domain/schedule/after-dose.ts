import { type Instant, msOf, toInstant } from '../lib/instant.ts'
import { DAY, type LocalDate, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { LoggedDoses, TakenDose } from './after-taken.ts'
import type { AfterDose } from './schedule.ts'
import type { LoggedMoment, OpenMoment } from './version-timetables.ts'

/** Zones are at most 14 hours from UTC, and 15 leave room for seconds of old ones and of doses. */
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
  const { taken } = other
  return (date) => {
    const midnight = Date.parse(`${date}T00:00:00Z`) - minutes * MINUTE
    const end = toInstant(midnight + DAY + FARTHEST_ZONE)
    const found = new Map<string, OpenMoment>()
    // Only what may be of this date is read: a log of years has thousands of entries.
    for (let index = firstFrom(taken, toInstant(midnight - FARTHEST_ZONE)); index < taken.length; index += 1) {
      const dose = taken[index] as TakenDose
      if (dose.at >= end) break
      if (isAnotherEntry(dose, other)) continue
      const at = Math.floor(msOf(dose.at) / MINUTE) * MINUTE + minutes * MINUTE
      const local = localAt(at, zone)
      // A minute that the clock shows twice is one slot, and the first counts.
      if (local.date === date && !found.has(local.time)) found.set(local.time, { ...local, at })
    }
    return [...found.values()].sort((a, b) => (a.time < b.time ? -1 : 1))
  }
}

/** Returns whether the plan zone gives the instant that an entry says another date or time than the entry has. */
export function isRenamed({ date, time, plannedAt }: LoggedMoment, zone: string): boolean {
  if (plannedAt === undefined) return false
  const now = localAt(plannedAt, zone)
  return now.date !== date || now.time !== time
}

/**
 * Returns the dose of the same instant, where its entry says the instant and the plan zone gives it another date or
 * time than the zone in which it was logged. Null if it has its date and time still, or follows nothing any more.
 */
export function renamedDose(
  schedule: AfterDose,
  other: LoggedDoses,
  logged: LoggedMoment,
  zone: string,
): OpenMoment | null {
  if (logged.plannedAt === undefined || !isRenamed(logged, zone)) return null
  const now = localAt(logged.plannedAt, zone)
  return followingDoses(schedule, other, zone)(now.date).find((dose) => dose.time === now.time) ?? null
}

/**
 * Returns the dose that this one has become: the dose of the other that it followed was logged anew, at another time.
 * Null if it followed none that was. Of several that it followed, since they had been logged in one minute, the one that
 * counts is now the first, in whatever order the log arrived.
 */
export function correctedDose(
  { minutes }: AfterDose,
  { corrected }: LoggedDoses,
  { date, time, plannedAt }: LoggedMoment,
  zone: string,
): OpenMoment | null {
  const after = (instant: number): OpenMoment => {
    const at = Math.floor(instant / MINUTE) * MINUTE + minutes * MINUTE
    return { ...localAt(at, zone), at }
  }
  const followed = corrected.filter(({ before }) => {
    const was = after(before)
    return plannedAt === undefined ? was.date === date && was.time === time : was.at === plannedAt
  })
  return followed.length > 0 ? after(Math.min(...followed.map(({ at }) => at))) : null
}

/** Returns whether the planned dose of this entry has an earlier one. */
function isAnotherEntry({ at, snapshot: { date, time } }: TakenDose, { takenOf }: LoggedDoses): boolean {
  return date !== null && takenOf(date).some((other) => other.snapshot.time === time && other.at < at)
}

/** Returns the index of the first dose from this instant on. */
function firstFrom(taken: readonly TakenDose[], from: Instant): number {
  let [low, high] = [0, taken.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((taken[middle] as TakenDose).at < from) low = middle + 1
    else high = middle
  }
  return low
}
