import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { msOf } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'
import { PAGES } from '../protocol/pages.ts'
import { type Appointment, REMIND_BEFORE, type RemindBefore } from '../records/appointment.ts'
import type { Medication } from '../records/medication.ts'
import { isFromLog } from '../schedule/counting.ts'
import { byTime, type DoseSlot, planSlots, type TimeWindow } from '../schedule/slots.ts'
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
  /** A fingerprint that differs if the alarms of that period do. */
  print: string
}

type Planned = Pick<Medication, 'id' | 'versions' | 'stoppedAt'>

/** Everything that has reminders, in the plan zone. */
export interface AlarmPlan {
  medications: readonly Planned[]
  appointments: readonly Appointment[]
  zone: string
}

/** Returns the period for which a pack made at `now` (ms) has alarms. */
export const packWindow = (now: number): TimeWindow => ({ from: now, to: now + PACK_DAYS * DAY })

/** Returns the alarms in the window: those of doses in order of time, then those of appointments. */
export const alarmsOf = ({ medications, appointments, zone }: AlarmPlan, window: TimeWindow): Alarm[] => [
  ...slotsIn(medications, window, zone).map(alarmOfSlot),
  ...appointments
    .flatMap((appointment) => appointmentReminders(appointment, zone))
    .map(alarmOfAppointment)
    .filter(({ at }) => at >= window.from && at < window.to)
    .sort((a, b) => a.at - b.at || (a.uid < b.uid ? -1 : 1)),
]

const slotsIn = (medications: readonly Planned[], window: TimeWindow, zone: string): DoseSlot[] =>
  medications
    .filter((medication) => !isWithoutAlarms(medication))
    .flatMap((medication) => planSlots(medication, window, zone))
    .sort(byTime)

/**
 * Returns whether a calendar cannot have its doses: they count from the last dose taken, so that one alarm at most
 * would be right, and only until that dose is logged.
 */
export const isWithoutAlarms = ({ versions }: Pick<Planned, 'versions'>): boolean => {
  const plan = versions.at(-1)
  return plan !== undefined && isFromLog(plan)
}

const alarmOfSlot = ({ id, at }: DoseSlot): Alarm => ({ uid: id, at, path: noticePath([id]) })

/**
 * Not under the reminder's id, which changes when the appointment is moved: this way the new alarm replaces the old
 * one.
 */
const alarmOfAppointment = ({ appointment, minutes, at }: AppointmentReminder): Alarm => ({
  uid: uidOf(appointment, minutes),
  at,
  path: PAGES.appointments,
})

const uidOf = ({ id }: Appointment, minutes: RemindBefore): string => `${id}-${minutes}`

export function markOf(plan: AlarmPlan, { from, to }: TimeWindow): PackMark {
  const lines = alarmsOf(plan, { from, to }).map(({ uid, at }) => `${uid} ${at}`)
  const digest = sha256(utf8ToBytes(lines.join('\n')))
  return { from, to, print: [...digest].join(' ') }
}

/**
 * Returns whether a calendar with that pack would alert at other times than are planned now, because of edits, stops or
 * another zone.
 */
export const isOutdated = (mark: PackMark, plan: AlarmPlan): boolean => markOf(plan, mark).print !== mark.print

/**
 * Returns alarms from `now` (ms) on that the last pack had but the plan no longer has, as far as the records still
 * show: those removed by edits, stops and completions since then. The alarms of a deleted medication or appointment are
 * no longer known.
 */
export function withdrawnAlarms(mark: PackMark, plan: AlarmPlan, now: number): Alarm[] {
  const window = { from: Math.max(mark.from, now), to: mark.to }
  const before = plan.medications.map((medication) => asOf(medication, mark.from))
  const planned = new Set(alarmsOf(plan, packWindow(now)).map(({ uid }) => uid))
  return [
    ...slotsIn(before, window, plan.zone).map(alarmOfSlot),
    ...plan.appointments.filter((appointment) => isChangedSince(appointment, mark.from)).flatMap(everyAlarm(plan.zone)),
  ].filter(({ uid }) => !planned.has(uid))
}

/** Returns the medication as it was at this instant. */
const asOf = ({ id, versions, stoppedAt }: Planned, at: number): Planned => ({
  id,
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
