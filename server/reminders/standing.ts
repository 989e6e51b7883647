import { dosageOf, doseViews } from '#domain/doses/dose-views.ts'
import { shownTime, withMove } from '#domain/doses/moved-slot.ts'
import { foldSlot, type SlotOutcome, settles } from '#domain/doses/slot-outcome.ts'
import { missedAt, ringStart } from '#domain/doses/slot-state.ts'
import { DAY, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DoseNotices } from '#domain/records/dose-notices.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER, STAGES, type Stage } from '#domain/reminders/alerts.ts'
import { eventsFor, isFollowing } from '#domain/schedule/counting.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { type DoseSlot, plannedDose, planSlots, waitingSlot } from '#domain/schedule/slots.ts'
import { type DoseLog, NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'
import type { Subject } from './content.ts'
import type { OccurrenceRow, PersonView } from './person-view.ts'

/** An occurrence, with what the log and the plan currently say about its slot. */
export interface Standing {
  occurrence: OccurrenceRow
  subject: Subject
  outcome: SlotOutcome
  /**
   * The instant (ms) that its stages are counted from; null if there is nothing left to remind of: settled, not
   * planned, stopped or deleted.
   */
  start: number | null
  /** The instant at which it is asked for: planned, or moved to (ms). */
  at: number
  /** The planned instant (ms). */
  atPlan: number
  /** What is announced beside the reminder. */
  notices: DoseNotices | null
  /** When it is missed (ms), because the next dose of the medication comes; only told apart if there are follow-ups. */
  endsAt: number
}

export function standingOf(occurrence: OccurrenceRow, view: PersonView): Standing {
  const { medications, events, zone } = view
  const { medicationId, slotId } = occurrence
  const [date, time] = [occurrence.date as LocalDate, occurrence.time as LocalTime]
  const medication = medications.get(medicationId)
  const outcome = foldSlot(events.get(slotId) ?? [])
  const logged = view.logged.get(medicationId) ?? []
  const log = medication
    ? doseLogOf({ medications: [medication], events: eventsFor(medication, view.logged) })
    : NOTHING_LOGGED
  const planned = medication ? plannedDose(medication, { date, time }, zone, log) : null
  const atPlan = planned?.at ?? instantAt(date, time, zone)
  const shown = withMove({ date, time, at: atPlan }, outcome, zone)
  const { at } = shown
  const settling = settles(outcome) ? outcome.event.snapshot : null
  const subject = {
    slotId,
    name: settling?.name ?? medication?.name ?? '',
    dosage: settling?.dosage ?? (medication ? dosageOf(medication, planned ?? {}) : ''),
    date,
    time: shownTime(shown),
  }
  const occurrences =
    !settling &&
    medication !== undefined &&
    medication.stoppedAt === null &&
    planned !== null &&
    !isAnswered(occurrence, medication, { logged, log, zone })
  return {
    occurrence: { ...occurrence, slotAt: new Date(at) },
    subject,
    outcome,
    start: occurrences ? ringStart({ at }, outcome) : null,
    at,
    atPlan,
    notices: medication?.notices ?? null,
    endsAt:
      medication && planned && occurrences
        ? endOf(medication, { id: slotId, at }, zone, log)
        : Number.POSITIVE_INFINITY,
  }
}

/** Returns when a dose is missed, as on every device (`missedAt`). */
function endOf(medication: Medication, slot: Pick<DoseSlot, 'id' | 'at'>, zone: string, log: DoseLog): number {
  const last = medication.notices?.followUps.at(-1)
  if (last === undefined || waitingSlot(medication, zone, log)?.id === slot.id) return Number.POSITIVE_INFINITY
  // Moved to an earlier time, its own planned one is still to come.
  const next = planSlots(medication, { from: slot.at + 1, to: slot.at + DAY }, zone, log).find(
    ({ id }) => id !== slot.id,
  )
  return missedAt(slot, next?.at)
}

/**
 * Returns whether another dose that was logged counts for this slot (R1.5). Only checked if that day, or with a
 * medication that follows another any day that was read, has other entries.
 */
function isAnswered(
  { slotId, date }: OccurrenceRow,
  medication: Medication,
  { logged, log, zone }: { logged: readonly DoseEvent[]; log: DoseLog; zone: string },
): boolean {
  const isNear = ({ snapshot }: DoseEvent) => snapshot.date === date || isFollowing(medication)
  const ofDay = logged.filter((event) => event.slotId !== null && isNear(event))
  if (ofDay.every((event) => event.slotId === slotId)) return false
  const [from, to] = [date as LocalDate, date as LocalDate]
  const { slots } = doseViews({ medications: [medication], events: logged, log, from, to, zone, now: 0 })
  return !slots.some(({ slot }) => slot.id === slotId)
}

export const isSettled = ({ outcome }: Standing): boolean => settles(outcome)

/**
 * Returns whether there was a device to announce it to when it started, or it was announced before. Nothing is sent
 * about slots from before the first subscription (R2.2).
 */
export const isReached = ({ start, occurrence }: Standing, { subscriptions }: PersonView): boolean =>
  start !== null &&
  (occurrence.sentStart !== null || subscriptions.some(({ createdAt }) => createdAt.getTime() <= start))

/** Returns whether a stage of it may be sent now. */
export const isDue = (standing: Standing, view: PersonView, now: number): boolean =>
  standing.start !== null && now >= standing.start && now < standing.start + DROPPED_AFTER && isReached(standing, view)

export const stageAt = (start: number, now: number): Stage =>
  STAGES.findLast((stage) => now >= start + stage * MINUTE) ?? 0

export const stageInstant = (start: number, stage: number): number => start + stage * MINUTE
