import { doseViews } from '../doses/dose-views.ts'
import { isSettled } from '../doses/slot-state.ts'
import { msOf } from '../lib/instant.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { startOfDay } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { isFromLog } from '../schedule/counting.ts'
import { planOf } from '../schedule/plan.ts'
import { type TimetableEntry, timetableOf } from '../schedule/timetable.ts'
import { countedAmountsOf } from './supply-unit.ts'

interface Today {
  doses: readonly DoseEvent[]
  today: LocalDate
  /** The times of today that are logged. */
  settled: ReadonlySet<LocalTime>
  /** Milliseconds since the epoch. */
  now: number
  zone: string
}

/**
 * Returns the doses of today that are not logged yet, where the plan alone does not tell: it was made or changed today,
 * and its times from before that are none of its doses (docs/reminders.md, R1.3); or a dose was logged under another
 * plan and counts for one of its own (R1.5). Null everywhere else.
 */
export function openToday(
  medication: Medication,
  { doses, today, settled, now, zone }: Today,
): readonly TimetableEntry[] | null {
  const last = medication.versions.at(-1)
  if (last === undefined || isFromLog(last)) return null
  const isOfToday = msOf(last.effectiveFrom) > startOfDay(today, zone)
  if (!isOfToday && areAmong(timetableOf(planOf(medication), zone)(today), settled)) return null
  const { slots } = doseViews({ medications: [medication], events: doses, from: today, to: today, zone, now })
  const amounts = countedAmountsOf(medication)
  return slots
    .filter(({ state }) => !isSettled(state))
    .map(({ slot: { time, plannedAmount } }) => ({
      time,
      at: null,
      // What an earlier plan of today counted in something else is as much as a dose of this one.
      amount: amounts ? (plannedAmount?.unit === amounts.unit ? plannedAmount.amount : amounts.each) : null,
      unit: amounts?.unit ?? null,
    }))
}

function areAmong(planned: readonly TimetableEntry[], settled: ReadonlySet<LocalTime>): boolean {
  if (settled.size === 0) return true
  const times = new Set(planned.map(({ time }) => time))
  return [...settled].every((time) => times.has(time))
}
