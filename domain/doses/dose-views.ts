import type { MedicationId, SlotId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, DAY, HOUR, type LocalDate } from '../lib/local-time.ts'
import { endOfDay, instantAt, localAt, startOfDay } from '../lib/zone.ts'
import { withStrength } from '../records/dosage-text.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { DoseNotices } from '../records/dose-notices.ts'
import { isActive, type Medication } from '../records/medication.ts'
import type { MedicinePicture } from '../records/medicine-look.ts'
import { doseAmountText } from '../schedule/amounts.ts'
import { isFollowing } from '../schedule/counting.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { byTime, type DoseSlot, planSlots, waitingSlot } from '../schedule/slots.ts'
import { type DoseLog, NOTHING_LOGGED } from '../schedule/version-timetables.ts'
import { answeredAcrossMidnight, answeredDose, loggedMoment } from './answered-dose.ts'
import { byCountedSlot } from './counted-slot.ts'
import { isStoppedBefore, type ShownSlot, withMove } from './moved-slot.ts'
import { byMoment, foldSlot, isMove, type SlotOutcome, settles, standingEvents } from './slot-outcome.ts'
import { type DoseState, isSettled, ringStart, slotState } from './slot-state.ts'

/** A planned dose with what the log says about it. */
export interface SlotView extends MedicinePicture {
  slot: ShownSlot
  /** Name and dosage as logged, or as the medication says if it was not logged. */
  name: string
  dosage: string
  instructions: string
  /** What the medication announces beside the reminder; absent or null: nothing. */
  notices?: DoseNotices | null | undefined
  /** Its medication has limits of its label, which may have something against taking it now. */
  isLimited?: boolean
  outcome: SlotOutcome
  state: DoseState
  /** The instant (ms) its reminder starts: the planned one, or the end of the snooze. */
  ringStart: number
  /** All events that count for the slot (`countedAs`), earliest moment first. */
  events: DoseEvent[]
  /** False if no schedule produces the slot any more; such a dose is still shown and counted (docs/records.md). */
  planned: boolean
}

export interface DoseViews {
  slots: SlotView[]
  /** Doses without a slot (extra or as needed) that have not been undone, earliest first. */
  extras: DoseEvent[]
}

