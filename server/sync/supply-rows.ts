import type { Amount } from '#domain/lib/amount.ts'
import type { MedicationId, SupplyEventId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { LoggedSupplyEvent, SupplyEvent } from '#domain/records/supply-event.ts'
import { type Accepted, byColumns, byOf } from './dose-rows.ts'
import type { supplyEvents } from './tables.ts'

export type SupplyRow = typeof supplyEvents.$inferSelect

/** Builds the row of an event that the server accepts now, in this commit. */
export const supplyRow = ({ at, ...event }: SupplyEvent, { userId, seq, now, by = null }: Accepted): SupplyRow => ({
  ...event,
  at: new Date(at),
  userId,
  seq,
  receivedAt: new Date(now),
  ...byColumns(by),
})

/** Returns the event as the device sent it. */
export const supplyEventOf = (row: SupplyRow): SupplyEvent => ({
  id: row.id as SupplyEventId,
  medicationId: row.medicationId as MedicationId,
  kind: row.kind,
  amount: row.amount as Amount | null,
  at: toInstant(row.at.getTime()),
  expiresOn: row.expiresOn as LocalDate | null,
  undoes: row.undoes as SupplyEventId | null,
  note: row.note,
})

/** Returns the event as the log lists it. */
export const loggedSupplyEvent = (row: SupplyRow): LoggedSupplyEvent => ({
  ...supplyEventOf(row),
  seq: row.seq,
  receivedAt: toInstant(row.receivedAt.getTime()),
  ...byOf(row),
})
