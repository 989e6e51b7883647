import { addDays, datesFrom, halvesOf, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { fitted, onWall } from './after-taken.ts'
import type { Plan } from './plan.ts'
import { isEmpty, lastDateOf, type Moments, timetableOf } from './timetable.ts'

/** How many days ahead a first dose is searched for: the longest interval and cycle are a year. */
const HORIZON_DAYS = 740

/**
 * Returns the next days with doses from `now` on, for a plan that is not saved yet: the form shows them so that a user
 * can check what will happen. At most `days` entries; none for "only when needed" or without times, and the first dose
 * alone of a schedule that counts from the last one. None of one that follows another medicine.
 */
export function nextDoses(plan: Plan, now: number, zone: string, days = 3): { date: LocalDate; times: LocalTime[] }[] {
  const found: { date: LocalDate; times: LocalTime[] }[] = []
  if (isEmpty(plan)) return found
  const doses = timetableOf(plan, zone, firstAlone(zone))
  const last = lastDateOf(plan)
  const today = localAt(now, zone).date
  const first = plan.startDate !== null && plan.startDate > today ? plan.startDate : today
  for (const date of datesFrom(first, addDays(first, HORIZON_DAYS))) {
    if (found.length === days || (last !== null && date > last)) break
    const times = doses(date)
      .filter(({ time, at }) => (at ?? instantAt(date, time, zone)) >= now)
      .map(({ time }) => time)
    if (times.length > 0) found.push({ date, times })
  }
  return found
}

/** Returns the first dose alone: of a plan that is not saved yet no more is known. */
const firstAlone =
  (zone: string): Moments =>
  (schedule, stretch) => {
    if (schedule.kind === 'after-dose') return () => []
    const { date, time } = halvesOf(schedule.first)
    const first = fitted(onWall(date, time, zone), schedule, stretch, zone)
    return (day) => (first?.date === day ? [first] : [])
  }
