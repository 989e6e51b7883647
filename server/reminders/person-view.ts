import type { SlotId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { reminderOccurrences } from '../occurrences/tables.ts'
import type { Dispatch, Receiver, SendRow } from './delivery.ts'

export type OccurrenceRow = typeof reminderOccurrences.$inferSelect

/** Everything known about one account with due occurrences. */
export interface PersonView {
  userId: string
  /** All occurrences of the account. */
  occurrences: readonly OccurrenceRow[]
  /** The plan zone. */
  zone: string
  /** Whether the account may use health data now (R3.6). */
  allowed: boolean
  subscriptions: readonly Receiver[]
  medications: ReadonlyMap<string, Medication>
  /** The appointments that the occurrences are about. */
  appointments: ReadonlyMap<string, Appointment>
  /** The log of the days of the occurrences (`storedLogDates`), by slot. */
  events: ReadonlyMap<SlotId, readonly DoseEvent[]>
  /** The same log by medication; of one that plans count from (`countFromLog`) all of it. */
  logged: ReadonlyMap<string, readonly DoseEvent[]>
  /** What was sent for instants of the last 45 minutes, and notices before doses that may still be shown. */
  sends: readonly SendRow[]
  /** What was sent longer ago at the times of doses that had been over, and were moved since (R3.4). */
  earlierSends: readonly SendRow[]
  /** What was sent before appointments, as long as it matters. */
  appointmentSends: readonly SendRow[]
}

/** What is decided for one account. Sends are recorded in the deciding transaction; dispatches are sent after it. */
export interface Decision {
  note: SendRow[]
  /** Sends that are claimed again. */
  claimAgain: Pick<SendRow, 'id' | 'claimedAt'>[]
  close: { id: string; outcome: 'expired' | 'failed' }[]
  keep: OccurrenceRow[]
  drop: SlotId[]
  dispatches: Dispatch[]
}
