import { addDays, DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { AfterDose, AfterTaken, FromLog, Schedule } from '#domain/schedule/schedule.ts'
import type { WallClock } from '#tests/reminders/wall-clock.ts'
import { isInForceOn, type Moment, type PlanVersion, type YearPlan } from './plans.ts'

/**
 * The doses that follow from a log, by the text of the additions (1.1, 1.3), of docs/reminders.md (R1.8, R1.10) and of
 * decision 072, without the planner's fold and timetables. A `wall` is a date and a time, as in `2026-11-20 08:00`.
 */

/** One entry about a dose that was taken; `wall`: what it was planned for, null beside the plan. */
export interface TakenEntry {
  at: number
  wall: string | null
}

/** What is known of the log of one medication, each list in the order of its instants. */
export interface MedicationLog {
  taken: readonly TakenEntry[]
  /** What skipped doses were planned for, and the instant (ms) where the entry says it. */
  skipped: readonly { wall: string; plannedAt: number | null }[]
  /** Entries of planned doses that were undone. */
  takenBack: readonly TakenEntry[]
}

/** A dose by its wall time, with its instant (ms). */
export interface LogMoment extends Moment {
  date: LocalDate
}

export const isFromLog = (schedule: Schedule): schedule is FromLog =>
  schedule.kind === 'after-taken' || schedule.kind === 'after-dose'

const momentAt = (at: number, clock: WallClock): LogMoment => {
  const minute = at - (at % MINUTE)
  return { ...clock.shownAt(minute), at: minute }
}

const onWall = (date: LocalDate, time: LocalTime, clock: WallClock): LogMoment => ({
  date,
  time,
  at: clock.instantOf(date, time),
})

const ofWall = (wall: string, clock: WallClock): LogMoment =>
  onWall(wall.slice(0, 10) as LocalDate, wall.slice(11) as LocalTime, clock)

export const wallOf = ({ date, time }: { date: string; time: string }): string => `${date} ${time}`

const wallAt = (at: number, clock: WallClock): string => wallOf(clock.shownAt(at))

/** The open dose of a version: its own, that of the version before, or none. */
export type OpenDose = LogMoment | 'of the version before' | null

/**
 * Returns for each version of a plan the dose that is open until it is logged; null for versions of other kinds.
 * @param log what is known of the medication itself
 */
export function openDosesOf(versions: readonly PlanVersion[], log: MedicationLog, clock: WallClock): OpenDose[] {
  let before: OpenDose = null
  return versions.map((version, index) => {
    const { schedule } = version.plan
    before =
      schedule.kind === 'after-taken'
        ? openDoseOf(version, schedule, {
            log,
            clock,
            made: madeAt(versions, index, schedule),
            end: versions[index + 1]?.from ?? Number.POSITIVE_INFINITY,
            isAnotherOpen: before !== null,
          })
        : null
    return before
  })
}

interface Around {
  log: MedicationLog
  clock: WallClock
  /** When the plan with this first dose was made: an edit that kept it made no other plan. */
  made: number
  end: number
  /** Whether the dose of the version before is still open: then there is none beside it. */
  isAnotherOpen: boolean
}

function openDoseOf(version: PlanVersion, schedule: AfterTaken, around: Around): OpenDose {
  const { log, clock, end, isAnotherOpen } = around
  const isFree = (date: LocalDate) => isInForceOn(version.plan, date)
  let open = nextFree(countedFrom(schedule, around), schedule, isFree, clock)
  if (open && open.at < version.from) {
    if (isAnotherOpen) return 'of the version before'
    open = nextFree(atOnce(schedule, version.from, clock), schedule, isFree, clock)
  }
  const logged = new Set([...log.taken, ...log.skipped].map(({ wall }) => wall))
  // What was logged after the version had ended counts for none of its doses.
  if (open && logged.has(wallOf(open)) && end < Number.POSITIVE_INFINITY) return null
  while (open && logged.has(wallOf(open))) open = momentAt(open.at + MINUTE, clock)
  return open && open.at < end ? open : null
}

/** Returns the first dose, or what follows the last one of this plan. Doses from before both belong to another plan. */
function countedFrom(schedule: AfterTaken, { log, clock, made, end }: Around): LogMoment {
  const first = ofWall(schedule.first, clock)
  const since = Math.min(made, first.at)
  const sinceWall = wallAt(since, clock)
  const taken = log.taken.filter(({ at, wall }) => at < end && (at >= since || (wall !== null && wall >= sinceWall)))
  const isTaken = (wall: string) => log.taken.some((entry) => entry.wall === wall)
  const skipped = log.skipped
    .filter(({ wall }) => !isTaken(wall))
    .map(({ wall, plannedAt }) => ({ wall, at: plannedAt ?? ofWall(wall, clock).at }))
    .filter(({ wall, at }) => (at >= since || wall >= sinceWall) && at < end)
    .map(({ at }) => at)
  const bases = [...taken.map(({ at }) => at), ...skipped]
  return bases.map((at) => lapsed(schedule, at, clock)).sort((a, b) => b.at - a.at)[0] ?? first
}

/** Days keep the time of day of the first dose. */
function lapsed({ every, first }: AfterTaken, at: number, clock: WallClock): LogMoment {
  if (every.hours !== undefined) return momentAt(at + every.hours * HOUR, clock)
  return onWall(addDays(clock.shownAt(at).date, every.days ?? 0), first.slice(11) as LocalTime, clock)
}

/** A plan that is made or resumed after its time goes on at once, or with days at the next such time. */
function atOnce({ every, first }: AfterTaken, start: number, clock: WallClock): LogMoment {
  if (every.hours !== undefined) return momentAt(start + MINUTE - 1, clock)
  const { date } = clock.shownAt(start)
  const today = onWall(date, first.slice(11) as LocalTime, clock)
  return today.at >= start ? today : onWall(addDays(date, 1), today.time, clock)
}

const MOST_DAYS = 400

/** What is in a pause moves to the next day that is free, at the time of day of the first dose. */
function nextFree(
  open: LogMoment,
  { first }: AfterTaken,
  isFree: (date: LocalDate) => boolean,
  clock: WallClock,
): LogMoment | null {
  for (let days = 0; days < MOST_DAYS; days += 1) {
    const date = addDays(open.date, days)
    if (isFree(date)) return days === 0 ? open : onWall(date, first.slice(11) as LocalTime, clock)
  }
  return null
}

function madeAt(versions: readonly PlanVersion[], index: number, { first }: AfterTaken): number {
  let made = index
  const isSame = ({ schedule }: YearPlan) => schedule.kind === 'after-taken' && schedule.first === first
  while (made > 0 && isSame((versions[made - 1] as PlanVersion).plan)) made -= 1
  return (versions[made] as PlanVersion).from
}

/** Returns the doses of a date of a plan that counts from the last dose: those that were logged, and the open one. */
export function countingOn(
  { plan, open, log, clock }: { plan: YearPlan; open: OpenDose | undefined; log: MedicationLog; clock: WallClock },
  date: LocalDate,
): Moment[] {
  if (!isInForceOn(plan, date)) return []
  const walls = [...log.taken, ...log.skipped].flatMap(({ wall }) => wall ?? [])
  const logged = [...new Set(walls)].filter((wall) => wall.startsWith(date)).map((wall) => ofWall(wall, clock))
  return open && open !== 'of the version before' && open.date === date ? [...logged, open] : logged
}

/** Returns the doses of a date of a plan that follows another medication. */
export function followingOn(
  { plan, other, clock }: { plan: YearPlan & { schedule: AfterDose }; other: MedicationLog; clock: WallClock },
  date: LocalDate,
): Moment[] {
  return isInForceOn(plan, date) ? allFollowingOn(plan.schedule, other, clock, date) : []
}

function allFollowingOn(schedule: AfterDose, other: MedicationLog, clock: WallClock, date: LocalDate): Moment[] {
  const found = new Map<LocalTime, Moment>()
  const begin = Date.parse(date) - 3 * DAY
  for (const entry of other.taken) {
    if (entry.at < begin || entry.at >= begin + 6 * DAY) continue
    // Logged twice: one dose was taken, when it was logged first.
    const isSecond = other.taken.some(({ wall, at }) => wall !== null && wall === entry.wall && at < entry.at)
    const moment = followingAt(schedule, entry.at, clock)
    if (!isSecond && moment.date === date && !found.has(moment.time)) found.set(moment.time, moment)
  }
  return [...found.values()]
}

const followingAt = ({ minutes }: AfterDose, at: number, clock: WallClock): LogMoment =>
  momentAt(at - (at % MINUTE) + minutes * MINUTE, clock)

/**
 * R1.4 and R1.5: returns the dose that one has become that followed a dose of another medication, when the zone is
 * another one now or that dose was logged anew at another time; null where neither is so.
 * @param plannedAt the instant (ms) that its entry says
 */
export function becomeOf(
  schedule: AfterDose,
  { wall, plannedAt }: { wall: string; plannedAt: number | null },
  other: MedicationLog,
  clock: WallClock,
): LogMoment | null {
  if (plannedAt !== null) {
    const here = momentAt(plannedAt, clock)
    const moments = allFollowingOn(schedule, other, clock, here.date)
    if (wallOf(here) !== wall && moments.some(({ time }) => time === here.time)) return here
  }
  const isOfThat = (was: LogMoment) => (plannedAt === null ? wallOf(was) === wall : was.at === plannedAt)
  const [first] = other.takenBack
    .filter(({ at }) => isOfThat(followingAt(schedule, at, clock)))
    .flatMap(({ wall: planned }) => other.taken.find((entry) => entry.wall === planned) ?? [])
    .sort((a, b) => a.at - b.at)
  return first ? followingAt(schedule, first.at, clock) : null
}
