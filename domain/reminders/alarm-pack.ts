import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { foldSlot, isMove } from '../doses/slot-outcome.ts'
import type { SlotId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { DAY, type LocalTime, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { PAGES } from '../protocol/pages.ts'
import { type Appointment, REMIND_BEFORE, type RemindBefore } from '../records/appointment.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { isFromLog } from '../schedule/counting.ts'
import { type DoseSlot, planSlots, type TimeWindow } from '../schedule/slots.ts'
import { type AppointmentReminder, appointmentReminders } from './appointment-reminders.ts'
import { noticePath } from './grouping.ts'
import type { Alarm } from './icalendar.ts'

/** How many days ahead a pack of calendar alarms reaches. */
export const PACK_DAYS = 30

/** What a device remembers about its latest pack; it says nothing about the user. */
export interface PackMark {
  /** Instants (ms): when it was made, and where it ends. */
  from: number
  to: number
  /** A fingerprint for each quarter of an hour that differs if the alarms from there on do. */
  prints: readonly string[]
}

type Planned = Pick<Medication, 'id' | 'versions' | 'stoppedAt' | 'notices'>

/** The doses that were moved, with the time of their date; null if that was taken back. */
export type Moves = ReadonlyMap<SlotId, LocalTime | null>

/** Everything that has reminders, in the plan zone. */
export interface AlarmPlan {
  medications: readonly Planned[]
  appointments: readonly Appointment[]
  moves: Moves
  zone: string
}

/** Returns the moves in a log (decision 077). */
export function movesOf(events: readonly DoseEvent[]): Moves {
  const moves = new Map<SlotId, LocalTime | null>()
  for (const [id, own] of Map.groupBy(events, ({ slotId }) => slotId))
    if (id !== null && own.some(isMove)) moves.set(id, foldSlot(own).move?.movedTo ?? null)
  return moves
}

/** Returns the period for which a pack made at `now` (ms) has alarms. */
export const packWindow = (now: number): TimeWindow => ({ from: now, to: now + PACK_DAYS * DAY })

/** Returns the alarms in the window: those of doses in order of time, then those of appointments. */
export const alarmsOf = (plan: AlarmPlan, window: TimeWindow): Alarm[] => [
  ...plan.medications.flatMap((medication) => alarmsOfDoses(medication, plan, window)).sort(byInstant),
  ...plan.appointments
    .flatMap((appointment) => appointmentReminders(appointment, plan.zone))
    .map(alarmOfAppointment)
    .filter(isIn(window))
    .sort(byInstant),
]

const byInstant = (one: Alarm, other: Alarm): number => one.at - other.at || (one.uid < other.uid ? -1 : 1)

const isIn =
  ({ from, to }: TimeWindow) =>
  ({ at }: { at: number }): boolean =>
    at >= from && at < to

/** At the times to which they were moved, with the notice before. */
function alarmsOfDoses(medication: Planned, { moves, zone }: AlarmPlan, window: TimeWindow): Alarm[] {
  const before = medication.notices?.headsUp ?? null
  const stop = medication.stoppedAt === null ? Number.POSITIVE_INFINITY : msOf(medication.stoppedAt)
  return slotsAround(medication, window, zone)
    .map((slot): Alarm => {
      const movedTo = moves.get(slot.id)
      return { ...alarmOfSlot(slot), before, ...(movedTo && { at: instantAt(slot.date, movedTo, zone) }) }
    })
    .filter(isIn({ ...window, to: Math.min(window.to, stop) }))
}

/** A dose is moved within its date, so that one of the days beside the window may be moved into it. */
const slotsAround = (medication: Planned, { from, to }: TimeWindow, zone: string): DoseSlot[] =>
  isWithoutAlarms(medication) ? [] : planSlots(medication, { from: from - DAY, to: to + DAY }, zone)

/**
 * Returns whether a calendar cannot have its doses: they count from the last dose taken, so that one alarm at most
 * would be right, and only until that dose is logged.
 */
export const isWithoutAlarms = ({ versions }: Pick<Planned, 'versions'>): boolean => {
  const plan = versions.at(-1)
  return plan !== undefined && isFromLog(plan)
}

const alarmOfSlot = ({ id, at }: DoseSlot): Alarm => ({ uid: id, at, path: noticePath([id]), before: null })

/**
 * Not under the reminder's id, which changes when the appointment is moved: this way the new alarm replaces the old
 * one.
 */
const alarmOfAppointment = ({ appointment, minutes, at }: AppointmentReminder): Alarm => ({
  uid: uidOf(appointment, minutes),
  at,
  path: PAGES.appointments,
  before: null,
})

const uidOf = ({ id }: Appointment, minutes: RemindBefore): string => `${id}-${minutes}`

/** The parts of a pack that are told apart: what differs only in the past is over at most this long after it. */
const PART = 15 * MINUTE
const PRINT_BYTES = 4

/** Returns what a device remembers of a pack for this window. */
export function markOf(plan: AlarmPlan, { from, to }: TimeWindow): PackMark {
  const rests = restsOf(plan, { from, to })
  return { from, to, prints: rests.map(printOf) }
}

/**
 * Returns whether from `now` (ms) on a calendar with that pack would alert at other times than are planned, because of
 * edits, moves, stops or another zone. What is over does not matter. One without prints was made by an older app, whose
 * alarms have no notices before doses: it is outdated.
 */
export function isOutdated(mark: PackMark, plan: AlarmPlan, now: number): boolean {
  if (now >= mark.to) return false
  const part = Math.max(0, Math.floor((now - mark.from) / PART))
  return printOf(restsOf(plan, mark)[part] ?? '', part) !== mark.prints[part]
}

/** Returns for each part of the window what stands for all of its alarms from there to the end. */
function restsOf(plan: AlarmPlan, { from, to }: TimeWindow): string[] {
  const byPart = Map.groupBy(alarmsOf(plan, { from, to }), ({ at }) => Math.floor((at - from) / PART))
  const rests = new Array<string>(Math.ceil((to - from) / PART))
  let rest = ''
  for (let part = rests.length - 1; part >= 0; part -= 1) {
    const lines = byPart.get(part)?.map(({ uid, at, before }) => `${uid} ${at} ${before}`)
    if (lines) rest = hashOf([...lines, rest])
    rests[part] = rest
  }
  return rests
}

/** Differs from part to part, so that nobody sees between which of them there is an alarm. */
const printOf = (rest: string, part: number): string => hashOf([String(part), rest]).slice(0, 2 * PRINT_BYTES)

const hashOf = (lines: readonly string[]): string => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))))

