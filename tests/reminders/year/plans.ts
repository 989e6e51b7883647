import type { MedicationId } from '#domain/lib/ids.ts'
import { addDays, DAY, HOUR, type LocalDate, type LocalDateTime, type LocalTime } from '#domain/lib/local-time.ts'
import type { Pause } from '#domain/schedule/pauses.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import type { AfterTaken, Schedule, Step } from '#domain/schedule/schedule.ts'
import type { WallClock } from '#tests/reminders/wall-clock.ts'
import type { Chance } from '#tests/sync/prng.ts'

export type YearPlan = Pick<Plan, 'schedule' | 'reminderTimes' | 'startDate' | 'pauses'>

/** A plan in force from an instant on (ms), and when this place learned of it. */
export interface PlanVersion {
  from: number
  learned: number
  plan: YearPlan
}

export const dailyAt = (times: readonly LocalTime[]): YearPlan => ({
  schedule: { kind: 'daily' },
  reminderTimes: [...times],
  startDate: null,
})

/** The kinds whose doses follow from the plan alone; `elapsed` is `hours` without a window. */
const FROM_PLAN = ['daily', 'weekdays', 'interval', 'cycle', 'monthly', 'hours', 'elapsed', 'phases'] as const
const FROM_LOG = ['after-taken', 'after-dose'] as const

/** What a plan is drawn from. */
export interface Drawn {
  times: readonly LocalTime[]
  /** A date near now, from which its days are counted. */
  today: LocalDate
  /** The medications that it may follow. */
  others: readonly MedicationId[]
  /** Whether only kinds are drawn that count from the log. */
  isFromLog?: boolean
}

/**
 * Draws a plan of any kind, most of them with a dose on most days, so that reminders are not rare.
 */
export function anyPlan(chance: Chance, { times, today, others, isFromLog = false }: Drawn): YearPlan {
  const plain = dailyAt(times)
  const pauses = chance.chance(0.2) ? [anyPause(chance, today)] : []
  const withKind = (schedule: Schedule, fields: Partial<YearPlan> = {}): YearPlan => ({
    ...plain,
    schedule,
    ...(pauses.length > 0 && { pauses }),
    ...fields,
  })
  const anchorDate = addDays(today, -chance.between(0, 9))
  const kinds = isFromLog ? FROM_LOG : ([...FROM_PLAN, ...FROM_LOG] as const)
  const kind = chance.pick(kinds.filter((one) => one !== 'after-dose' || others.length > 0))
  switch (kind) {
    case 'daily':
      return withKind({ kind: 'daily' })
    case 'weekdays':
      return withKind({
        kind: 'weekdays',
        days: [1, 2, 4, 6, 7]
          .filter(() => chance.chance(0.8))
          .concat(5)
          .sort(),
      })
    case 'interval':
      return withKind({ kind: 'interval', everyDays: 2, anchorDate })
    case 'cycle':
      return withKind({ kind: 'cycle', daysOn: chance.between(2, 5), daysOff: chance.between(1, 2), anchorDate })
    case 'monthly':
      return withKind({ kind: 'monthly', daysOfMonth: [1, 5, 9, 13, 17, 21, 25, 29, 30, 31, -1] })
    case 'hours': {
      const window = { from: '07:30' as LocalTime, to: '21:00' as LocalTime }
      const schedule = { kind: 'hours' as const, everyHours: chance.pick([3, 4.5, 6]), window }
      return withKind({ ...schedule, anchor: `${today}T07:30` } as Schedule, { reminderTimes: [] })
    }
    case 'elapsed': {
      const anchor = `${anchorDate}T${chance.pick(['00:15', '01:30', '06:45'])}`
      const schedule = { kind: 'hours', everyHours: chance.pick([4.5, 6, 7, 8, 12, 36]), anchor, window: null }
      return withKind(schedule as Schedule, { reminderTimes: [] })
    }
    case 'phases':
      return withKind(
        { kind: 'phases', steps: stepsOf(chance, times, anchorDate) },
        { reminderTimes: [], startDate: anchorDate },
      )
    case 'after-taken': {
      const first = `${addDays(today, chance.between(-1, 1))}T${times[0] ?? '08:00'}` as LocalDateTime
      return withKind({ kind, every: anyGap(chance), first }, { reminderTimes: [] })
    }
    case 'after-dose': {
      const minutes = chance.pick([1, 30, 45, 60, 240, 1440])
      return withKind({ kind, medicationId: chance.pick(others), minutes }, { reminderTimes: [] })
    }
  }
}

export const anyGap = (chance: Chance): AfterTaken['every'] =>
  chance.pick([{ hours: 4 }, { hours: 6.5 }, { hours: 8 }, { hours: 12 }, { hours: 30 }, { days: 1 }, { days: 2 }])

