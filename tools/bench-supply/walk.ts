import { type Amount, type Fraction, fractionOf } from '#domain/lib/amount.ts'
import { negative, plus } from '#domain/lib/fractions.ts'
import { addDays, type LocalDate, localTimeOf } from '#domain/lib/local-time.ts'
import type { DoseAmounts } from '#domain/schedule/amounts.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import type { Step } from '#domain/schedule/schedule.ts'
import { runOutOf } from '#domain/supply/run-out.ts'
import { oracleDoses } from '#domain/testing/plan-oracle.ts'

const ZONE = 'Australia/Sydney'
/** The oracle takes minutes for all. */
const CHECKED = 25
const DAYS_AHEAD = 366
const TODAY = '2026-11-20' as LocalDate

const below = (end: number): number => Math.floor(Math.random() * end)

/** One to three times a day, in quarters of an hour. */
const timesOf = () =>
  [...new Set(Array.from({ length: 1 + below(3) }, () => below(96)))]
    .sort((a, b) => a - b)
    .map((n) => localTimeOf(n * 15))

const AMOUNTS = ['1', '2', '0.5', '1.5', '1/3', '0.25'] as Amount[]
const anyAmount = (): Amount => AMOUNTS[below(AMOUNTS.length)] as Amount

function amountsOf(times: readonly string[], kind: number): DoseAmounts {
  const amounts = { unit: 'tablet', each: anyAmount() }
  if (kind === 0) return amounts
  if (kind === 1) return { ...amounts, byTime: Object.fromEntries(times.map((time) => [time, anyAmount()])) }
  return { ...amounts, byDay: { anchorDate: TODAY, amounts: [anyAmount(), anyAmount(), '0' as Amount, anyAmount()] } }
}

const SCHEDULES: readonly (() => Step['schedule'])[] = [
  () => ({ kind: 'daily' }),
  () => ({ kind: 'weekdays', days: [1, 3, 5, 6] }),
  () => ({ kind: 'interval', everyDays: 2, anchorDate: TODAY }),
  () => ({ kind: 'cycle', daysOn: 21, daysOff: 7, anchorDate: TODAY }),
]

/** Two to seven steps of one to eight weeks, the last one without an end, with one or two pauses. */
function taper(): Plan {
  const steps = Array.from({ length: 2 + below(6) }, (): Step => {
    const reminderTimes = timesOf()
    const schedule = (SCHEDULES[below(SCHEDULES.length)] as () => Step['schedule'])()
    return { days: 7 + below(50), schedule, reminderTimes, amounts: amountsOf(reminderTimes, below(3)) }
  })
  return {
    schedule: {
      kind: 'phases',
      steps: steps.map((step, index) => ({ ...step, days: index === steps.length - 1 ? null : step.days })),
    },
    reminderTimes: [],
    startDate: addDays(TODAY, -below(60)),
    endDate: null,
    pauses: Array.from({ length: 1 + below(2) }, (_, nth) => {
      const from = addDays(TODAY, 30 + nth * 90 + below(60))
      return { from, to: addDays(from, 1 + below(14)) }
    }),
  }
}

/** More than anyone takes in a year, so that every date is walked; every fifth runs out before. */
const onHandOf = (index: number): Amount => (index % 5 === 0 ? String(50 + below(300)) : '10000') as Amount

/** Returns the date by the text alone, dose by dose in exact fractions. */
function slowly(plan: Plan, onHand: Amount): string | null {
  let left: Fraction = fractionOf(onHand)
  for (const { label, amount } of oracleDoses(plan, TODAY, addDays(TODAY, DAYS_AHEAD), ZONE)) {
    if (amount !== null) left = plus(left, negative(fractionOf(amount)))
    if (left.above < 0n) return label.slice(0, 10)
  }
  return null
}

/** Medicines with what is there of them, and when they run out once they were walked. */
export interface Round {
  all: { plan: Plan; onHand: Amount }[]
  found: (string | null)[]
}

export const newRound = (count: number): Round => ({
  all: Array.from({ length: count }, (_, index) => ({ plan: taper(), onHand: onHandOf(index) })),
  found: [],
})

/** What is measured. */
export function walk({ all, found }: Round): void {
  for (const { plan, onHand } of all) found.push(runOutOf({ plan, zone: ZONE, onHand, today: TODAY })?.on ?? null)
}

/** Goes through the same dates without a plan. */
export function onlyDates({ all }: Round): void {
  for (const _ of all) for (let day = 0; day <= DAYS_AHEAD; day += 1) addDays(TODAY, day)
}

/** Returns how many of the answers that are checked are wrong. */
export const wrongIn = ({ all, found }: Round): number =>
  all.slice(0, CHECKED).filter(({ plan, onHand }, index) => slowly(plan, onHand) !== found[index]).length
