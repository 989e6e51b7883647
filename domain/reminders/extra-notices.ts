import type { SlotView } from '../doses/dose-views.ts'
import { settles } from '../doses/slot-outcome.ts'
import { MINUTE } from '../lib/local-time.ts'
import type { DoseNotices } from '../records/dose-notices.ts'

/** A follow-up is there as long as a reminder is. */
const LASTS = 15 * MINUTE

/** A dose as far as its extra notices depend on it, in milliseconds since the epoch. */
export interface NoticedDose {
  /** When it is planned. */
  at: number
  /** What its stages count from: that instant, or the end of a snooze. */
  start: number
}

/**
 * Returns which notice beside the reminder of an open dose there is at `now` (ms): minutes from its start, negative for
 * the one before; null if none (additions, 1.3).
 * - The one before is there from its minute until the dose is due. A snoozed dose is past it.
 * - Each one after is there for fifteen minutes, as the reminder is, or until the next one.
 */
export function extraStage({ at, start }: NoticedDose, notices: DoseNotices | null | undefined, now: number) {
  if (!notices) return null
  const { headsUp, followUps } = notices
  if (now < start) return headsUp !== null && start === at && now >= start - headsUp * MINUTE ? -headsUp : null
  const stage = followUps.findLast((minutes) => now >= start + minutes * MINUTE)
  return stage !== undefined && now < start + stage * MINUTE + LASTS ? stage : null
}

/** Returns when the next of them begins after `now` (ms); null if there is none any more. */
export function nextExtraAt({ at, start }: NoticedDose, notices: DoseNotices | null | undefined, now: number) {
  if (!notices) return null
  const { headsUp, followUps } = notices
  const before = headsUp !== null && start === at ? [-headsUp] : []
  return [...before, ...followUps].map((stage) => start + stage * MINUTE).find((instant) => instant > now) ?? null
}

/**
 * Returns the extra notice of a dose at `now` (ms). One that is logged, or missed because the next has come, has none.
 */
export function extraStageOf({ slot, ringStart, outcome, state, notices }: SlotView, now: number): number | null {
  if (settles(outcome) || state === 'missed') return null
  return extraStage({ at: slot.at, start: ringStart }, notices, now)
}
