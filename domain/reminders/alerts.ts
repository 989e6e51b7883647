import type { SlotView } from '../doses/dose-views.ts'
import type { SlotId } from '../lib/ids.ts'
import { type Instant, toInstant } from '../lib/instant.ts'
import { MINUTE } from '../lib/local-time.ts'

/** Minutes after the due instant at which a reminder rings (specification, section 9). */
export const STAGES = [0, 5, 10] as const
export type Stage = (typeof STAGES)[number]

/** From here on a reminder that nobody answered counts as missed and does not ring any more. */
export const MISSED_AFTER = 10.5 * MINUTE
/** From here on it is dropped from the alerts; the dose itself stays open (readings). */
export const DROPPED_AFTER = 15 * MINUTE
/** How often the open page looks for due reminders. */
export const CHECK_EVERY = 30_000

export type AlertPhase =
  | { phase: 'waiting' }
  | { phase: 'ringing'; stage: Stage }
  | { phase: 'missed' }
  | { phase: 'dropped' }

/**
 * Where the alert of a reminder stands. Stages count from the due instant in every layer: a page opened at 8:07 rings an
 * 8:00 dose as the 5 minute reminder; at 8:12 it is only listed (readings).
 * @param start the due instant, or the end of the snooze (ms)
 */
export function alertPhase(start: number, now: number): AlertPhase {
  const elapsed = now - start
  if (elapsed < 0) return { phase: 'waiting' }
  if (elapsed >= DROPPED_AFTER) return { phase: 'dropped' }
  if (elapsed >= MISSED_AFTER) return { phase: 'missed' }
  return { phase: 'ringing', stage: elapsed >= 10 * MINUTE ? 10 : elapsed >= 5 * MINUTE ? 5 : 0 }
}

/** One announcement: what the ledger keeps apart so that no layer repeats another (docs/reminders.md). */
export interface Ring {
  slotId: SlotId
  /** The due or snoozed-until instant it counts from. */
  start: Instant
  stage: Stage
}

export const ringKey = (ring: Ring): string => `${ring.slotId}|${ring.start}|${ring.stage}`

/** The slots that should ring at `now`, each with its ring. Whether a ring was announced before is the ledger's to say. */
export function dueRings(views: readonly SlotView[], now: number): { view: SlotView; ring: Ring }[] {
  const rings: { view: SlotView; ring: Ring }[] = []
  for (const view of views) {
    if (view.outcome.kind === 'taken' || view.outcome.kind === 'skipped') continue
    const alert = alertPhase(view.ringStart, now)
    if (alert.phase !== 'ringing') continue
    rings.push({
      view,
      ring: { slotId: view.slot.id, start: toInstant(view.ringStart), stage: alert.stage },
    })
  }
  return rings
}