/**
 * Returns alarms from `now` (ms) on that the last pack had but the plan no longer has, as far as the records still
 * show: those removed by edits, stops and completions since then, and those of doses of today that were moved: which of
 * its times the pack had is not known. The alarms of a deleted medication or appointment are no longer known.
 */
export function withdrawnAlarms(mark: PackMark, plan: AlarmPlan, now: number): Alarm[] {
  const window = { from: Math.max(mark.from, now), to: mark.to }
  const today = localAt(now, plan.zone).date
  const mayHaveAlarm = (slot: DoseSlot) => isIn(window)(slot) || (slot.date >= today && plan.moves.has(slot.id))
  const before = plan.medications.map((medication) => asOf(medication, mark.from))
  const planned = new Set(alarmsOf(plan, packWindow(now)).map(({ uid }) => uid))
  return [
    ...before
      .flatMap((medication) => slotsAround(medication, window, plan.zone).filter(mayHaveAlarm).map(alarmOfSlot))
      .sort(byInstant),
    ...plan.appointments.filter((appointment) => isChangedSince(appointment, mark.from)).flatMap(everyAlarm(plan.zone)),
  ].filter(({ uid }) => !planned.has(uid))
}

/** Returns the medication as it was at this instant. */
const asOf = ({ versions, stoppedAt, ...medication }: Planned, at: number): Planned => ({
  ...medication,
  versions: versions.filter(({ effectiveFrom }) => msOf(effectiveFrom) <= at),
  stoppedAt: stoppedAt !== null && msOf(stoppedAt) <= at ? stoppedAt : null,
})

const isChangedSince = ({ createdAt, updatedAt }: Appointment, at: number): boolean =>
  msOf(createdAt) <= at && msOf(updatedAt) > at

/** Returns all alarms that an appointment may ever have had, because its record does not say which. */
const everyAlarm =
  (zone: string) =>
  (appointment: Appointment): Alarm[] =>
    appointmentReminders({ ...appointment, isCompleted: false, remindBefore: [...REMIND_BEFORE] }, zone).map(
      alarmOfAppointment,
    )
