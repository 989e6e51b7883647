import type { SlotId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { reminderRings } from '../occurrences/tables.ts'
import type { Dispatch, Receiver, SendRow } from './delivery.ts'

export type RingRow = typeof reminderRings.$inferSelect

/** Everything that is known of one person whose rings are looked at. */
export interface PersonView {
  userId: string
  /** All of their rings. */
  rings: readonly RingRow[]
  /** The plan zone. */
  zone: string
  /** Whether they may use health data now (R3.6). */
  allowed: boolean
  subscriptions: readonly Receiver[]
  medications: ReadonlyMap<string, Medication>
  /** The visits that rings of theirs are about. */
  appointments: ReadonlyMap<string, Appointment>
  /** The log of the days of their rings, by slot. */
  events: ReadonlyMap<SlotId, readonly DoseEvent[]>
  /** What was sent to them for instants of the last three quarters of an hour. */
  sends: readonly SendRow[]
  /** What was sent to them before visits, as long as it matters. */
  visitSends: readonly SendRow[]
}

/** What follows from looking. Its sends are noted in the transaction that looked; the dispatches go out after it. */
export interface Decision {
  note: SendRow[]
  /** Sends that are claimed once more. */
  claimAgain: Pick<SendRow, 'id' | 'claimedAt'>[]
  close: { id: string; outcome: 'expired' | 'failed' }[]
  keep: RingRow[]
  drop: SlotId[]
  dispatches: Dispatch[]
}
