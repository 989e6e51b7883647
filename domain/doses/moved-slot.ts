import { msOf } from '../lib/instant.ts'
import type { LocalTime } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import type { DoseSlot } from '../schedule/slots.ts'
import type { SlotOutcome } from './slot-outcome.ts'

/** A planned dose at the time to which the user moved it: id, date and `time` stay those of the plan. */
export interface ShownSlot extends DoseSlot {
  /** The time of its date to which it was moved; absent if it was not. `at` is then the instant of this time. */
  movedTo?: LocalTime
}

/** Returns the time of day at which a dose is asked for: that of the plan, or to which it was moved. */
export const shownTime = ({ time, movedTo }: Pick<ShownSlot, 'time' | 'movedTo'>): LocalTime => movedTo ?? time

/**
 * Returns the dose at the time to which its log moves it. How late it was taken counts from the planned time
 * (decision 077).
 */
export function withMove<Slot extends Pick<DoseSlot, 'date' | 'time' | 'at'>>(
  slot: Slot,
  { move }: Pick<SlotOutcome, 'move'>,
  zone: string,
): Slot & Pick<ShownSlot, 'movedTo'> {
  const movedTo = move?.movedTo
  if (movedTo === undefined || movedTo === slot.time) return slot
  return { ...slot, movedTo, at: instantAt(slot.date, movedTo, zone) }
}

/** Returns whether an open dose was moved to a time at which its medication is stopped: it is asked for no more. */
export const isStoppedBefore = (
  { movedTo, at }: Pick<ShownSlot, 'movedTo' | 'at'>,
  { stoppedAt }: Pick<Medication, 'stoppedAt'>,
  outcome: Pick<SlotOutcome, 'kind'>,
): boolean =>
  movedTo !== undefined &&
  stoppedAt !== null &&
  at >= msOf(stoppedAt) &&
  outcome.kind !== 'taken' &&
  outcome.kind !== 'skipped'
