import { type LocalTime, localTimeOf, minutesOfDay } from '../lib/local-time.ts'
import { lateOf, type PastDose } from './past-doses.ts'

/**
 * A dose taken further from its time (minutes) than this says nothing about habits: it was entered days later, or the
 * plan has moved to another zone since, and the log does not say in which zone it was taken.
 */
const FARTHEST = 4 * 60

/** With fewer doses than this, there is no average. */
const FEWEST = 8

/** Returns the minutes after (negative: before) the planned time for each dose where they are meaningful. */
export const latenessOf = (doses: readonly PastDose[]): number[] => doses.flatMap((dose) => tellingLate(dose) ?? [])

/** Returns how late the dose was, or null if that is not meaningful. */
function tellingLate(dose: PastDose): number | null {
  const late = lateOf(dose)
  return late !== null && Math.abs(late) <= FARTHEST ? late : null
}

/**
 * Returns the average in whole minutes after (negative: before) the planned time; null with fewer than eight meaningful
 * doses.
 */
export function averageLateness(doses: readonly PastDose[]): number | null {
  const all = latenessOf(doses)
  if (all.length < FEWEST) return null
  return Math.round(all.reduce((sum, late) => sum + late, 0) / all.length)
}

/** Returns the median local time at which the doses were taken; null if none is meaningful. */
export function usualTime(doses: readonly PastDose[]): LocalTime | null {
  const moments = doses.flatMap((dose) => {
    const late = tellingLate(dose)
    return late === null ? [] : [sinceFour(dose.time) + late]
  })
  moments.sort((a, b) => a - b)
  const middle = moments[Math.floor((moments.length - 1) / 2)]
  return middle === undefined ? null : localTimeOf((middle + FOUR + 2 * DAY_MINUTES) % DAY_MINUTES)
}

const FOUR = 4 * 60
const DAY_MINUTES = 24 * 60

/** Returns the minutes since 4 AM, so that a night across midnight stays in one piece. */
const sinceFour = (time: LocalTime): number => (minutesOfDay(time) - FOUR + DAY_MINUTES) % DAY_MINUTES
