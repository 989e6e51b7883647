import type { Amount } from '#domain/lib/amount.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { standingEvents } from '#domain/supply/on-hand.ts'

/** Returns what the last refill brought, which the next one mostly brings again; null if there was none. */
export const lastPackOf = (events: readonly SupplyEvent[]): Amount | null =>
  standingEvents(events).findLast(({ kind }) => kind === 'added')?.amount ?? null
