import type { Amount } from '../lib/amount.ts'
import { addDays, type LocalDate, type LocalTime, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { followingDoses } from '../schedule/after-dose.ts'
import type { LoggedDoses } from '../schedule/after-taken.ts'
import type { Plan } from '../schedule/plan.ts'
import { projected } from '../schedule/projected.ts'
import type { AfterDose } from '../schedule/schedule.ts'
import { type Timetable, timetableOf } from '../schedule/timetable.ts'
import type { OpenMoment } from '../schedule/version-timetables.ts'

/** A plan from today on. */
export interface Ahead {
  plan: Plan
  /** The plan zone. */
  zone: string
  today: LocalDate
  /** The times of today's doses that are logged already. */
  settled?: ReadonlySet<LocalTime> | undefined
  /** Today's doses that are not logged yet, where the plan alone does not tell (`openToday`). */
  openToday?: ReturnType<Timetable> | null
  /** The open dose of a plan that counts from the last one (`waitingSlot`); from there on each is taken on time. */
  open?: OpenMoment | null
  /** The medication that the plan follows; without it, such a plan has no doses. */
  followed?: FollowedAhead | undefined
}

/** The medication that a plan follows. */
export interface FollowedAhead {
  /** What was taken of it lately (`followedSince`). */
  logged: LoggedDoses
  /** What is ahead of it; null if nobody takes it any more. */
  ahead: Ahead | null
}

type Counted = readonly { amount: Amount }[]

const NONE: Counted = []

/**
 * Returns which doses of a date take something of a supply, in order: what is planned, has an amount and is not logged
 * yet. Equal days have the same list. Meant for today and later.
 */
export function countedDoses(ahead: Ahead): (date: LocalDate) => Counted {
  const dosesOn = openDoses(ahead)
  // Equal days have the same list, so that most of them need no second look.
  let last: ReturnType<Timetable> | undefined
  let counted = NONE
  return (date) => {
    const doses = dosesOn(date)
    if (doses !== last) {
      last = doses
      counted = isCounted(doses) ? doses : NONE
    }
    return counted
  }
}

/** Returns the same with doses that have no amount. */
export function openDoses(ahead: Ahead): Timetable {
  const { plan, zone, today, settled, openToday, open = null, followed } = ahead
  const onTime = projected(open, today, zone)
  const dosesOn = timetableOf(plan, zone, (schedule, stretch) =>
    schedule.kind === 'after-dose' && followed
      ? expectedDoses(schedule, followed, today, zone)
      : onTime(schedule, stretch),
  )
  if (openToday) return (date) => (date === today ? openToday : dosesOn(date))
  if (!settled) return dosesOn
  return (date) => (date === today ? dosesOn(date).filter(({ time }) => !settled.has(time)) : dosesOn(date))
}

/** A dose of the other comes up to a day before; where a clock is set forward, its date may be one earlier still. */
const DAYS_BEFORE = [2, 1, 0]

/**
 * Returns the doses of a schedule that follows another medication, from today on: after each dose of the other that was
 * taken, and after each that is planned, as if it were taken on time (additions, 2.2).
 */
function expectedDoses(
  schedule: AfterDose,
  { logged, ahead }: FollowedAhead,
  today: LocalDate,
  zone: string,
): (date: LocalDate) => readonly OpenMoment[] {
  const afterTaken = followingDoses(schedule, logged, zone)
  const planned = ahead && openDoses(ahead)
  const known = new Map<LocalDate, OpenMoment[]>()
  /** What follows the planned doses of a date, most of it on the same date. */
  const afterPlanned = (date: LocalDate): OpenMoment[] => {
    if (!planned || date < today) return []
    const before = known.get(date)
    if (before) return before
    const found = planned(date).map(({ time, at }): OpenMoment => {
      const due = (at ?? instantAt(date, time, zone)) + schedule.minutes * MINUTE
      return { ...localAt(due, zone), at: due }
    })
    known.set(date, found)
    return found
  }
  return (date) => {
    const expected = DAYS_BEFORE.flatMap((days) => afterPlanned(addDays(date, -days)))
    const byTime = new Map(expected.filter((open) => open.date === date).map((open) => [open.time, open]))
    for (const open of afterTaken(date)) byTime.set(open.time, open)
    return [...byTime.values()].sort((one, other) => (one.time < other.time ? -1 : 1))
  }
}

/** All doses of a date have an amount, or none has: they are of one plan, or of one step. */
const isCounted = (doses: readonly { amount: Amount | null }[]): doses is Counted => (doses[0]?.amount ?? null) !== null
