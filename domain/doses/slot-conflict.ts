import { type Message, msg } from '../language/message.ts'
import type { SlotId } from '../lib/ids.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { countedAs } from './counted-slot.ts'
import { settlingEvents } from './slot-outcome.ts'

/**
 * A slot that several devices settled without knowing of each other, so that only the user knows what is true.
 * - `twice`: logged as taken by more than one device. One dose, or as many as there are entries?
 * - `contradiction`: logged as taken by one device and as skipped by another. Which one is right?
 */
export interface SlotConflict {
  kind: 'twice' | 'contradiction'
  slotId: SlotId
  /** All "taken" entries that have not been undone, earliest first. */
  taken: DoseEvent[]
  /** All "skipped" entries that have not been undone, earliest first; empty for `twice`. */
  skipped: DoseEvent[]
}

/**
 * Returns what the events of one slot leave for the user to decide (docs/records.md: shown, never silently merged);
 * null if they agree. A pure fold: any order of arrival gives the same result. Entries from one device are not a
 * conflict, because that device asked before adding the second one. Several skips are not one either, because they say
 * the same.
 */
export function slotConflict(events: readonly DoseEvent[]): SlotConflict | null {
  const settling = settlingEvents(events)
  const taken = settling.filter(({ kind }) => kind === 'taken')
  const skipped = settling.filter(({ kind }) => kind === 'skipped')
  const slotId = taken[0]?.slotId
  if (!slotId) return null
  const contradicts = skipped.length > 0
  return isOfSeveralDevices(contradicts ? settling : taken)
    ? { kind: contradicts ? 'contradiction' : 'twice', slotId, taken, skipped }
    : null
}

/** Returns the conflicts of a log, by the slots for which its entries count. */
export function conflictsOf(events: readonly DoseEvent[]): SlotConflict[] {
  const counted = countedAs(events)
  const planned = events.filter(({ slotId }) => slotId !== null)
  return [...Map.groupBy(planned, (event) => counted(event).slotId).values()].flatMap(
    (dose) => slotConflict(dose) ?? [],
  )
}

const isOfSeveralDevices = (events: readonly DoseEvent[]): boolean =>
  new Set(events.map(({ deviceId }) => deviceId)).size > 1

/** What a slot's row says about its conflict. */
export const CONFLICT_LABELS: Record<SlotConflict['kind'], Message> = {
  twice: msg('Logged twice'),
  contradiction: msg('Logged as taken and as skipped'),
}
