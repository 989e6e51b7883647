import type { SlotId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { reminderOccurrences } from '../occurrences/tables.ts'
import type { Dispatch, Receiver, SendRow } from './delivery.ts'

export type OccurrenceRow = typeof reminderOccurrences.$inferSelect

/** Everything that is known of one account with due occurrences. */
export interface PersonView {
  userId: string
  /** All of their occurrences. */
  occurrences: readonly OccurrenceRow[]
  /** The plan zone. */
  zone: string
  /** Whether they may use health data now (R3.6). */
  allowed: boolean
  subscriptions: readonly Receiver[]
  medications: ReadonlyMap<string, Medication>
  /** The appointments that occurrences of theirs are about. */
  appointments: ReadonlyMap<string, Appointment>
  /** The log of the days of their occurrences, by slot. */
  events: ReadonlyMap<SlotId, readonly DoseEvent[]>
  /** What was sent to them for instants of the last three quarters of an hour. */
  sends: readonly SendRow[]
  /** What was sent to them before appointments, as long as it matters. */
  appointmentSends: readonly SendRow[]
}

/** What follows for one account. Its sends are noted in the transaction that decides; the dispatches go out after it. */
export interface Decision {
  note: SendRow[]
  /** Sends that are claimed once more. */
  claimAgain: Pick<SendRow, 'id' | 'claimedAt'>[]
  close: { id: string; outcome: 'expired' | 'failed' }[]
  keep: OccurrenceRow[]
  drop: SlotId[]
  dispatches: Dispatch[]
}
