import type { Amount } from '../lib/amount.ts'
import type { MedicationId, SlotId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, datesFrom, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import type { PlanVersion } from './plan.ts'
import { slotIdOf } from './slot-id.ts'
import { lastDateOf, type Timetable, type TimetableEntry } from './timetable.ts'
import { type DoseLog, endOfVersion, NOTHING_LOGGED } from './version-timetables.ts'

/** One planned dose. */
export interface DoseSlot {
  id: SlotId
  medicationId: MedicationId
  date: LocalDate
  time: LocalTime
  /** The planned instant, milliseconds since the epoch. */
  at: number
  /** How much is planned; absent where the plan has no amounts. */
  plannedAmount?: PlannedAmount
  /** The planned instant (ms) that an entry of the log carries; only of plans that count from the log. */
  plannedAt?: number | undefined
}

export interface PlannedAmount {
  amount: Amount
  unit: string
}

/** Instants in milliseconds since the epoch: `from` inclusive, `to` exclusive. */
export interface TimeWindow {
  from: number
  to: number
}

type Planned = Pick<Medication, 'id' | 'versions' | 'stoppedAt'>

/**
 * Returns the dose that stays open until it is logged, of a plan that counts from the last dose (additions, 1.1): it is
 * never missed, and shown on every day until then. Null for every other plan.
 */
export function waitingSlot(medication: Planned, zone: string, log: DoseLog): DoseSlot | null {
  const { waiting, ofVersions } = log.timetablesOf(medication, zone)
  if (waiting === null || (medication.stoppedAt !== null && waiting.at >= msOf(medication.stoppedAt))) return null
  const { id: medicationId } = medication
  const { date, time, at } = waiting
  const entry = ofVersions.flatMap((doses) => doses(date).filter((one) => one.time === time)).at(-1)
  return entry ? slotOf(medicationId, date, entry, at) : null
}

/**
 * Returns every planned dose of the medication inside the window, in order of time. A slot belongs to the version in
 * force at its planned instant, so an edit neither adds nor removes earlier slots. Nothing is planned from the instant
 * of stopping on. Start and end dates are inclusive (docs/records.md, docs/reminders.md).
 * @param log needed for the medications in `countFromLog`; of these it has the logged slots and the open one
 */
export function planSlots(
  medication: Planned,
  window: TimeWindow,
  zone: string,
  log: DoseLog = NOTHING_LOGGED,
): DoseSlot[] {
  const { ofVersions } = log.timetablesOf(medication, zone)
  const stop = medication.stoppedAt === null ? Number.POSITIVE_INFINITY : msOf(medication.stoppedAt)
  const slots = new Map<string, DoseSlot>()
  medication.versions.forEach((version, index) => {
    const from = Math.max(window.from, msOf(version.effectiveFrom))
    const to = Math.min(window.to, stop, endOfVersion(medication, index))
    const doses = ofVersions[index] as Timetable
    for (const slot of slotsOfVersion(medication.id, version, doses, { from, to }, zone))
      slots.set(`${slot.date}|${slot.time}`, slot)
  })
  return [...slots.values()].sort(byTime)
}

/**
 * Returns the instant (ms) of a planned dose and its amount; null if the plan in force at that instant has no such dose.
 * The result matches `planSlots`, without planning the days around it.
 */
export function plannedDose(
  medication: Planned,
  { date, time }: Pick<DoseSlot, 'date' | 'time'>,
  zone: string,
  log: DoseLog = NOTHING_LOGGED,
): Pick<DoseSlot, 'at' | 'plannedAmount' | 'plannedAt'> | null {
  const { versions, stoppedAt } = medication
  const { ofVersions } = log.timetablesOf(medication, zone)
  for (const [index, version] of versions.entries()) {
    const entry = ofVersions[index]?.(date).find((one) => one.time === time)
    if (!entry) continue
    const at = entry.at ?? instantAt(date, time, zone)
    const isInForce = msOf(version.effectiveFrom) <= at && at < endOfVersion(medication, index)
    if (isInForce && (stoppedAt === null || at < msOf(stoppedAt))) return { at, ...plannedOf(entry) }
  }
  return null
}

/** Its id is hashed when it is asked for: days are planned for what follows them, and nobody asks for the ids of those. */
const slotOf = (medicationId: MedicationId, date: LocalDate, entry: TimetableEntry, at: number): DoseSlot => ({
  get id() {
    return slotIdOf(medicationId, date, entry.time)
  },
  medicationId,
  date,
  time: entry.time,
  at,
  ...plannedOf(entry),
})

const plannedOf = ({ amount, unit, plannedAt }: TimetableEntry): Pick<DoseSlot, 'plannedAmount' | 'plannedAt'> => ({
  ...(amount !== null && unit !== null && { plannedAmount: { amount, unit } }),
  ...(plannedAt !== undefined && { plannedAt }),
})

function slotsOfVersion(
  medicationId: MedicationId,
  version: PlanVersion,
  doses: Timetable,
  window: TimeWindow,
  zone: string,
): DoseSlot[] {
  const found: DoseSlot[] = []
  if (window.from >= window.to) return found
  // A gap moves a time forward past midnight at most, so the day before may still reach into the window.
  const before = addDays(localAt(window.from, zone).date, -1)
  // A clock set back across midnight shows the previous day once more, after the first minutes of the new day.
  const last = addDays(localAt(window.to - 1, zone).date, 1)
  const first = version.startDate !== null && version.startDate > before ? version.startDate : before
  const lastDate = lastDateOf(version)
  const end = lastDate !== null && lastDate < last ? lastDate : last
  for (const date of datesFrom(first, end)) {
    for (const entry of doses(date)) {
      const at = entry.at ?? instantAt(date, entry.time, zone)
      if (at >= window.from && at < window.to) found.push(slotOf(medicationId, date, entry, at))
    }
  }
  return found
}

/** By instant, then by medication and by planned local time, so that the order is the same on every device. */
export const byTime = (a: DoseSlot, b: DoseSlot): number =>
  a.at - b.at || compare(a.medicationId, b.medicationId) || compare(a.date, b.date) || compare(a.time, b.time)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
