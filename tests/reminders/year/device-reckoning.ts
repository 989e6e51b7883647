import type { SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { SimulatedDevice } from './device.ts'
import type { Dose } from './doses.ts'
import { currentStage, REMINDER_LENGTH, STAGE_MINUTES } from './sends-reckoning.ts'

/** How long a reminder goes on announcing (ms; specification, section 4). */
const SOUNDS_FOR = 10.5 * MINUTE

/**
 * Returns the keys in the notification log of the reminders that a device has to announce now: those it knows to be due
 * and has not announced.
 */
export function expectedReminders({ knows, announced }: SimulatedDevice, now: number): Set<string> {
  const keys = new Set<string>()
  for (const dose of knows.dosesNear(now)) {
    const start = knows.startOf(dose)
    if (start === null || now < start || now >= start + SOUNDS_FOR) continue
    const key = `${dose.id}|${toInstant(start)}|${currentStage(start, now)}`
    if (!announced.has(key)) keys.add(key)
  }
  return keys
}

/** R5.14: returns the doses that a device knows to be snoozed or moved for longer than two clocks may differ. */
export function restingDoses({ knows }: SimulatedDevice, now: number): Dose[] {
  return knows.dosesNear(now).filter((dose) => {
    const start = knows.startOf(dose)
    return start !== null && knows.isPutOff(dose) && start > now + MINUTE
  })
}

/** R6.2: returns the open doses of the last day that this device has neither announced nor listed. */
export function expectedList({ knows, announced, listed }: SimulatedDevice, now: number): Set<SlotId> {
  const ids = new Set<SlotId>()
  for (const dose of knows.dosesNear(now)) {
    const start = knows.startOf(dose)
    if (start === null || start < now - DAY || start > now - REMINDER_LENGTH) continue
    const from = toInstant(start)
    if (STAGE_MINUTES.some((stage) => announced.has(`${dose.id}|${from}|${stage}`))) continue
    if (listed.has(`${dose.id}|${from}`)) continue
    listed.add(`${dose.id}|${from}`)
    ids.add(dose.id)
  }
  return ids
}

/** Describes how two sets differ; null when they do not. */
export function difference(expected: ReadonlySet<string>, found: ReadonlySet<string>): string | null {
  const missing = [...expected].filter((key) => !found.has(key))
  const extra = [...found].filter((key) => !expected.has(key))
  if (missing.length + extra.length === 0) return null
  return `missing ${missing.join() || 'nothing'}, extra ${extra.join() || 'nothing'}`
}
