import { type Amount, type Fraction, fractionOf } from '../lib/amount.ts'
import { plus } from '../lib/fractions.ts'
import { type Instant, msOf } from '../lib/instant.ts'
import { addDays, DAY, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import type { Plan } from '../schedule/plan.ts'
import { projected } from '../schedule/projected.ts'
import { isEmpty, timetableOf } from '../schedule/timetable.ts'
import type { OpenMoment } from '../schedule/version-timetables.ts'
import type { TakenAmount } from './on-hand.ts'

/** How far ahead a supply is followed (additions, 2.2). */
const DAYS_AHEAD = 366
/** As-needed doses of so many days tell how much a day takes, from so many doses on (additions, 2.2). */
export const DAYS_OF_ESTIMATE = 28
const DOSES_OF_ESTIMATE = 3

export interface RunOut {
  /** The local date of the first planned dose that what is there cannot serve in full. */
  on: LocalDate
  /** The date of the last planned dose before it; null if not even the first can be served. */
  lastServedOn: LocalDate | null
}

export interface Walk {
  plan: Plan
  /** The plan zone. */
  zone: string
  onHand: Amount
  today: LocalDate
  /** Returns whether a dose still has to be taken: those of today may be logged already. */
  isOpen: (date: LocalDate, time: LocalTime) => boolean
  /** The open dose of a plan that counts from the last one (`waitingSlot`); from there on each is taken on time. */
  open?: OpenMoment | null
}

/**
 * Walks a plan dose by dose until what is there does not serve one in full: tapers, pauses and amounts by day cannot be
 * divided by (additions, 2.2). Returns null if nothing planned empties it within 366 days. A dose without an amount
 * takes nothing.
 */
export function runOutOf({ plan, zone, onHand, today, isOpen, open = null }: Walk): RunOut | null {
  if (isEmpty(plan)) return null
  const doses = timetableOf(plan, zone, projected(open, today, zone))
  const serve = supplyOf(onHand)
  let lastServedOn: LocalDate | null = null
  for (let day = 0; day <= DAYS_AHEAD; day += 1) {
    const date = addDays(today, day)
    for (const { time, amount } of doses(date)) {
      if (amount === null || !isOpen(date, time)) continue
      if (!serve(amount)) return { on: date, lastServedOn }
      lastServedOn = date
    }
  }
  return null
}

/**
 * Returns a function that takes an amount away and returns whether it was there in full. It counts in whole parts of one
 * denominator: a year of fractions brought to lowest terms takes many times as long.
 */
function supplyOf(onHand: Amount): (amount: Amount) => boolean {
  let { above: left, below } = fractionOf(onHand)
  let parts = new Map<Amount, bigint>()
  return (amount) => {
    let part = parts.get(amount)
    if (part === undefined) {
      const fraction = fractionOf(amount)
      if (below % fraction.below !== 0n) {
        left *= fraction.below
        below *= fraction.below
        parts = new Map()
      }
      part = fraction.above * (below / fraction.below)
      parts.set(amount, part)
    }
    left -= part
    return left >= 0n
  }
}

/**
 * Returns when as-needed doses will have used up what is there, by the mean of the last 28 days; null below 3 doses in
 * them, or if it lasts longer than 366 days. An estimate: nothing is planned.
 * @param taken doses of any age
 * @param now an instant
 * @param today its local date
 */
export function estimatedRunOut(
  onHand: Amount,
  taken: Iterable<TakenAmount>,
  now: Instant,
  today: LocalDate,
): LocalDate | null {
  const since = msOf(now) - DAYS_OF_ESTIMATE * DAY
  const recent = [...taken].filter(({ at }) => msOf(at) > since && at <= now)
  if (recent.length < DOSES_OF_ESTIMATE) return null
  const sum = recent.map(({ amount }) => fractionOf(amount)).reduce<Fraction>(plus, { above: 0n, below: 1n })
  const { above, below } = fractionOf(onHand)
  const days = sum.above === 0n ? null : (above * sum.below * BigInt(DAYS_OF_ESTIMATE)) / (below * sum.above)
  return days === null || days > DAYS_AHEAD ? null : addDays(today, Number(days))
}
