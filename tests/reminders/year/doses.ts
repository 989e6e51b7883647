import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'

/** A dose, by the wall time it is planned for. */
export interface Dose {
  id: SlotId
  medicationId: MedicationId
  date: LocalDate
  time: LocalTime
}

/** Something a user did with a dose. Instants in ms. */
export interface Act {
  id: string
  dose: Dose
  kind: 'taken' | 'skipped' | 'snoozed' | 'moved' | 'undone'
  at: number
  /** When the dose was taken, where that was entered later; the instant of the act for every other kind. */
  takenAt: number
  /** The planned instant that the entry says, of a dose that follows from the log; null if it says none. */
  plannedAt: number | null
  /** The end of a snooze. */
  until: number
  /** The time of its date to which a move moves it. */
  to: LocalTime | null
  /** The act that an undo reverses. */
  undoes: string | null
}

/** A dose taken beside the plan, or the undo of one. Instants in ms. */
export interface ExtraAct {
  id: string
  medicationId: MedicationId
  kind: 'taken' | 'undone'
  at: number
  undoes: string | null
}

const known = new Map<string, Dose>()

/** Returns the dose of that wall time: always the same object. */
export function doseOf(medicationId: MedicationId, date: LocalDate, time: LocalTime): Dose {
  const key = `${medicationId} ${date} ${time}`
  const dose = known.get(key) ?? { id: slotIdOf(medicationId, date, time), medicationId, date, time }
  known.set(key, dose)
  return dose
}

/** In the order in which they were entered. */
export const byEntry = (a: Pick<Act, 'at' | 'id'>, b: Pick<Act, 'at' | 'id'>): number =>
  a.at - b.at || (a.id < b.id ? -1 : 1)