export interface DoseViewsInput {
  medications: readonly Medication[]
  /**
   * Events of the requested dates: by planned date, or by moment without a slot. Also whatever undoes any of those,
   * whenever it was logged (yesterday evening's extra dose may be undone today), and those of `datesBeside`. Other
   * events do no harm.
   */
  events: readonly DoseEvent[]
  /** Needed for the medications in `countFromLog`; the events of the doses that it has are needed among `events`. */
  log?: DoseLog
  /** First and last local date, both inclusive. */
  from: LocalDate
  to: LocalDate
  zone: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Returns the doses of a range of days as the user should see them at `now`. Pure: the same on every device and the
 * server.
 */
export function doseViews(input: DoseViewsInput): DoseViews {
  const { from, to, zone, now, log = NOTHING_LOGGED } = input
  const window = { from: startOfDay(from, zone), to: endOfDay(to, zone) }
  const waitingOf = new Map(
    input.medications.map((one) => [one.id, isActive(one, now, zone) ? waitingSlot(one, zone, log) : null]),
  )
  const bySlot = byCountedSlot(input.events.filter(isNear(input, [...waitingOf.values()])))
  const views: SlotView[] = []
  const known = new Set<SlotId>()
  for (const medication of input.medications) {
    // The first slot after the window decides when the last one inside it is missed. One more day (and a clock change)
    // is enough.
    const slots = planSlots(medication, { from: window.from, to: window.to + DAY + 2 * HOUR }, zone, log)
    const waiting = waitingOf.get(medication.id) ?? null
    if (waiting && isBefore(waiting, input)) slots.unshift(waiting)
    slots.forEach((slot, index) => {
      const waits = slot.date === waiting?.date && slot.time === waiting.time
      // By date, as in queries of the log: a clock change at midnight moves a dose into the next day, where it is not
      // listed a second time.
      if ((slot.date < from && !waits) || slot.date > to) return
      known.add(slot.id)
      const events = bySlot.get(slot.id) ?? []
      const outcome = events.some(isMove) ? foldSlot(events) : null
      const shown = outcome ? withMove(slot, outcome, zone) : slot
      if (outcome && isStoppedBefore(shown, medication, outcome)) return
      // Strictly later: a clock change moves a skipped time onto the slot already planned there. As it is planned: a
      // dose that was missed stays so if the next one is moved, and those of other days are not known here.
      const next = (shown === slot ? slots.slice(index + 1) : slots).find(
        (later) => later !== slot && later.at > shown.at,
      )
      views.push(viewOf({ ...shown, waits }, events, medication, next?.at, now))
    })
  }
  for (const [slotId, events] of bySlot) {
    if (!known.has(slotId)) views.push(...orphanView(slotId, events, input))
  }
  const slots = withoutAnswered(views, bySlot, input).sort((a, b) => byTime(a.slot, b.slot))
  return { slots, extras: extrasOf(input.events, window) }
}

/**
 * Returns whether an event may matter to the asked dates: one of them, of a few beside (a clock change, a correction),
 * or of a dose that waits. Whole logs have thousands of others.
 */
function isNear({ from, to }: DoseViewsInput, waiting: readonly (DoseSlot | null)[]): (event: DoseEvent) => boolean {
  const [first, last] = [addDays(from, -3), addDays(to, 3)]
  const dates = new Set(waiting.map((slot) => slot?.date))
  return ({ slotId, snapshot: { date } }) =>
    slotId !== null && (date === null || (date >= first && date <= last) || dates.has(date))
}

/** A dose that waits until it is logged is shown today too, however long ago it was due. */
function isBefore({ date }: DoseSlot, { from, to, now, zone }: DoseViewsInput): boolean {
  const today = localAt(now, zone).date
  return date < from && from <= today && today <= to
}

/**
 * A dose logged under another plan (an edit synced days late, a dose taken before an edit) is not asked for again: it
 * counts for the dose of its date that the current plan puts nearest to it (docs/reminders.md, R1.5). Nor is one that
 * followed a dose of another medication, when that is logged anew at another time or the plan zone is another one now.
 */
function withoutAnswered(
  views: readonly SlotView[],
  bySlot: ReadonlyMap<SlotId, DoseEvent[]>,
  input: DoseViewsInput,
): SlotView[] {
  const answered = new Set([...views.map((view) => answeredBy(view, input)), ...answeredFromBeside(bySlot, input)])
  return views.filter(({ slot, state }) => !answered.has(slot.id) || isSettled(state))
}

function answeredBy({ slot, planned: isPlanned }: SlotView, input: DoseViewsInput): SlotId | undefined {
  const { medications, zone, log = NOTHING_LOGGED } = input
  const { medicationId, date, time, plannedAt } = slot
  // Most are planned, and of a plan that says no instant.
  if (isPlanned && plannedAt === undefined) return undefined
  const medication = medications.find(({ id }) => id === medicationId)
  // By its planned time, wherever it was moved to.
  const logged = { date, time, at: plannedAt ?? instantAt(date, time, zone), plannedAt }
  const answered = medication && answeredDose(medication, logged, { isPlanned, log, zone })
  return answered && slotIdOf(medicationId, answered.date, answered.time)
}

/** Returns the doses that entries of other dates count for. */
function answeredFromBeside(bySlot: ReadonlyMap<SlotId, DoseEvent[]>, input: DoseViewsInput): SlotId[] {
  const { from, to, zone, log = NOTHING_LOGGED } = input
  const following = new Map(input.medications.filter(isFollowing).map((medication) => [medication.id, medication]))
  if (following.size === 0) return []
  return [...bySlot].flatMap(([slotId, events]) => {
    // Of a dose with two names, the entries of the other one may be of another date.
    const { medicationId, snapshot } = events.find((event) => event.slotId === slotId) as DoseEvent
    const medication = following.get(medicationId)
    if (!medication || snapshot.date === null || (snapshot.date >= from && snapshot.date <= to)) return []
    const answered = answeredAcrossMidnight(medication, events, log, zone)
    return answered ? [slotIdOf(medicationId, answered.date, answered.time)] : []
  })
}

/**
 * Returns what was typed as the dosage, and where nothing was, what plan and label say of this dose: `1½ tablets
 * of 500 mg` (additions, 1.2).
 */
export const dosageOf = (
  { dosage, strength }: Pick<Medication, 'dosage' | 'strength'>,
  { plannedAmount: planned }: Pick<DoseSlot, 'plannedAmount'>,
): string =>
  dosage || (planned ? withStrength(doseAmountText(planned.amount, planned.unit), planned.unit, strength) : '')

function viewOf(
  { waits, ...slot }: ShownSlot & { waits?: boolean },
  events: DoseEvent[],
  medication: Pick<
    Medication,
    'name' | 'dosage' | 'instructions' | 'notices' | 'limits' | 'strength' | 'look' | 'photo'
  >,
  nextAt: number | undefined,
  now: number,
): SlotView {
  const outcome = foldSlot(events)
  const logged = settles(outcome) ? outcome.event.snapshot : null
  return {
    // So that a correction of the entry says the same instant.
    slot: logged?.plannedAt === undefined ? slot : { ...slot, plannedAt: msOf(logged.plannedAt) },
    name: logged?.name ?? medication.name,
    dosage: logged?.dosage ?? dosageOf(medication, slot),
    instructions: medication.instructions,
    ...(medication.notices && { notices: medication.notices }),
    ...(medication.limits && { isLimited: true }),
    ...(medication.look && { look: medication.look }),
    ...(medication.photo && { photo: medication.photo }),
    outcome,
    state: slotState({ at: slot.at, waits }, outcome, nextAt, now),
    ringStart: ringStart(slot, outcome),
    events: [...events].sort(byMoment),
    planned: true,
  }
}

/**
 * Returns the view of a slot that only the log knows. One without a taken or skipped entry (a snooze of a slot that was
 * moved, an undone dose) is gone.
 */
function orphanView(slotId: SlotId, events: DoseEvent[], input: DoseViewsInput): SlotView[] {
  // Before anything is folded: of a plan that counts from its log, all of it is here.
  if (!events.some(({ snapshot: { date } }) => date !== null && date >= input.from && date <= input.to)) return []
  const outcome = foldSlot(events)
  if (!settles(outcome)) return []
  const moment = loggedMoment(outcome.event.snapshot, input.zone)
  if (moment === null || moment.date < input.from || moment.date > input.to) return []
  const medicationId: MedicationId = outcome.event.medicationId
  const { amount, unit } = outcome.event.snapshot
  const plannedAmount = amount === undefined || unit === undefined ? {} : { plannedAmount: { amount, unit } }
  const slot = withMove({ id: slotId, medicationId, ...moment, ...plannedAmount }, outcome, input.zone)
  const medication = input.medications.find((candidate) => candidate.id === medicationId)
  const { instructions = '', look, photo } = medication ?? {}
  const texts = { ...outcome.event.snapshot, instructions, look, photo }
  return [{ ...viewOf(slot, events, texts, undefined, input.now), planned: false }]
}

function extrasOf(events: readonly DoseEvent[], window: { from: number; to: number }): DoseEvent[] {
  const loose = events.filter((event) => event.slotId === null)
  return standingEvents(loose)
    .filter((event) => msOf(event.at) >= window.from && msOf(event.at) < window.to)
    .sort(byMoment)
}

/** Returns the local date under which an event is listed: its slot's, or that of its moment. */
export const dateOfEvent = (event: DoseEvent, zone: string): LocalDate =>
  event.snapshot.date ?? localAt(msOf(event.at), zone).date
