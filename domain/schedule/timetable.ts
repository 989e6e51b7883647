import type { Amount } from '../lib/amount.ts'
import { addDays, FIRST_DATE, HOUR, halvesOf, LAST_DATE, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { turnFrom } from '../lib/turns.ts'
import { instantAt } from '../lib/zone.ts'
import { amountAt, type DoseAmounts } from './amounts.ts'
import { minutesAround, wallTimes } from './every-hours.ts'
import type { Plan } from './plan.ts'
import {
  dueOn,
  type EveryHours,
  type FromLog,
  hasReminderTimes,
  type Phases,
  type Schedule,
  type Step,
} from './schedule.ts'
import { type Span, spansOf } from './spans.ts'

/** A dose that a plan has on a date. */
export interface TimetableEntry {
  time: LocalTime
  /** The instant (ms), where the plan counts elapsed hours; null where the clock on the wall decides. */
  at: number | null
  /** The instant (ms), where the log decides: which date and time it has depends on the zone. */
  plannedAt?: number
  /** Null where the plan has no amounts. */
  amount: Amount | null
  unit: string | null
}

/** Returns the doses of a date, in order of time. */
export type Timetable = (date: LocalDate) => readonly TimetableEntry[]

const NONE: readonly TimetableEntry[] = []
const never: Timetable = () => NONE

/** A plan, or one of its steps with what of the plan is about it, whose doses only the log knows. */
export interface Stretch extends Plan {
  /** Nothing of the plan comes after it. */
  isLast: boolean
}

/**
 * Returns the times of doses on a date, in order, of a schedule that counts from logged doses (after-taken.ts,
 * after-dose.ts).
 */
export type Moments = (
  schedule: FromLog,
  stretch: Stretch,
) => (date: LocalDate) => readonly Pick<TimetableEntry, 'time' | 'at'>[]

const fromPlanAlone: Moments = () => () => []

/**
 * Returns the timetable of a plan: which doses it has on which date, with their amounts. It knows every kind of
 * schedule, and everything that needs slots asks here.
 * @param zone the plan zone, which only elapsed hours need
 * @param moments what the log says of a schedule that counts from logged doses; without it that has no doses
 */
export function timetableOf(plan: Plan, zone: string, moments: Moments = fromPlanAlone): Timetable {
  const doses = dosesOf(plan, { zone, moments, isLast: true })
  if (doses === never) return never
  const spanAround = spansOf(plan)
  // Dates are mostly asked for in order, so that the span is that of the date before.
  let { from, to, isInForce }: Span = { from: LAST_DATE, to: FIRST_DATE, isInForce: false }
  return (date) => {
    if (date < from || date > to) ({ from, to, isInForce } = spanAround(date))
    return isInForce ? doses(date) : NONE
  }
}

type Timed = { schedule: Schedule | Step['schedule']; reminderTimes: readonly LocalTime[] }

/** Returns whether no date of the plan has a dose: only when needed, or its times are still missing. */
export const isEmpty = ({ schedule, reminderTimes, startDate }: Plan): boolean =>
  schedule.kind === 'phases' ? startDate === null || schedule.steps.every(isBare) : isBare({ schedule, reminderTimes })

const isBare = ({ schedule, reminderTimes }: Timed): boolean =>
  schedule.kind === 'as-needed' || (hasReminderTimes(schedule) && reminderTimes.length === 0)

/**
 * Returns the last date on which the plan can have a dose; null if it goes on. A taper whose last step has a number of
 * days ends with it (additions, 1.1).
 */
export function lastDateOf({ schedule, startDate, endDate }: Plan): LocalDate | null {
  if (schedule.kind !== 'phases' || startDate === null) return endDate
  let days = 0
  for (const step of schedule.steps) {
    if (step.days === null) return endDate
    days += step.days
  }
  const last = addDays(startDate, days - 1)
  return endDate !== null && endDate < last ? endDate : last
}

interface Known {
  zone: string
  moments: Moments
  isLast: boolean
}

function dosesOf(plan: Plan, known: Known): Timetable {
  const { schedule, amounts } = plan
  const { zone } = known
  if (schedule.kind === 'as-needed') return never
  if (schedule.kind === 'phases') return phasesOf(schedule, plan, known)
  if (schedule.kind === 'after-taken' || schedule.kind === 'after-dose') return fromLog(schedule, plan, known)
  if (schedule.kind === 'hours' && schedule.window === null) return elapsedHours(schedule, amounts, zone)
  const times = wallTimes(plan)
  if (times.length === 0) return never
  const onDueDay = atTimes(times, amounts)
  if (!hasReminderTimes(schedule) || schedule.kind === 'daily') return onDueDay
  const isDue = dueOn(schedule)
  return (date) => (isDue(date) ? onDueDay(date) : NONE)
}

const entryOf = (time: LocalTime, at: number | null, amount: Amount | null, amounts?: DoseAmounts): TimetableEntry => ({
  time,
  at,
  amount,
  unit: amount === null ? null : (amounts?.unit ?? null),
})

/** The same times every day. Only amounts by day differ from one date to the next, in turn. */
function atTimes(times: readonly LocalTime[], amounts: DoseAmounts | undefined): Timetable {
  const entriesOf = (amountOf: (time: LocalTime) => Amount | null) =>
    times.map((time) => entryOf(time, null, amountOf(time), amounts)).filter(({ amount }) => amount !== '0')
  if (amounts?.byDay === undefined) {
    const always = entriesOf((time) => amountAt(amounts, ANY_DATE, time))
    return () => always
  }
  const { byDay } = amounts
  const inTurn = byDay.amounts.map((amount) => entriesOf(() => amount))
  const turn = turnFrom(byDay.anchorDate, byDay.amounts.length)
  return (date) => inTurn[turn(date)] ?? NONE
}

const ANY_DATE = '2000-01-01' as LocalDate

/**
 * Hours that pass, whatever the clocks do. A minute that the clock shows twice is one slot, because a slot is called by
 * its date and time; the first of them counts. Nothing is due before the anchor.
 */
function elapsedHours({ everyHours, anchor }: EveryHours, amounts: DoseAmounts | undefined, zone: string): Timetable {
  const { date: firstDate, time: firstTime } = halvesOf(anchor)
  const first = instantAt(firstDate, firstTime, zone)
  const gap = everyHours * HOUR
  return (date) => {
    if (date < firstDate) return NONE
    const entries = new Map<LocalTime, TimetableEntry>()
    const { from, to, timeAt } = minutesAround(date, zone)
    for (let at = first + Math.max(0, Math.ceil((from - first) / gap)) * gap; at < to; at += gap) {
      const time = timeAt(at)
      if (time === null || entries.has(time)) continue
      const amount = amountAt(amounts, date, time)
      if (amount !== '0') entries.set(time, entryOf(time, at, amount, amounts))
    }
    return [...entries.values()]
  }
}

function fromLog(schedule: FromLog, plan: Plan, { moments, isLast }: Known): Timetable {
  const { amounts } = plan
  const timesOn = moments(schedule, { ...plan, isLast })
  return (date) =>
    timesOn(date)
      .map(({ time, at }) => ({
        ...entryOf(time, at, amountAt(amounts, date, time), amounts),
        ...(at !== null && { plannedAt: at }),
      }))
      .filter(({ amount }) => amount !== '0')
}

/** Later than every date. */
const AFTER_ALL = '~' as LocalDate

/** The steps one after another. A step without amounts of its own takes those of the plan. */
function phasesOf({ steps }: Phases, plan: Plan, known: Known): Timetable {
  const { startDate, endDate } = plan
  if (startDate === null) return never
  let next = startDate
  const phases = steps.map(({ days, schedule, reminderTimes, amounts = plan.amounts }, index) => {
    const from = next
    if (days !== null) next = addDays(from, days)
    const last = days === null ? null : addDays(next, -1)
    const step: Plan = {
      ...plan,
      schedule: schedule as Schedule,
      reminderTimes,
      amounts,
      startDate: from,
      endDate: last !== null && (endDate === null || last < endDate) ? last : endDate,
    }
    const make = () => dosesOf(step, { ...known, isLast: index === steps.length - 1 })
    // The others are made when their dates come: a year touches a few of sixty steps.
    const made = schedule.kind === 'after-taken' ? make() : undefined
    return { from, doses: () => made ?? make() }
  })
  if (steps.every(isBare)) return never
  const end = steps.at(-1)?.days === null ? null : next
  const stepAt = (date: LocalDate): { from: LocalDate; until: LocalDate; doses: Timetable } => {
    const index = phases.findLastIndex((phase) => phase.from <= date)
    const until = phases[index + 1]?.from ?? end ?? AFTER_ALL
    if (date >= until) return { from: until, until: AFTER_ALL, doses: never }
    return { from: phases[index]?.from ?? FIRST_DATE, until, doses: phases[index]?.doses() ?? never }
  }
  // Dates are mostly asked for in order, so that the step is the one of the date before.
  let { from, until, doses } = stepAt(startDate)
  return (date) => {
    if (date < from || date >= until) ({ from, until, doses } = stepAt(date))
    return doses(date)
  }
}
