import { msOf } from '#domain/lib/instant.ts'
import { addDays, DAY, halvesOf, type LocalDate, MINUTE } from '#domain/lib/local-time.ts'
import { startOfDay } from '#domain/lib/zone.ts'
import type { Medication } from '#domain/records/medication.ts'
import { afterTakenOf } from '#domain/schedule/counting.ts'
import type { PlanVersion } from '#domain/schedule/plan.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { isEmpty } from '#domain/schedule/timetable.ts'
import { type DoseLog, NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'

/** Nearly every plan has a dose within a day. */
const NEAR = DAY
const WEEK = 7 * DAY
/** Longer than the longest interval and the longest pause of a cycle, both a year. */
const FAR = 400 * DAY

/** Returns how long before its instant (ms) a dose is first announced: as the notice before it says (R9.5). */
export const leadOf = ({ notices }: Pick<Medication, 'notices'>): number => (notices?.headsUp ?? 0) * MINUTE

type Planned = Pick<Medication, 'id' | 'versions' | 'stoppedAt'>

/**
 * Returns the instant (ms) of the first planned dose at or after `from`, or null if there is none. The search widens
 * from a day to a week, and goes on with 400 days from wherever doses may begin, so that it ends for every plan.
 * @param log needed for the medications in `countFromLog`
 */
export function nextSlotAt(
  medication: Planned,
  from: number,
  zone: string,
  log: DoseLog = NOTHING_LOGGED,
): number | null {
  if (medication.versions.every(isEmpty)) return null
  for (const window of windowsFrom(medication, from, zone)) {
    const [first] = planSlots(medication, window, zone, log)
    if (first) return first.at
  }
  return null
}

function* windowsFrom(medication: Planned, from: number, zone: string): Generator<{ from: number; to: number }> {
  yield { from, to: from + NEAR }
  yield { from: from + NEAR, to: from + WEEK }
  let searched = from + WEEK
  for (const begin of [searched, ...beginsOf(medication, searched, zone)]) {
    if (begin + FAR <= searched) continue
    searched = Math.max(searched, begin)
    yield { from: searched, to: Math.min(searched + WEEK, begin + FAR) }
    yield { from: Math.min(searched + WEEK, begin + FAR), to: begin + FAR }
    searched = begin + FAR
  }
}

/** Returns where doses of the last plan may begin after `from`, in order; a day early, because of clock changes. */
function beginsOf(medication: Planned, from: number, zone: string): number[] {
  const plan = medication.versions.at(-1)
  if (!plan) return []
  return datesOf(plan)
    .map((date) => Math.max(startOfDay(date, zone) - DAY, msOf(plan.effectiveFrom)))
    .filter((at) => at > from)
    .sort((a, b) => a - b)
}

/**
 * The start of the plan, of each step, the first doses of those that count from the last one, and the ends of pauses.
 */
function datesOf(plan: PlanVersion): LocalDate[] {
  const { startDate, schedule, pauses = [] } = plan
  const afterPauses = pauses.flatMap(({ to }) => (to === null ? [] : [addDays(to, 1)]))
  const firsts = afterTakenOf(plan).map(({ first }) => halvesOf(first).date)
  if (startDate === null) return [...firsts, ...afterPauses]
  const dates = [startDate, ...firsts, ...afterPauses]
  if (schedule.kind !== 'phases') return dates
  let next = startDate
  for (const { days } of schedule.steps) {
    if (days === null) break
    next = addDays(next, days)
    dates.push(next)
  }
  return dates
}
