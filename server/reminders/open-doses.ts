import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import type { SlotOutcome } from '#domain/doses/slot-outcome.ts'
import { isOpen, isSettled, ringStart } from '#domain/doses/slot-state.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { DOSES_FOLLOW_WITHIN, MAIL_AFTER, TOLD_WITHIN } from '../occurrences/plan-since.ts'

/** What happens to the mail about one dose. */
export type MailVerdict =
  | { kind: 'due'; dose: SlotView }
  /** Not yet: decide again at that instant (ms). */
  | { kind: 'later'; at: number }
  /** Too late by now. */
  | { kind: 'expired' }
  /** Logged, missed because the next dose is due, stopped, or no longer planned or important. */
  | { kind: 'unneeded' }

interface AskedDose {
  slotId: SlotId
  date: LocalDate
  /** Undefined if it was deleted. */
  medication: Medication | undefined
  /** The events of this date and `datesBeside` and medication, all of those in `countFromLog`; others do no harm. */
  events: readonly DoseEvent[]
  /** The plan zone. */
  zone: string
}

/** What its row says of a mail. */
interface Asked {
  /** When it was to be decided. */
  lookAt: Date | null
  /** How often it could not be sent. */
  attempts: number
}

/**
 * Decides whether to mail about a dose at `now` (ms), `after` (ms) its planned instant, using the same states as every screen. A user who snoozed the
 * dose past the 30 minutes has responded and is left alone; from then on the end of the snooze takes the place of the
 * planned instant.
 */
export function mailVerdict(
  { slotId, date, medication, events, zone }: AskedDose,
  { lookAt, attempts }: Asked,
  now: number,
  after: number = MAIL_AFTER,
): MailVerdict {
  if (!medication?.important || medication.stoppedAt !== null) return { kind: 'unneeded' }
  const own = events.filter(({ medicationId }) => medicationId === medication.id)
  const log = doseLogOf({ medications: [medication], events })
  const { slots } = doseViews({ medications: [medication], events: own, log, from: date, to: date, zone, now })
  const view = slots.find(({ slot }) => slot.id === slotId)
  if (!view) return { kind: 'unneeded' }
  // Looked at when the planned time has passed, however early the dose was moved to (decision 077).
  const planned = instantAt(view.slot.date, view.slot.time, zone)
  const at = mailDueAt(Math.max(view.slot.at, planned), view.outcome, after)
  if (view.state === 'upcoming') return { kind: 'later', at }
  if (!isOpen(view.state)) return { kind: 'unneeded' }
  if (now < at) return { kind: 'later', at }
  // One that waited for the doses of a device is not too late because of that.
  const waited = attempts === 0 && lookAt !== null && lookAt.getTime() > at ? DOSES_FOLLOW_WITHIN : 0
  return now < at + TOLD_WITHIN + waited ? { kind: 'due', dose: view } : { kind: 'expired' }
}

/** Returns whether a dose that was told about is logged, or not open any more for another reason. */
export function isSettledDose({ slotId, date, medication, events, zone }: AskedDose, now: number): boolean {
  if (!medication || medication.stoppedAt !== null) return true
  const own = events.filter(({ medicationId }) => medicationId === medication.id)
  const log = doseLogOf({ medications: [medication], events })
  const { slots } = doseViews({ medications: [medication], events: own, log, from: date, to: date, zone, now })
  const view = slots.find(({ slot }) => slot.id === slotId)
  return !view || isSettled(view.state)
}

/** Returns when the mail about a dose planned for this instant is due (both ms). */
function mailDueAt(at: number, outcome: SlotOutcome, after: number): number {
  const start = ringStart({ at }, outcome)
  return (start >= at + after ? start : at) + after
}
