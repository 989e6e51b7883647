import { type DoseEvent, dosePlaceSchema } from '#domain/records/dose-event.ts'
import { type StoredDoseEvent, storedDose } from './stored-dose.ts'

/** `receivedAt` is absent if the answer did not say where the log has it. */
export type PlacedDose = StoredDoseEvent & { seq: number; receivedAt?: string }

/**
 * Returns the row of an event that the server has in its log: what was sent, with its place and who made it (S14.6). The
 * server has nothing else under this id, except that an older client may have left out an exact amount, a move or a
 * planned instant: anything else is answered 409.
 * @param answer the answer's body, and the commit in which it was given
 */
export function placedDose(event: DoseEvent, { body, seq }: { body: unknown; seq: number }): PlacedDose {
  const place = dosePlaceSchema.safeParse(body)
  return storedDose({ ...event, ...(place.success ? place.data : { seq }) })
}
