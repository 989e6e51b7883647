import { answeredAcrossMidnight, answeredDose } from '../doses/answered-dose.ts'
import { inCountedSlots } from '../doses/counted-slot.ts'
import type { DoseViewsInput } from '../doses/dose-views.ts'
import { isStoppedBefore, withMove } from '../doses/moved-slot.ts'
import { foldSlot, type SlotOutcome, settles } from '../doses/slot-outcome.ts'
import { type DoseState, isSettled, slotState } from '../doses/slot-state.ts'
import type { MedicationId } from '../lib/ids.ts'
import { type Instant, msOf } from '../lib/instant.ts'
import { addDays, DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from '../lib/local-time.ts'
import { atOnce, type Steps } from '../lib/steps.ts'
import { endOfDay, startOfDay } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { isActive, type Medication } from '../records/medication.ts'
import { isFollowing } from '../schedule/counting.ts'
import { waitingSlot } from '../schedule/slots.ts'
import type { Timetable } from '../schedule/timetable.ts'
import { type DoseLog, endOfVersion, NOTHING_LOGGED } from '../schedule/version-timetables.ts'
import { type WallDay, wallDays } from './wall-days.ts'

/** A planned dose whose time has come, or that was logged early. */
export interface PastDose {
  medicationId: MedicationId
  date: LocalDate
  time: LocalTime
  state: Exclude<DoseState, 'upcoming'>
  /** The planned instant, in ms. */
  at: number
  /** When it was taken; null if it was not. `lateOf` returns how late that was. */
  takenAt: Instant | null
}

/**
 * Returns the minutes from the planned time until it was taken, negative if it was taken earlier; null if it was not
 * taken.
 */
export const lateOf = ({ at, takenAt }: Pick<PastDose, 'at' | 'takenAt'>): number | null =>
  takenAt === null ? null : Math.round((msOf(takenAt) - at) / MINUTE)

/**
 * Returns the planned doses of these dates with their states, those of one medication in order of time. The result
 * matches `doseViews` for the same input, without the views (a property test compares the two). It hashes no slot ids:
 * within a medication, date and time identify a slot, and each event has both. Upcoming doses are left out, and so are
 * events of a medication not among `medications`, whose history was deleted with it.
 */
export const pastDoses = (input: DoseViewsInput): PastDose[] => atOnce(pastDoseSteps(input))

/** `pastDoses`, one medication a step. */
export function* pastDoseSteps(input: DoseViewsInput): Steps<PastDose[]> {
  const { from, to, zone } = input
  // Two days before and three after: for what a clock change or a correction moves across midnight, and for the dose
  // that decides when the last one is missed.
  const days = wallDays(addDays(from, -2), addDays(to, 3), zone)
  const year: Year = {
    ...input,
    log: input.log ?? NOTHING_LOGGED,
    days,
    index: new Map(days.map(({ date }, index) => [date, index])),
    window: { from: startOfDay(from, zone), to: endOfDay(to, zone) + DAY + 2 * HOUR },
  }
  yield
  const logs = logsOf(inCountedSlots(input.events), year)
  yield
  const doses: PastDose[] = []
  for (const medication of input.medications) {
    doses.push(...dosesOf(medication, logs.get(medication.id), year))
    yield
  }
  return doses
}

interface Year extends DoseViewsInput {
  log: DoseLog
  days: WallDay[]
  index: ReadonlyMap<LocalDate, number>
  window: { from: number; to: number }
}

/** Returns date and time as one number, which a map finds faster than a text. */
const keyOf = (day: number, minutes: number): number => day * 1440 + minutes

/** The events of each slot. A single event, by far the most common case, needs no list. */
type Log = Map<number, DoseEvent | DoseEvent[]>

function logsOf(events: readonly DoseEvent[], { index }: Year): Map<MedicationId, Log> {
  const logs = new Map<MedicationId, Log>()
  for (const event of events) {
    const { date, time } = event.snapshot
    if (event.slotId === null || date === null || time === null) continue
    const day = index.get(date)
    if (day === undefined) continue
    let log = logs.get(event.medicationId)
    if (!log) {
      log = new Map()
      logs.set(event.medicationId, log)
    }
    const key = keyOf(day, minutesIn(time))
    const known = log.get(key)
    if (known === undefined) log.set(key, event)
    else if (Array.isArray(known)) known.push(event)
    else log.set(key, [known, event])
  }
  return logs
}

/** Like `minutesOfDay`, but straight from the digits: it is called once for every dose of a year. */
const minutesIn = (time: LocalTime): number =>
  60 * twoDigits(time.charCodeAt(0), time.charCodeAt(1)) + twoDigits(time.charCodeAt(3), time.charCodeAt(4))

const ZERO = 48
const twoDigits = (tens: number, ones: number): number => 10 * (tens - ZERO) + (ones - ZERO)

interface Slot {
  key: number
  date: LocalDate
  time: LocalTime
  at: number
}

function dosesOf(medication: Medication, log: Log = new Map(), year: Year): PastDose[] {
  const slots = slotsOf(medication, year)
  const waiting = isActive(medication, year.now, year.zone) ? waitingSlot(medication, year.zone, year.log) : null
  const doses: PastDose[] = []
  let nextAt: number | undefined
  let logged = 0
  for (let index = slots.length - 1; index >= 0; index -= 1) {
    const slot = slots[index] as Slot
    const following = slots[index + 1]
    // Strictly later: a clock change moves a skipped time onto the slot already planned there.
    if (following && following.at > slot.at) nextAt = following.at
    const events = log.get(slot.key)
    if (events) logged += 1
    if (slot.date < year.from || slot.date > year.to || (!events && slot.at > year.now)) continue
    const outcome = events ? outcomeOf(events) : OPEN
    const waits = slot.date === waiting?.date && slot.time === waiting.time
    const shown: Slot & { movedTo?: LocalTime } = withMove(slot, outcome, year.zone)
    if (isStoppedBefore(shown, medication, outcome)) continue
    const { at } = shown
    const after = at === slot.at ? nextAt : slots.find((later) => later !== slot && later.at > at)?.at
    const state = slotState({ at, waits }, outcome, after, year.now)
    if (state !== 'upcoming') doses.push(doseOf(medication.id, slot, state, outcome))
  }
  doses.reverse()
  if (logged === log.size && !isFollowing(medication)) return doses
  return withStrays(doses, { log, planned: new Set(slots.map(({ key }) => key)) }, medication, year)
}

const OPEN: SlotOutcome = { kind: 'open' }

/** A single event that settles its slot needs no folding. */
function outcomeOf(events: DoseEvent | DoseEvent[]): SlotOutcome {
  if (Array.isArray(events)) return foldSlot(events)
  if (events.kind === 'taken') return { kind: 'taken', event: events, events: [events] }
  return events.kind === 'skipped' ? { kind: 'skipped', event: events } : foldSlot([events])
}

const doseOf = (
  medicationId: MedicationId,
  { date, time, at }: Slot,
  state: PastDose['state'],
  outcome: SlotOutcome,
): PastDose => ({
  medicationId,
  date,
  time,
  state,
  at,
  takenAt: outcome.kind === 'taken' ? outcome.event.at : null,
})

/** Returns the planned slots in and around the window by time, like `planSlots`. */
function slotsOf(medication: Medication, { days, window, zone, log }: Year): Slot[] {
  const { versions, stoppedAt } = medication
  const { ofVersions } = log.timetablesOf(medication, zone)
  const stop = stoppedAt === null ? Number.POSITIVE_INFINITY : msOf(stoppedAt)
  const slots: Slot[] = []
  versions.forEach((version, index) => {
    const from = Math.max(window.from, msOf(version.effectiveFrom))
    const to = Math.min(window.to, stop, endOfVersion(medication, index))
    if (from >= to) return
    const doses = ofVersions[index] as Timetable
    days.forEach(({ date, at: instantOf }, day) => {
      for (const { time, at: elapsed } of doses(date)) {
        const minutes = minutesIn(time)
        const at = elapsed ?? instantOf(minutes)
        if (at >= from && at < to) slots.push({ key: keyOf(day, minutes), date, time, at })
      }
    })
  })
  slots.sort((a, b) => a.at - b.at)
  // If the clock was set back, two versions may both be in force. A slot of both counts once.
  return versions.length > 1 ? [...new Map(slots.map((slot) => [slot.key, slot])).values()] : slots
}

/** Adds doses logged for a time that no plan has any more; each counts for the nearest dose of its date (R1.5). */
function withStrays(
  doses: PastDose[],
  { log, planned }: { log: Log; planned: ReadonlySet<number> },
  medication: Medication,
  year: Year,
): PastDose[] {
  const answered = new Set<string>()
  const strays: PastDose[] = []
  for (const [key, events] of log) {
    if (planned.has(key) && !isFollowing(medication)) continue
    const outcome = outcomeOf(events)
    const day = year.days[Math.floor(key / 1440)]
    const { time } = [events].flat()[0]?.snapshot ?? {}
    if (!day || !time || !settles(outcome)) continue
    if (day.date < year.from || day.date > year.to) {
      const dose = isFollowing(medication) && answeredAcrossMidnight(medication, [events].flat(), year.log, year.zone)
      if (dose) answered.add(`${dose.date} ${dose.time}`)
      continue
    }
    const plannedAt = outcome.event.snapshot.plannedAt && msOf(outcome.event.snapshot.plannedAt)
    const slot = { key, date: day.date, time, at: plannedAt ?? day.at(minutesIn(time)), plannedAt }
    const isPlanned = planned.has(key)
    if (!isPlanned) strays.push(doseOf(medication.id, slot, outcome.kind, outcome))
    const dose = answeredDose(medication, slot, { isPlanned, log: year.log, zone: year.zone })
    if (dose) answered.add(`${dose.date} ${dose.time}`)
  }
  const open = doses.filter(({ date, time, state }) => isSettled(state) || !answered.has(`${date} ${time}`))
  return [...open, ...strays]
}
