import { type Amount, type Fraction, fractionOf } from '../lib/amount.ts'
import { NOTHING, plus } from '../lib/fractions.ts'
import { type Instant, msOf } from '../lib/instant.ts'
import { addDays, DAY, datesFrom, type LocalDate } from '../lib/local-time.ts'
import { type Ahead, countedDoses } from './counted-doses.ts'
import type { TakenAmount } from './on-hand.ts'
import { servingFrom } from './serving.ts'

/** How far ahead a supply is followed (additions, 2.2). */
export const DAYS_AHEAD = 366
/** As-needed doses of so many days tell how much a day takes, from so many doses on (additions, 2.2). */
export const DAYS_OF_ESTIMATE = 28
const DOSES_OF_ESTIMATE = 3

export interface RunOut {
  /** The local date of the first planned dose that what is there cannot serve in full. */
  on: LocalDate
  /** The date of the last planned dose before it; null if not even the first can be served. */
  lastServedOn: LocalDate | null
}

export interface Walk extends Ahead {
  onHand: Amount
}

/**
 * Walks a plan dose by dose until what is there does not serve one in full: tapers, pauses and amounts by day cannot be
 * divided by (additions, 2.2). Returns null if nothing planned empties it within 366 days. A dose without an amount
 * takes nothing.
 */
export function runOutOf({ onHand, ...ahead }: Walk): RunOut | null {
  const dosesOn = countedDoses(ahead)
  const serve = servingFrom(onHand)
  let lastServedOn: LocalDate | null = null
  const dates = datesAhead(ahead.today)
  for (let index = 0; index < dates.length; index += 1) {
    const date = dates[index] as LocalDate
    const doses = dosesOn(date)
    const served = serve(doses)
    if (served > 0) lastServedOn = date
    if (served < doses.length) return { on: date, lastServedOn }
  }
  return null
}

/** All medicines are walked from one day on, so their dates are listed once. */
let known: LocalDate[] = []

function datesAhead(today: LocalDate): readonly LocalDate[] {
  if (known[0] !== today) known = [...datesFrom(today, addDays(today, DAYS_AHEAD))]
  return known
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
  const sum = recentlyTaken(taken, now)
  if (sum === null) return null
  const { above, below } = fractionOf(onHand)
  const days = sum.above === 0n ? null : (above * sum.below * BigInt(DAYS_OF_ESTIMATE)) / (below * sum.above)
  return days === null || days > DAYS_AHEAD ? null : addDays(today, Number(days))
}

/** Returns what was taken in the last 28 days; null below 3 doses. */
export function recentlyTaken(taken: Iterable<TakenAmount>, now: Instant): Fraction | null {
  const since = msOf(now) - DAYS_OF_ESTIMATE * DAY
  const recent = [...taken].filter(({ at }) => msOf(at) > since && at <= now)
  if (recent.length < DOSES_OF_ESTIMATE) return null
  return recent.map(({ amount }) => fractionOf(amount)).reduce(plus, NOTHING)
}