const anyPause = (chance: Chance, today: LocalDate): Pause => {
  const from = addDays(today, chance.between(0, 4))
  return { from, to: addDays(from, chance.between(0, 2)) }
}

const stepsOf = (chance: Chance, times: readonly LocalTime[], anchorDate: LocalDate): Step[] => [
  { days: chance.between(2, 8), schedule: { kind: 'daily' }, reminderTimes: [...times] },
  { days: chance.between(2, 8), schedule: { kind: 'interval', everyDays: 2, anchorDate }, reminderTimes: [...times] },
  { days: null, schedule: { kind: 'daily' }, reminderTimes: times.slice(0, 1) },
]

/** A dose of a date: its wall time and its instant (ms). */
export interface Moment {
  time: LocalTime
  at: number
}

/** Whether a date is inside the plan and not paused. */
export const isInForceOn = ({ startDate, pauses = [] }: YearPlan, date: LocalDate): boolean =>
  (startDate === null || date >= startDate) &&
  !pauses.some(({ from, to }) => date >= from && (to === null || date <= to))

/**
 * Returns the doses of a date, where they follow from the plan alone, read from the text of the additions (1.1, 1.3) a
 * second time, without the timetables of domain/.
 */
export function momentsOn(plan: YearPlan, date: LocalDate, clock: WallClock): readonly Moment[] {
  const { schedule } = plan
  if (!isInForceOn(plan, date)) return []
  if (isElapsed(schedule)) return elapsedOn(schedule, date, clock)
  return timesOfContent(plan, date).map((time) => ({ time, at: clock.instantOf(date, time) }))
}

/** Of a minute that the clock shows twice, the first that the count meets. */
function elapsedOn({ everyHours, anchor }: EveryHours, date: LocalDate, clock: WallClock): Moment[] {
  const first = clock.instantOf(anchor.slice(0, 10) as LocalDate, anchor.slice(11) as LocalTime)
  const gap = everyHours * HOUR
  const found: Moment[] = []
  const from = Date.parse(date) - DAY
  for (let at = first + Math.max(0, Math.floor((from - first) / gap)) * gap; at < from + 3 * DAY; at += gap) {
    const shown = clock.shownAt(at)
    if (shown.date !== date || found.some(({ time }) => time === shown.time)) continue
    found.push({ time: shown.time, at })
  }
  return found
}

function timesOfContent({ schedule, reminderTimes, startDate }: YearPlan, date: LocalDate): readonly LocalTime[] {
  if (schedule.kind === 'hours') return windowTimes(schedule)
  if (schedule.kind !== 'phases') return isDue(schedule, date) ? reminderTimes : []
  let left = daysFrom(startDate as LocalDate, date)
  for (const step of schedule.steps) {
    if (step.days === null || left < step.days) return timesOfContent({ ...step, startDate } as YearPlan, date)
    left -= step.days
  }
  return []
}

function isDue(schedule: Schedule, date: LocalDate): boolean {
  switch (schedule.kind) {
    case 'daily':
      return true
    case 'weekdays':
      return schedule.days.includes(new Date(`${date}T00:00:00Z`).getUTCDay() || 7)
    case 'interval':
      return daysFrom(schedule.anchorDate, date) % schedule.everyDays === 0
    case 'cycle': {
      const length = schedule.daysOn + schedule.daysOff
      return ((daysFrom(schedule.anchorDate, date) % length) + length) % length < schedule.daysOn
    }
    case 'monthly': {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
      return schedule.daysOfMonth.some((one) => (one === -1 ? last : Math.min(one, last)) === day)
    }
    default:
      throw new Error(`the doses of a plan that is ${schedule.kind} do not follow from it alone`)
  }
}

type EveryHours = Extract<Schedule, { kind: 'hours' }>

/** Whether it counts elapsed hours, whatever the clocks do. */
export const isElapsed = (schedule: Schedule): schedule is EveryHours =>
  schedule.kind === 'hours' && schedule.window === null

const daysFrom = (from: LocalDate, to: LocalDate): number => (Date.parse(to) - Date.parse(from)) / DAY

function windowTimes({ everyHours, window }: EveryHours): LocalTime[] {
  if (window === null) return []
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const times: LocalTime[] = []
  for (let at = minutesOf(window.from); at <= minutesOf(window.to); at += everyHours * 60)
    times.push(`${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}` as LocalTime)
  return times
}

/** Returns every time of a clock that a date may have; a plan that counts elapsed hours has none of its own. */
export const everyTime = ({ schedule, reminderTimes }: YearPlan): readonly LocalTime[] =>
  schedule.kind === 'hours'
    ? windowTimes(schedule)
    : schedule.kind === 'phases'
      ? [...new Set(schedule.steps.flatMap((step) => step.reminderTimes))]
      : reminderTimes
