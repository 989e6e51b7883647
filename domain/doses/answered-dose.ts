import { msOf } from '../lib/instant.ts'
import { type LocalTime, minutesOfDay } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { isRenamed } from '../schedule/after-dose.ts'
import { type DoseSlot, plannedDose } from '../schedule/slots.ts'
import { timetableOf } from '../schedule/timetable.ts'
import type { DoseLog, LoggedMoment } from '../schedule/version-timetables.ts'
import { foldSlot, settles } from './slot-outcome.ts'

type Moment = Pick<DoseSlot, 'date' | 'time'>

/**
 * Returns the planned dose that an entry is about; null for one without a slot.
 * @param zone the plan zone, in which its date and time are read where it does not say the instant
 */
export function loggedMoment({ date, time, plannedAt }: DoseEvent['snapshot'], zone: string): LoggedMoment | null {
  if (date === null || time === null) return null
  if (plannedAt === undefined) return { date, time, at: instantAt(date, time, zone) }
  return { date, time, at: msOf(plannedAt), plannedAt: msOf(plannedAt) }
}

/**
 * Returns the dose that a logged one counts for: what it has become, if it followed another (`DoseLog.becomes`); else
 * the one of its date nearest to its time in the plan in force at its instant. Undefined if there is none.
 * @param isPlanned whether a dose of its date and time is planned; then it counts for another one only where its date
 * and time are those of another zone
 */
export function answeredDose(
  medication: Pick<Medication, 'id' | 'versions'>,
  slot: LoggedMoment,
  { isPlanned, log, zone }: { isPlanned: boolean; log: DoseLog; zone: string },
): Moment | undefined {
  if (isPlanned && !isRenamed(slot, zone)) return undefined
  const become = log.becomes(medication, slot, zone)
  if (become || isPlanned) return become ?? undefined
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
 * Returns the dose that one of another date counts for, because the dose that it followed was corrected across midnight,
 * or because the plan zone is another one now (docs/reminders.md, R1.4 and R1.5); null if it counts for none, or is not
 * settled.
 * @param events those of one slot of the medication
 */
export function answeredAcrossMidnight(
  medication: Pick<Medication, 'id' | 'versions' | 'stoppedAt'>,
  events: readonly DoseEvent[],
  log: DoseLog,
  zone: string,
): Moment | null {
  const outcome = foldSlot(events)
  if (!settles(outcome)) return null
  const slot = loggedMoment(outcome.event.snapshot, zone)
  if (slot === null) return null
  const become = log.becomes(medication, slot, zone)
  if (become === null || become.date === slot.date) return null
  return isRenamed(slot, zone) || plannedDose(medication, slot, zone, log) === null ? become : null
}
