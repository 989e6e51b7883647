import { type Instant, msOf } from '../lib/instant.ts'
import {
  addDays,
  DAY,
  HOUR,
  halvesOf,
  type LocalDate,
  type LocalDateTime,
  type LocalTime,
  MINUTE,
} from '../lib/local-time.ts'
import { endOfDay, instantAt, localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { amountAt } from './amounts.ts'
import { pauseAt } from './pauses.ts'
import type { AfterTaken } from './schedule.ts'
import type { Stretch } from './timetable.ts'
import type { OpenMoment } from './version-timetables.ts'

/**
 * What a plan that counts from the last dose has to know of the log of its medicine. Home asks after every write, of
 * logs that grow for years: nothing is formatted or parsed for more than a few entries.
 */
export interface LoggedDoses {
  /** The doses taken, in the order of their instants. */
  taken: readonly TakenDose[]
  /** The skipped doses, in the order of their planned times. A dose that was taken as well is not among them. */
  skipped: readonly SkippedDose[]
  /** Returns the doses planned for this date that were taken, in the order of their instants. */
  takenOf(date: LocalDate): readonly TakenDose[]
  /** Returns the planned times of this date that were taken or skipped, in order. */
  settledOn(date: LocalDate): readonly LocalTime[]
  /** The dates and times (`2026-11-20T08:40`) of entries that count for the slot of another entry (`countedAs`). */
  otherNames: ReadonlySet<string>
  /** Planned doses that were logged anew: the instant of an entry that was undone, and that of the one that stands. */
  corrected: readonly { before: number; at: number }[]
}

/** `slot` is its planned date and time, `plannedAt` its planned instant, where the entry says it. */
export interface SkippedDose {
  slot: LocalDateTime
  plannedAt: Instant | undefined
}

/** Date and time of the snapshot are null for one beside the plan. */
export type TakenDose = Pick<DoseEvent, 'at'> & { snapshot: Pick<DoseEvent['snapshot'], 'date' | 'time'> }

/** What decides where a plan that counts from the last dose goes on. Instants in milliseconds. */
export interface Counting {
  doses: LoggedDoses
  /** When this version of the plan begins to be in force, and when it ends. */
  start: number
  end: number
  /** When the plan with this `first` was made: what was taken before that and before `first` belongs to another plan. */
  since: number
  /** Whether a slot of an earlier version is still open: then this one adds none beside it. */
  isPending: boolean
  zone: string
}

/**
 * Returns the one open slot of the schedule in this version of the plan; null if it lies in another one, or outside of
 * the stretch. `pending`: the open slot is that of an earlier version.
 * - It is at `first`, and later that long after the dose taken last, or after the planned time of one skipped later.
 * - Where a pause, the start of the stretch or an amount of 0 is in its way, it moves to the next day that is free, at the
 *   time of day of `first`.
 * - A plan that is made or resumed after its time goes on at once, or with days, at the next such time.
 * - What was logged already is not asked for again: it is the next minute, or with days the next day.
 */
export function openMoment(schedule: AfterTaken, stretch: Stretch, counting: Counting): OpenMoment | 'pending' | null {
  const { start, isPending, zone, doses } = counting
  const end = Math.min(
    counting.end,
    stretch.endDate === null ? Number.POSITIVE_INFINITY : endOfDay(stretch.endDate, zone),
  )
  let open = fitted(planned(schedule, { ...counting, end }), schedule, stretch, zone)
  if (open && open.at < start) {
    if (isPending) return 'pending'
    open = fitted(restarted(schedule, start, zone), schedule, stretch, zone)
  }
  // What was logged after this version had ended is none of its doses to count from.
  if (open && isTakenSince(open, end, doses)) return null
  while (open && isLogged(open, doses)) open = fitted(afterLogged(schedule, open, zone), schedule, stretch, zone)
  return open && open.at < end ? open : null
}

const isLogged = ({ date, time }: OpenMoment, { settledOn, otherNames }: LoggedDoses): boolean =>
  settledOn(date).includes(time) || otherNames.has(`${date}T${time}`)

/** Returns whether the dose was taken, and never before this instant (ms). */
function isTakenSince({ date, time }: OpenMoment, since: number, { takenOf }: LoggedDoses): boolean {
  const first = takenOf(date).find(({ snapshot }) => snapshot.time === time)
  return first !== undefined && msOf(first.at) >= since
}

/** Where hours count, a minute later; where days do, the date has its dose, and the next one is free. */
const afterLogged = ({ every, first }: AfterTaken, { date, at }: OpenMoment, zone: string): OpenMoment =>
  every.days === undefined ? minuteOf(at + MINUTE, zone) : onWall(addDays(date, 1), halvesOf(first).time, zone)

function planned(schedule: AfterTaken, { doses, since, end, zone }: Counting): OpenMoment {
  const { date, time } = halvesOf(schedule.first)
  const first = onWall(date, time, zone)
  const from = Math.min(since, first.at)
  const fromSlot = slotAt(from, zone)
  // The first dose may have been taken before the plan was made; what it was planned as tells.
  const taken = doses.taken.findLast((dose) => {
    const at = msOf(dose.at)
    return at < end && (at >= from || plannedAs(dose) >= fromSlot)
  })
  const bases = [taken && msOf(taken.at), lastSkipped(doses.skipped, { from, fromSlot, end, zone })]
  const [next = first, other = next] = bases.flatMap((at) => (at === undefined ? [] : [afterDose(schedule, at, zone)]))
  return other.at > next.at ? other : next
}

/** By how much the dates and times of one instant differ at most, in whatever zones. */
const FARTHEST_APART = 2 * DAY

/**
 * Returns the latest planned instant (ms) of a skipped dose in this span, by its instant or by its date and time, of
 * which `first` has those of the plan zone too. One from before a journey has a date and time of another zone: so a few
 * before the last are read too.
 */
function lastSkipped(
  skipped: readonly SkippedDose[],
  { from, fromSlot, end, zone }: { from: number; fromSlot: string; end: number; zone: string },
): number | undefined {
  let latest: number | undefined
  let earliestSlot = slotAt(from - FARTHEST_APART, zone)
  const endSlot = slotAt(end + FARTHEST_APART, zone)
  for (let index = skipped.length - 1; index >= 0; index -= 1) {
    const { slot, plannedAt } = skipped[index] as SkippedDose
    if (slot >= endSlot) continue
    if (slot < earliestSlot) break
    const at = plannedAt === undefined ? instantOf(slot, zone) : msOf(plannedAt)
    if ((at < from && slot < fromSlot) || at >= end || (latest !== undefined && at <= latest)) continue
    latest = at
    earliestSlot = slotAt(at - FARTHEST_APART, zone)
  }
  return latest
}

const plannedAs = ({ snapshot: { date, time } }: TakenDose): string =>
  date === null || time === null ? '' : `${date}T${time}`

/** Texts of local times are compared, so that a long log costs no formatting. */
const slotAt = (at: number, zone: string): string => {
  if (at === Number.POSITIVE_INFINITY) return '~'
  const { date, time } = localAt(at, zone)
  return `${date}T${time}`
}

const instantOf = (slot: LocalDateTime, zone: string): number => {
  const { date, time } = halvesOf(slot)
  return instantAt(date, time, zone)
}

/** Returns when the next dose is due after one at this instant. Days keep the time of day of `first`. */
export function afterDose({ every, first }: AfterTaken, at: number, zone: string): OpenMoment {
  if (every.days === undefined) return minuteOf(at + (every.hours ?? 0) * HOUR, zone)
  return onWall(addDays(localAt(at, zone).date, every.days), halvesOf(first).time, zone)
}

function restarted({ every, first }: AfterTaken, start: number, zone: string): OpenMoment {
  if (every.days === undefined) return minuteOf(start + MINUTE - 1, zone)
  const { date } = localAt(start, zone)
  const { time } = halvesOf(first)
  const today = onWall(date, time, zone)
  return today.at >= start ? today : onWall(addDays(date, 1), time, zone)
}

/** Moves a slot into its stretch and out of pauses. */
export function fitted(open: OpenMoment, { first }: AfterTaken, stretch: Stretch, zone: string): OpenMoment | null {
  const { startDate, endDate } = stretch
  const date = nextFree(startDate !== null && open.date < startDate ? startDate : open.date, stretch)
  if (date === null || (endDate !== null && date > endDate)) return null
  return date === open.date ? open : onWall(date, halvesOf(first).time, zone)
}

/** More days in turn than amounts can have, and more pauses: beyond them nothing is free any more. */
const MOST_SKIPPED = 200

/** Returns the first date from this one on that is not paused and has an amount; null if there is none. */
function nextFree(date: LocalDate, { pauses, amounts }: Stretch): LocalDate | null {
  let free = date
  for (let skipped = 0; skipped < MOST_SKIPPED; skipped += 1) {
    const pause = pauseAt(pauses, free)
    if (pause?.to === null) return null
    if (pause) free = addDays(pause.to, 1)
    else if (amountAt(amounts, free, ANY_TIME) !== '0') return free
    else free = addDays(free, 1)
  }
  return null
}

/** Amounts by day are those of a whole day, and no time of such a plan can be named. */
const ANY_TIME = '00:00' as LocalTime

export const onWall = (date: LocalDate, time: LocalTime, zone: string): OpenMoment => ({
  date,
  time,
  at: instantAt(date, time, zone),
})

const minuteOf = (at: number, zone: string): OpenMoment => {
  const minute = Math.floor(at / MINUTE) * MINUTE
  return { ...localAt(minute, zone), at: minute }
}
