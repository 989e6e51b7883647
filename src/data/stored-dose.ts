import type { SlotId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'

/** What the device adds to an event: its place in the server's log, null while only this device has it. */
interface Placed {
  seq: number | null
}

/**
 * A dose event as it is stored. A planned dose is found by its date; one without a slot by its moment, which it carries
 * a second time as `looseAt`: an index holds only the rows that have its field, and most have a slot.
 */
export type StoredDoseEvent = DoseEvent &
  Placed &
  ({ slotId: SlotId; looseAt?: undefined } | { slotId: null; looseAt: Instant })

/** The row of an event, with everything else that the server said about it. */
export function storedDose<Event extends DoseEvent & Placed>(event: Event): Event & StoredDoseEvent {
  return event.slotId === null ? { ...event, slotId: null, looseAt: event.at } : { ...event, slotId: event.slotId }
}

/** The event as a device records it, without what log and store added. */
export function eventOf(stored: StoredDoseEvent): DoseEvent {
  const {
    seq: _seq,
    looseAt: _looseAt,
    receivedAt: _receivedAt,
    ...event
  } = stored as StoredDoseEvent & { receivedAt?: string }
  return event
}
