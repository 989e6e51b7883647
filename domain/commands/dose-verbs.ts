import type { SlotView } from '../doses/dose-views.ts'
import { isLogInstant } from '../doses/recordable.ts'
import { isMove, settlingEvents, standingEvents } from '../doses/slot-outcome.ts'
import { type Amount, numberOf } from '../lib/amount.ts'
import { type DeviceId, type DoseEventId, type IdSource, newId } from '../lib/ids.ts'
import { type Instant, msOf, toInstant } from '../lib/instant.ts'
import { type LocalTime, MINUTE } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import type { DoseCommand } from './command.ts'

/** Who is logging, and when. */
export interface DoseAuthor {
  device: { id: DeviceId; name: string }
  source: IdSource
}

export interface DoseDetails {
  /** When it was taken or skipped; defaults to the current instant. */
  at?: Instant
  /** How much was taken; defaults to the planned amount. In the planned unit, if there is one. */
  amount?: Amount | null
  unit?: string | null
  note?: string | null
}

/** One moment for all doses logged together, or for each the one it was planned for. */
export type DoseMoment = DoseDetails | 'as planned'

/** What is needed to log a slot; the worker has it from local data too. */
export type LoggableSlot = Pick<SlotView, 'slot' | 'name' | 'dosage'>

/** What is needed to log a dose without a slot. */
export type ExtraMedication = Pick<Medication, 'id' | 'name' | 'dosage'> & Partial<Pick<Medication, 'amounts'>>

/** What a dose should have been logged as. */
export interface Correction {
  kind: 'taken' | 'skipped'
  details: DoseDetails
}

/**
 * Everything a user can do about doses: seven verbs, declared only here. A page and a notification's buttons use one of
 * them, `doseCommands` turns it into the events that outbox, log and server hold, and `saidOf` into the sentence the
 * user reads.
 */
export type DoseAct =
  | { verb: 'take'; doses: readonly SlotView[]; moment?: DoseMoment | undefined }
  | { verb: 'skip'; doses: readonly SlotView[]; details?: DoseDetails }
  /** 0 minutes or less means no snooze: the reminders are called back. */
  | { verb: 'snooze'; doses: readonly SlotView[]; minutes: number }
  /** Asks for a dose at another time of its date. `until` is the instant of that time in the plan zone. */
  | { verb: 'move'; doses: readonly SlotView[]; to: LocalTime; until: Instant }
  /** A dose without a slot: extra, or of a medication taken only when needed. */
  | { verb: 'take extra'; medication: ExtraMedication; details?: DoseDetails }
  /** Logs a settled dose differently. */
  | { verb: 'correct'; dose: SlotView; to: Correction }
  | { verb: 'undo'; events: readonly DoseEvent[] }

/**
 * Returns the events of an act. They are a single write, so that no device ever sees a corrected dose open in between.
 */
export function doseCommands(author: DoseAuthor, act: DoseAct): DoseCommand[] {
  switch (act.verb) {
    case 'take':
      return act.doses.map((dose) => takeSlot(author, dose, act.moment))
    case 'skip':
      return act.doses.map((dose) => skipSlot(author, dose, act.details))
    case 'snooze':
      return act.doses.flatMap((dose) => snoozeAnew(author, dose, act.minutes))
    case 'move':
      return act.doses.map((dose) => moveSlot(author, dose, act))
    case 'take extra':
      return [takeExtra(author, act.medication, act.details)]
    case 'correct':
      return correct(author, act.dose, act.to)
    case 'undo':
      return act.events.map((event) => undoEvent(author, event))
  }
}

/** What every new event has. */
export function blank({ device, source }: DoseAuthor, details: DoseDetails) {
  const now = toInstant(source.now())
  return {
    id: newId<DoseEventId>(source),
    at: details.at ?? now,
    loggedAt: now,
    until: null,
    undoes: null,
    deviceId: device.id,
    deviceName: device.name,
    amount: null,
    unit: null,
    note: details.note ?? null,
  }
}

