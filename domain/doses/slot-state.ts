import { msOf } from '../lib/instant.ts'
import { DAY, MINUTE } from '../lib/local-time.ts'
import type { DoseSlot } from '../schedule/slots.ts'
import { type SlotOutcome, settles } from './slot-outcome.ts'

export type DoseState = 'upcoming' | 'due' | 'late' | 'snoozed' | 'taken' | 'skipped' | 'missed'

/** A dose is due for this long from its instant or the end of its snooze, and then late (readings). */
export const DUE_WINDOW = 15 * MINUTE

/**
 * Returns the instant (ms) at which a slot's current reminder starts: the planned one or the one it was moved to, or
 * the end of the snooze in effect. It is never before the planned one: a new plan zone can move a slot past a snooze
 * made in the old zone, and then it must remind again.
 */
export const ringStart = (slot: Pick<DoseSlot, 'at'>, outcome: SlotOutcome): number =>
  outcome.kind === 'snoozed' ? Math.max(slot.at, msOf(outcome.until)) : slot.at

/** A slot, and whether it waits until it is logged: then it is never missed. */
type Waiting = Pick<DoseSlot, 'at'> & { waits?: boolean | undefined }

/**
 * Returns when an unlogged dose turns from late to missed: at the next slot of the same medication or after 24 hours,
 * whichever comes first (readings, Medications).
 */
export const missedAt = (slot: Pick<DoseSlot, 'at'>, nextAt: number | undefined): number =>
  Math.min(slot.at + DAY, nextAt ?? Number.POSITIVE_INFINITY)

/**
 * Returns the state of a slot at `now` (ms). It is computed, never stored. A snooze that reaches past the moment of
 * "missed" still reminds for its own fifteen minutes.
 */
export function slotState(slot: Waiting, outcome: SlotOutcome, nextAt: number | undefined, now: number): DoseState {
  if (settles(outcome)) return outcome.kind
  const start = ringStart(slot, outcome)
  if (now < start) return start > slot.at ? 'snoozed' : 'upcoming'
  if (now < start + DUE_WINDOW) return 'due'
  return slot.waits || now < missedAt(slot, nextAt) ? 'late' : 'missed'
}

export const isSettled = (state: DoseState): boolean => state === 'taken' || state === 'skipped'
/** States in which the user is asked about the dose. */
export const isOpen = (state: DoseState): boolean => state === 'due' || state === 'late' || state === 'snoozed'
