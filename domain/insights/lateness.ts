import { type LocalTime, localTimeOf, minutesOfDay } from '../lib/local-time.ts'
import { lateOf, type PastDose } from './past-doses.ts'

/**
 * A dose that was taken further from its time (minutes) says nothing of habits: it was logged days later for then, or the plan has
 * moved to another zone since, and the log does not say in which one it was taken.
 */
const FARTHEST = 4 * 60

/** Fewer doses than this have no average. */
const FEWEST = 8

/** Minutes after (negative: before) the planned time of each dose that says something of it. */
export const latenessOf = (doses: readonly PastDose[]): number[] => doses.flatMap((dose) => tellingLate(dose) ?? [])

/** How late the dose was, where that says something. */
function tellingLate(dose: PastDose): number | null {
  const late = lateOf(dose)
  return late !== null && Math.abs(late) <= FARTHEST ? late : null
}

/** Whole minutes after (negative: before) the planned time, on average; null for fewer than eight doses that say it. */
export function averageLateness(doses: readonly PastDose[]): number | null {
  const all = latenessOf(doses)
  if (all.length < FEWEST) return null
  return Math.round(all.reduce((sum, late) => sum + late, 0) / all.length)
}

/** The time on the wall at which half of the doses were taken before, half after; null when none says it. */
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

/** Minutes since 4 AM: a night that reaches over midnight stays in one piece. */
const sinceFour = (time: LocalTime): number => (minutesOfDay(time) - FOUR + DAY_MINUTES) % DAY_MINUTES