const ofSlot = ({ slot, name, dosage }: LoggableSlot) => {
  const { medicationId, id: slotId, date, time, plannedAmount, plannedAt } = slot
  // A dose may wait since before the log's first year.
  const at = plannedAt === undefined || !isLogInstant(plannedAt) ? {} : { plannedAt: toInstant(plannedAt) }
  return { medicationId, slotId, snapshot: { name, dosage, date, time, ...plannedAmount, ...at } }
}

/** The largest number and the longest unit that older clients read. */
const LARGEST_NUMBER = 10_000
const LONGEST_UNIT = 20

/** Returns what an event says of the amount: rounded for older clients, exactly where it was not the planned one. */
function taken({ amount = null, unit = null }: DoseDetails, { snapshot }: Pick<DoseEvent, 'snapshot'>) {
  if (amount === null) return { kind: 'taken' as const }
  const number = numberOf(amount)
  return {
    kind: 'taken' as const,
    ...(number <= LARGEST_NUMBER && { amount: number, unit: unit && unit.length <= LONGEST_UNIT ? unit : null }),
    ...(amount !== snapshot.amount && { takenAmount: amount }),
  }
}

/** Returns the command of an event. */
export const record = (args: DoseEvent): DoseCommand => ({ name: 'dose.record', args })

export const takeSlot = (author: DoseAuthor, view: LoggableSlot, moment: DoseMoment = {}): DoseCommand => {
  const details = moment === 'as planned' ? { at: toInstant(view.slot.at) } : moment
  const dose = ofSlot(view)
  return record({ ...blank(author, details), ...dose, ...taken(details, dose) })
}

export const skipSlot = (author: DoseAuthor, view: LoggableSlot, details: DoseDetails = {}): DoseCommand =>
  record({ ...blank(author, details), ...ofSlot(view), kind: 'skipped' })

/** Snoozes the slot for this many minutes from now. */
export const snoozeSlot = (author: DoseAuthor, view: LoggableSlot, minutes: number): DoseCommand => {
  const made = blank(author, {})
  const until = toInstant(msOf(made.loggedAt) + minutes * MINUTE)
  return record({ ...made, ...ofSlot(view), kind: 'snoozed', until })
}

/** Moves the slot to another time of its date. It replaces earlier moves, because the one entered last counts. */
export const moveSlot = (
  author: DoseAuthor,
  view: LoggableSlot,
  { to, until }: { to: LocalTime; until: Instant },
): DoseCommand => record({ ...blank(author, {}), ...ofSlot(view), kind: 'snoozed', until, movedTo: to })

/** Replaces every snooze in effect, because of several snoozes the later end counts. */
const snoozeAnew = (author: DoseAuthor, dose: SlotView, minutes: number): DoseCommand[] => [
  ...standingEvents(dose.events)
    .filter((event) => event.kind === 'snoozed' && !isMove(event))
    .map((event) => undoEvent(author, event)),
  snoozeSlot(author, dose, minutes),
]

/**
 * Undoes every event that settles the slot, then logs the dose as it should be. Undoing all of them restores the
 * earlier state.
 */
const correct = (author: DoseAuthor, dose: SlotView, { kind, details }: Correction): DoseCommand[] => [
  ...settlingEvents(dose.events).map((event) => undoEvent(author, event)),
  kind === 'taken' ? takeSlot(author, dose, details) : skipSlot(author, dose, details),
]

/** Logs a dose without a slot: extra, or of a medication taken only when needed. */
export const takeExtra = (
  author: DoseAuthor,
  { id, name, dosage, amounts }: ExtraMedication,
  details: DoseDetails = {},
): DoseCommand => {
  const planned = amounts && { amount: amounts.each, unit: amounts.unit }
  const snapshot = { name, dosage, date: null, time: null, ...planned }
  return record({
    ...blank(author, details),
    medicationId: id,
    slotId: null,
    snapshot,
    ...taken(details, { snapshot }),
  })
}

/** Takes an event back. Nothing is erased: the undo is a separate entry. */
export const undoEvent = (author: DoseAuthor, event: DoseEvent): DoseCommand =>
  record({
    ...blank(author, {}),
    medicationId: event.medicationId,
    slotId: event.slotId,
    snapshot: event.snapshot,
    kind: 'undone',
    undoes: event.id,
  })
