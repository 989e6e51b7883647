import type { Amount } from '../lib/amount.ts'
import type { MedicationId, SlotId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, datesFrom, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import type { Plan, PlanVersion } from './plan.ts'
import { slotIdOf } from './slot-id.ts'
import { isEmpty, lastDateOf, type TimetableEntry, timetableOf } from './timetable.ts'

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
 * Returns every planned dose of the medication inside the window, in order of time. A slot belongs to the version in
 * force at its planned instant, so an edit neither adds nor removes earlier slots. Nothing is planned from the instant
 * of stopping on. Start and end dates are inclusive (docs/records.md, docs/reminders.md).
 */
export function planSlots(medication: Planned, window: TimeWindow, zone: string): DoseSlot[] {
  const stop = medication.stoppedAt === null ? Number.POSITIVE_INFINITY : msOf(medication.stoppedAt)
  const slots = new Map<SlotId, DoseSlot>()
  medication.versions.forEach((version, index) => {
    const next = medication.versions[index + 1]
    const from = Math.max(window.from, msOf(version.effectiveFrom))
    const to = Math.min(window.to, stop, next ? msOf(next.effectiveFrom) : Number.POSITIVE_INFINITY)
    for (const slot of slotsOfVersion(medication.id, version, { from, to }, zone)) slots.set(slot.id, slot)
  })
  return [...slots.values()].sort(byTime)
}

/**
 * Returns the instant (ms) of a planned dose and its amount; null if the plan in force at that instant has no such dose.
 * The result matches `planSlots`, without planning the days around it.
 */
export function plannedDose(
  { versions, stoppedAt }: Planned,
  { date, time }: Pick<DoseSlot, 'date' | 'time'>,
  zone: string,
): Pick<DoseSlot, 'at' | 'plannedAmount'> | null {
  for (const [index, version] of versions.entries()) {
    const entry = timetableOf(version, zone)(date).find((one) => one.time === time)
    if (!entry) continue
    const at = entry.at ?? instantAt(date, time, zone)
    const next = versions[index + 1]
    const isInForce = msOf(version.effectiveFrom) <= at && (!next || at < msOf(next.effectiveFrom))
    if (isInForce && (stoppedAt === null || at < msOf(stoppedAt))) return { at, ...amountOf(entry) }
  }
  return null
}

const amountOf = ({ amount, unit }: TimetableEntry): Pick<DoseSlot, 'plannedAmount'> =>
  amount !== null && unit !== null ? { plannedAmount: { amount, unit } } : {}

function slotsOfVersion(
  medicationId: MedicationId,
  version: PlanVersion,
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
  const doses = timetableOf(version, zone)
  for (const date of datesFrom(first, end)) {
    for (const entry of doses(date)) {
      const { time } = entry
      const at = entry.at ?? instantAt(date, time, zone)
      if (at < window.from || at >= window.to) continue
      found.push({ id: slotIdOf(medicationId, date, time), medicationId, date, time, at, ...amountOf(entry) })
    }
  }
  return found
}

/** By instant, then by medication and by planned local time, so that the order is the same on every device. */
export const byTime = (a: DoseSlot, b: DoseSlot): number =>
  a.at - b.at || compare(a.medicationId, b.medicationId) || compare(a.date, b.date) || compare(a.time, b.time)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** How many days ahead a first dose is searched for: the longest interval and cycle are a year. */
const HORIZON_DAYS = 740

/**
 * Returns the next days with doses from `now` on, for a plan that is not saved yet: the form shows them so that a user
 * can check what will happen. At most `days` entries; none for "only when needed" or without times.
 */
export function nextDoses(plan: Plan, now: number, zone: string, days = 3): { date: LocalDate; times: LocalTime[] }[] {
  const found: { date: LocalDate; times: LocalTime[] }[] = []
  if (isEmpty(plan)) return found
  const doses = timetableOf(plan, zone)
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
