import { msOf } from '../lib/instant.ts'
import { type LocalDate, type LocalTime, minutesOfDay } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { type DoseSlot, plannedDose } from '../schedule/slots.ts'
import { timetableOf } from '../schedule/timetable.ts'
import type { DoseLog } from '../schedule/version-timetables.ts'
import { foldSlot } from './slot-outcome.ts'

type Moment = Pick<DoseSlot, 'date' | 'time'>

/**
 * Returns the dose that a logged one counts for: where the dose that it followed was corrected, the one that came of
 * that; else the one of its date nearest to its time in the plan in force at its instant. Undefined if there is none.
 */
export function answeredDose(
  medication: Pick<Medication, 'id' | 'versions'>,
  slot: Pick<DoseSlot, 'date' | 'time' | 'at'>,
  log: DoseLog,
  zone: string,
): Moment | undefined {
  const corrected = log.correctedTo(medication, slot, zone)
  if (corrected) return corrected
  const { date, time, at } = slot
  const plan = medication.versions.findLast(({ effectiveFrom }) => msOf(effectiveFrom) <= at)
  const distance = (other: LocalTime) => Math.abs(minutesOfDay(other) - minutesOfDay(time))
  // Among all times of the plan: one not planned on that day, because it had passed before the edit, counts for no
  // dose.
  const times = plan ? timetableOf(plan, zone)(date).map((entry) => entry.time) : []
  const nearest = times.toSorted((a, b) => distance(a) - distance(b))[0]
  return nearest && { date, time: nearest }
}

/**
 * Returns the dose that one of another date counts for, which followed a dose that was corrected across midnight
 * (docs/reminders.md, R1.5); null if it counts for none, or is not settled.
 * @param events those of one slot of the medication
 */
export function answeredAcrossMidnight(
  medication: Pick<Medication, 'id' | 'versions' | 'stoppedAt'>,
  events: readonly DoseEvent[],
  log: DoseLog,
  zone: string,
): Moment | null {
  const { date, time }: { date: LocalDate | null; time: LocalTime | null } = events[0]?.snapshot ?? NO_MOMENT
  if (date === null || time === null) return null
  const corrected = log.correctedTo(medication, { date, time, at: instantAt(date, time, zone) }, zone)
  if (corrected === null || corrected.date === date) return null
  const { kind } = foldSlot(events)
  if (kind !== 'taken' && kind !== 'skipped') return null
  return plannedDose(medication, { date, time }, zone, log) === null ? corrected : null
}

const NO_MOMENT = { date: null, time: null }
