import type { SlotView } from '../doses/dose-views.ts'
import { settles } from '../doses/slot-outcome.ts'
import type { SlotId } from '../lib/ids.ts'
import { type Instant, toInstant } from '../lib/instant.ts'
import { MINUTE } from '../lib/local-time.ts'
import { extraStageOf } from './extra-notices.ts'

/** Minutes after the due instant at which a reminder is announced (specification, section 9). */
export const STAGES = [0, 5, 10] as const
export type Stage = (typeof STAGES)[number]
export const LAST_STAGE = Math.max(...STAGES)
/** What begins or ends sooner than this (ms) may have done so by the server's clock. */
export const CLOCKS_DIFFER_BY = MINUTE

/** From here on an unanswered reminder counts as missed and is not announced any more. */
export const MISSED_AFTER = 10.5 * MINUTE
/** From here on it is no longer listed among the alerts; the dose itself stays open (readings). */
export const DROPPED_AFTER = 15 * MINUTE
/** How often the open page checks for due reminders. */
export const CHECK_EVERY = 30_000

export type AlertPhase =
  | { phase: 'waiting' }
  | { phase: 'ringing'; stage: Stage }
  | { phase: 'missed' }
  | { phase: 'dropped' }

/**
 * Returns which phase the alert of a reminder is in. Stages count from the due instant in every layer: a page opened at
 * 8:07 announces an 8:00 dose as the 5 minute reminder; at 8:12 it is only listed (readings).
 * @param start the due instant, or the end of the snooze (ms)
 */
export function alertPhase(start: number, now: number): AlertPhase {
  const elapsed = now - start
  if (elapsed < 0) return { phase: 'waiting' }
  if (elapsed >= DROPPED_AFTER) return { phase: 'dropped' }
  if (elapsed >= MISSED_AFTER) return { phase: 'missed' }
  return { phase: 'ringing', stage: elapsed >= 10 * MINUTE ? 10 : elapsed >= 5 * MINUTE ? 5 : 0 }
}

/**
 * The announcement of a due dose or appointment, as the notification log tells them apart, so that no layer repeats
 * another.
 */
export interface Reminder {
  slotId: SlotId
  /** The instant it counts from: the due instant or the end of the snooze. */
  start: Instant
  /** Minutes from it: a stage, or an extra notice of the medicine, negative before the dose (extra-notices.ts). */
  stage: number
}

export const reminderKey = (reminder: Reminder): string => `${reminder.slotId}|${reminder.start}|${reminder.stage}`

/** A dose that is due. */
export interface DueReminder {
  view: SlotView
  reminder: Reminder
}

/** Returns the follow-up that a dose has at `now` (ms), if any. */
function followUpOf(view: SlotView, now: number): number | null {
  const stage = extraStageOf(view, now)
  return stage !== null && stage > 0 ? stage : null
}

/**
 * Returns the doses that are due at `now` (ms), in their reminder or a follow-up. The notification log knows whether
 * one was announced or dismissed before.
 */
export const dueReminders = (views: readonly SlotView[], now: number): DueReminder[] =>
  views.flatMap((view) => {
    if (settles(view.outcome)) return []
    const alert = alertPhase(view.ringStart, now)
    const stage = alert.phase === 'ringing' ? alert.stage : followUpOf(view, now)
    if (stage === null) return []
    return [{ view, reminder: { slotId: view.slot.id, start: toInstant(view.ringStart), stage } }]
  })

/** Returns the doses that are coming up at `now` (ms), for the quiet notice before. */
export const comingUp = (views: readonly SlotView[], now: number): DueReminder[] =>
  views.flatMap((view) => {
    const stage = extraStageOf(view, now)
    if (stage === null || stage > 0) return []
    return [{ view, reminder: { slotId: view.slot.id, start: toInstant(view.ringStart), stage } }]
  })
