import type { SlotId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'

/** What the device adds to an event: its place in the server's log, null while only this device has it. */
interface Placed {
  seq: number | null
}

/**
 * A dose event as stored. A planned dose is found by its date, one without a slot by its moment, which is repeated in
 * `looseAt`: an index holds only rows that have its field, and most have a slot.
 */
export type StoredDoseEvent = DoseEvent &
  Placed &
  ({ slotId: SlotId; looseAt?: undefined } | { slotId: null; looseAt: Instant })

/** Returns the row of an event, including everything else the server said about it. */
export function storedDose<Event extends DoseEvent & Placed>(event: Event): Event & StoredDoseEvent {
  return event.slotId === null ? { ...event, slotId: null, looseAt: event.at } : { ...event, slotId: event.slotId }
}

/** Returns the event as a device records it, without what log and store added. */
export function eventOf(stored: StoredDoseEvent): DoseEvent {
  const {
    seq: _seq,
    looseAt: _looseAt,
    receivedAt: _receivedAt,
    by: _by,
    ...event
  } = stored as StoredDoseEvent & { receivedAt?: string; by?: LoggedBy }
  return event
}
