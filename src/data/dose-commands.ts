import type { Command } from '#domain/commands/command.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { type DoseEventId, type IdSource, newId } from '#domain/lib/ids.ts'
import { type Instant, msOf, toInstant } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Device } from './device-store.ts'

/** Who writes, and when. */
export interface DoseAuthor {
  device: Device
  source: IdSource
}

export interface DoseDetails {
  /** When it was taken or skipped; the current instant when absent. */
  at?: Instant
  amount?: number | null
  unit?: string | null
  note?: string | null
}

type Record = Command & { name: 'dose.record' }

/** What a slot needs to say about itself to be logged; the worker has it from local data too. */
export type LoggableSlot = Pick<SlotView, 'slot' | 'name' | 'dosage'>

function blank({ device, source }: DoseAuthor, details: DoseDetails) {
  const now = toInstant(source.now())
  return {
    id: newId<DoseEventId>(source),
    at: details.at ?? now,
    loggedAt: now,
    until: null,
    undoes: null,
    deviceId: device.id,
    deviceName: device.name,
    amount: details.amount ?? null,
    unit: details.unit ?? null,
    note: details.note ?? null,
  }
}

const ofSlot = ({ slot, name, dosage }: LoggableSlot) => ({
  medicationId: slot.medicationId,
  slotId: slot.id,
  snapshot: { name, dosage, date: slot.date, time: slot.time },
})

const record = (args: DoseEvent): Record => ({ name: 'dose.record', args })

export const takeSlot = (author: DoseAuthor, view: LoggableSlot, details: DoseDetails = {}): Record =>
  record({ ...blank(author, details), ...ofSlot(view), kind: 'taken' })

export const skipSlot = (author: DoseAuthor, view: LoggableSlot, details: DoseDetails = {}): Record =>
  record({ ...blank(author, details), ...ofSlot(view), kind: 'skipped' })

/** Rests the slot for that many minutes from now. */
export const snoozeSlot = (author: DoseAuthor, view: LoggableSlot, minutes: number): Record => {
  const made = blank(author, {})
  const until = toInstant(msOf(made.loggedAt) + minutes * MINUTE)
  return record({ ...made, ...ofSlot(view), kind: 'snoozed', until })
}

/** A dose without a slot: extra, or of a medication taken only when needed. */
export const takeExtra = (
  author: DoseAuthor,
  medication: Pick<Medication, 'id' | 'name' | 'dosage'>,
  details: DoseDetails = {},
): Record =>
  record({
    ...blank(author, details),
    medicationId: medication.id,
    slotId: null,
    snapshot: { name: medication.name, dosage: medication.dosage, date: null, time: null },
    kind: 'taken',
  })

/** Takes an event back. Nothing is erased: the undo is a line of its own. */
export const undoEvent = (author: DoseAuthor, event: DoseEvent): Record =>
  record({
    ...blank(author, {}),
    medicationId: event.medicationId,
    slotId: event.slotId,
    snapshot: event.snapshot,
    kind: 'undone',
    undoes: event.id,
  })
