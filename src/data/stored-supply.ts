import type { LoggedBy } from '#domain/records/logged-by.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'

/** A supply event and its place in the server's log: null while only this device has it. */
export type StoredSupplyEvent = SupplyEvent & { seq: number | null }

/** Returns the event as a device records it, without what log and store added. */
export function supplyEventOf(stored: StoredSupplyEvent): SupplyEvent {
  const {
    seq: _seq,
    receivedAt: _receivedAt,
    by: _by,
    ...event
  } = stored as StoredSupplyEvent & { receivedAt?: string; by?: LoggedBy }
  return event
}
