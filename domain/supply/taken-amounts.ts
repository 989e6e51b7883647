import { takenAmountOf } from '../doses/taken-amount.ts'
import type { Amount } from '../lib/amount.ts'
import { msOf } from '../lib/instant.ts'
import type { LocalTime } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import type { PlanVersion } from '../schedule/plan.ts'
import { type Timetable, timetableOf } from '../schedule/timetable.ts'
import { countedAmountsOf, supplyUnitOf } from './supply-unit.ts'

/**
 * Returns a function that says how much a "taken" took away: what was logged, else what was planned for its date and
 * time, else what a dose of the plan is. Null where none of them says.
 * @param zone the plan zone
 */
export function takenAmounts(medication: Medication, zone: string): (event: DoseEvent) => Amount | null {
  const unit = supplyUnitOf(medication)
  const timetables = new Map<PlanVersion, Timetable>()
  const plannedFor = ({ snapshot: { date, time } }: DoseEvent): Amount | null => {
    if (date === null || time === null) return null
    const version = versionAt(medication, instantAt(date, time, zone))
    if (version === undefined) return null
    const timetable = timetables.get(version) ?? timetableOf(version, zone)
    timetables.set(version, timetable)
    return amountAt(timetable(date), time)
  }
  return (event) => {
    const logged = unit === null ? null : takenAmountOf(event, unit)
    return logged ?? plannedFor(event) ?? countedAmountsOf(medication)?.each ?? null
  }
}

const amountAt = (doses: ReturnType<Timetable>, time: LocalTime): Amount | null =>
  doses.find((dose) => dose.time === time)?.amount ?? null

/** The version in force at an instant (ms); the oldest for what is older than all of them. */
const versionAt = ({ versions }: Medication, at: number): PlanVersion | undefined =>
  versions.findLast(({ effectiveFrom }) => msOf(effectiveFrom) <= at) ?? versions[0]
