import * as z from 'zod/mini'
import type { Amount } from '../lib/amount.ts'
import { amountSchema } from '../lib/amount-schema.ts'
import type { MedicationId, SupplyEventId } from '../lib/ids.ts'
import { medicationIdSchema, supplyEventIdSchema } from '../lib/ids-schema.ts'
import type { Instant } from '../lib/instant.ts'
import { anyInstantSchema, instantSchema } from '../lib/instant-schema.ts'
import type { LocalDate } from '../lib/local-time.ts'
import { localDateSchema } from '../lib/local-time-schema.ts'
import { orNull } from '../lib/or-null.ts'
import { storableText } from '../lib/storable-text.ts'
import { type LoggedBy, loggedBySchema } from './logged-by.ts'

/**
 * One entry of the append-only log of what is there of a medicine (additions, 2.1). Nothing in it ever changes.
 * - `added`: a pack, a refill
 * - `counted`: what is there now
 * - `discarded`: what was thrown away or lost
 * - `undone`: takes back the event that `undoes` names
 */
export interface SupplyEvent {
  id: SupplyEventId
  medicationId: MedicationId
  kind: 'added' | 'counted' | 'discarded' | 'undone'
  /** In the unit of the medication's amounts; null for `undone`. */
  amount: Amount | null
  /** When it happened, according to the user. */
  at: Instant
  /** The date on the pack; null if not given. */
  expiresOn: LocalDate | null
  /** The event that an `undone` takes back; null for every other kind. */
  undoes: SupplyEventId | null
  note: string | null
}

/** An event as the server returns it: with its place in the account's log and the server's own receipt time. */
export interface LoggedSupplyEvent extends SupplyEvent {
  seq: number
  receivedAt: Instant
  by?: LoggedBy | undefined
}

/** The fields of an event, each with its own rule. */
export const supplyEventFields = {
  id: supplyEventIdSchema,
  medicationId: medicationIdSchema,
  kind: z.enum(['added', 'counted', 'discarded', 'undone']),
  amount: orNull(amountSchema),
  at: anyInstantSchema,
  expiresOn: orNull(localDateSchema),
  undoes: orNull(supplyEventIdSchema),
  note: orNull(storableText(500)),
}

/**
 * An event in the outbox: the rules between its fields are left to the server. Unknown fields are refused, not dropped.
 */
export const storedSupplyEventSchema = z.strictObject(supplyEventFields)

/** An event in a response. A newer server may include more than this app knows, so other fields are ignored. */
export const loggedSupplyEventSchema = z.object({
  ...supplyEventFields,
  seq: z.int().check(z.nonnegative()),
  receivedAt: instantSchema,
  by: z.optional(loggedBySchema),
})
