import { addDays, halvesOf, type LocalDate } from '../lib/local-time.ts'
import { afterDose, fitted, onWall } from './after-taken.ts'
import type { Moments } from './timetable.ts'
import type { OpenMoment } from './version-timetables.ts'

/**
 * Returns the doses of such a plan as if each were taken on time, for the 366 days from `today` on: what a supply is
 * followed with, and what a form shows.
 * @param open the slot that is open now; without one they begin with `first`
 */
export const projected =
  (open: OpenMoment | null, today: LocalDate, zone: string): Moments =>
  (schedule, stretch) => {
    // When the other medicine will be taken is not known.
    if (schedule.kind === 'after-dose') return () => []
    const { startDate: from, endDate: to } = stretch
    const { date, time } = halvesOf(schedule.first)
    const isOpenHere = open && (from === null || open.date >= from) && (to === null || open.date <= to)
    const begin = isOpenHere ? open : onWall(date, time, zone)
    const last = addDays(today, PROJECTED_DAYS)
    const found = new Map<LocalDate, OpenMoment[]>()
    let next = fitted(begin.date < today ? onWall(today, begin.time, zone) : begin, schedule, stretch, zone)
    while (next && next.date <= last) {
      const ofDate = found.get(next.date)
      if (ofDate) ofDate.push(next)
      else found.set(next.date, [next])
      next = fitted(afterDose(schedule, next.at, zone), schedule, stretch, zone)
    }
    return (day) => found.get(day) ?? []
  }

const PROJECTED_DAYS = 366
