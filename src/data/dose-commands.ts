import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { DoseCommand } from '#domain/commands/command.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { standingEvents } from '#domain/doses/slot-outcome.ts'
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

/** One moment for all doses that are logged together, or for each the one it was planned for. */
export type DoseMoment = DoseDetails | 'as planned'

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

const record = (args: DoseEvent): DoseCommand => ({ name: 'dose.record', args })

export const takeSlot = (author: DoseAuthor, view: LoggableSlot, moment: DoseMoment = {}): DoseCommand => {
  const details = moment === 'as planned' ? { at: toInstant(view.slot.at) } : moment
  return record({ ...blank(author, details), ...ofSlot(view), kind: 'taken' })
}

export const skipSlot = (author: DoseAuthor, view: LoggableSlot, details: DoseDetails = {}): DoseCommand =>
  record({ ...blank(author, details), ...ofSlot(view), kind: 'skipped' })

/** Rests the slot for that many minutes from now. */
export const snoozeSlot = (author: DoseAuthor, view: LoggableSlot, minutes: number): DoseCommand => {
  const made = blank(author, {})
  const until = toInstant(msOf(made.loggedAt) + minutes * MINUTE)
  return record({ ...made, ...ofSlot(view), kind: 'snoozed', until })
}

/**
 * Rests slots for that many minutes from now, in place of every snooze that stands: of several the later end counts. None
 * (0 or less) calls the reminder back at once.
 */
export const snoozeSlots = (author: DoseAuthor, views: readonly SlotView[], minutes: number): DoseCommand[] =>
  views.flatMap((view) => [
    ...standingEvents(view.events)
      .filter(({ kind }) => kind === 'snoozed')
      .map((event) => undoEvent(author, event)),
    snoozeSlot(author, view, minutes),
  ])

/** A dose without a slot: extra, or of a medication taken only when needed. */
export const takeExtra = (
  author: DoseAuthor,
  medication: Pick<Medication, 'id' | 'name' | 'dosage'>,
  details: DoseDetails = {},
): DoseCommand =>
  record({
    ...blank(author, details),
    medicationId: medication.id,
    slotId: null,
    snapshot: { name: medication.name, dosage: medication.dosage, date: null, time: null },
    kind: 'taken',
  })

/** Says once more what an event says, as an entry of whoever says it now. */
export const logAgain = (author: DoseAuthor, event: DoseEvent): DoseCommand =>
  record({
    ...blank(author, event),
    medicationId: event.medicationId,
    slotId: event.slotId,
    snapshot: event.snapshot,
    kind: event.kind,
  })

/**
 * The dose of an event as one beside the plan. It depends on nothing but that event, its id neither: devices that move the
 * same dose make the same event, which counts once.
 */
export const besidePlan = (event: DoseEvent): DoseCommand =>
  record({
    id: newId({
      now: () => msOf(event.at),
      randomBytes: (length) => sha256(utf8ToBytes(`beside ${event.id}`)).subarray(0, length),
    }),
    medicationId: event.medicationId,
    slotId: null,
    kind: event.kind,
    at: event.at,
    loggedAt: event.loggedAt,
    until: null,
    undoes: null,
    deviceId: event.deviceId,
    deviceName: event.deviceName,
    amount: event.amount,
    unit: event.unit,
    note: event.note,
    snapshot: { ...event.snapshot, date: null, time: null },
  })

/** Takes an event back. Nothing is erased: the undo is a line of its own. */
export const undoEvent = (author: DoseAuthor, event: DoseEvent): DoseCommand =>
  record({
    ...blank(author, {}),
    medicationId: event.medicationId,
    slotId: event.slotId,
    snapshot: event.snapshot,
    kind: 'undone',
    undoes: event.id,
  })
