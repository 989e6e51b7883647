import { HOUR, type LocalDate, type LocalTime, localTimeOf, MINUTE, minutesOfDay } from '../lib/local-time.ts'
import { endOfDay, localAt, offsetAt, startOfDay } from '../lib/zone.ts'
import type { Plan } from './plan.ts'
import type { EveryHours, Step } from './schedule.ts'

/** Returns the times of each day between the beginning and the end of the window, both included. */
function windowTimes({ everyHours, window }: EveryHours): LocalTime[] {
  if (window === null) return []
  const times: LocalTime[] = []
  for (let minutes = minutesOfDay(window.from); minutes <= minutesOfDay(window.to); minutes += everyHours * 60) {
    times.push(localTimeOf(minutes))
  }
  return times
}

/** Returns the times that the clock on the wall shows at the doses of a day: those beside the schedule, or of a window. */
export const wallTimes = ({
  schedule,
  reminderTimes,
}: Pick<Plan | Step, 'schedule' | 'reminderTimes'>): readonly LocalTime[] =>
  schedule.kind === 'hours' ? windowTimes(schedule) : reminderTimes

/** By how much a clock is set back at most; its day is then that much longer than its midnights say. */
const LONGEST_SHIFT = 3 * HOUR

/**
 * Returns the span (ms) that holds every instant of a date, and the local time of an instant in it; null if it is of
 * another date. Where no clock changes nearby the time is a sum: to format a year of instants takes seconds.
 */
export function minutesAround(date: LocalDate, zone: string) {
  const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)]
  const [from, to] = [start - LONGEST_SHIFT, end + LONGEST_SHIFT]
  const offsets = [from, start, end - 1, to].map((at) => offsetAt(at, zone))
  if (offsets.every((offset) => offset === offsets[0])) {
    const timeAt = (at: number): LocalTime | null => localTimeOf(Math.floor((at - start) / MINUTE))
    return { from: start, to: end, timeAt }
  }
  const timeAt = (at: number): LocalTime | null => {
    const local = localAt(at, zone)
    return local.date === date ? local.time : null
  }
  return { from, to, timeAt }
}
