import { msOf } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { startOfDay } from '#domain/lib/zone.ts'
import type { Medication } from '#domain/records/medication.ts'
import { planSlots } from '#domain/schedule/slots.ts'

/** Nearly every plan has a dose within a day. */
const NEAR = DAY
const WEEK = 7 * DAY
/** Longer than the longest interval and the longest pause of a cycle, both a year. */
const FAR = 400 * DAY

type Planned = Pick<Medication, 'id' | 'versions' | 'stoppedAt'>

/**
 * Returns the instant (ms) of the first planned dose at or after `from`, or null if there is none. The search widens
 * from a day to a week to 400 days after the plan begins, so that it ends for every plan.
 */
export function nextSlotAt(medication: Planned, from: number, zone: string): number | null {
  if (medication.versions.every(({ reminderTimes }) => reminderTimes.length === 0)) return null
  for (const window of windowsFrom(medication, from, zone)) {
    const [first] = planSlots(medication, window, zone)
    if (first) return first.at
  }
  return null
}

function windowsFrom(medication: Planned, from: number, zone: string): { from: number; to: number }[] {
  const jump = Math.max(from + WEEK, beginOf(medication, from + WEEK, zone))
  return [
    { from, to: from + NEAR },
    { from: from + NEAR, to: from + WEEK },
    { from: jump, to: jump + WEEK },
    { from: jump + WEEK, to: jump + FAR },
  ]
}

/** Returns where the plan in force begins, if nothing before can have doses; a day early, because of clock changes. */
function beginOf(medication: Planned, from: number, zone: string): number {
  const plan = medication.versions.at(-1)
  if (!plan || plan.startDate === null || msOf(plan.effectiveFrom) > from) return from
  return startOfDay(plan.startDate, zone) - DAY
}
