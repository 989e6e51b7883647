import { type Amount, amountOf, type Fraction, fractionOf } from '../lib/amount.ts'
import { NOTHING, negative, plus } from '../lib/fractions.ts'
import { toInstant } from '../lib/instant.ts'
import { addDays, datesFrom, daysBetween, type LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import { openDoses } from './counted-doses.ts'
import { DAYS_AHEAD, DAYS_OF_ESTIMATE, recentlyTaken } from './run-out.ts'
import { aheadOf, isEstimated, type SupplyInput, supplyStateOf, takenOf } from './supply-state.ts'
import { supplyUnitOf } from './supply-unit.ts'

/** The first and the last day away, both inclusive. */
export interface TripDates {
  first: LocalDate
  last: LocalDate
}

/** What a trip takes of one medicine. */
export interface TripLine {
  medication: Medication
  /** Null where the plan has no amounts: then only doses can be counted. */
  unit: string | null
  /** How much to pack; null where nothing says. */
  amount: Amount | null
  /** How many doses are planned; 0 for a medicine taken only when needed, or after one that is. */
  doses: number
  /** Whether the amount follows from the last 28 days: nothing is planned. */
  isEstimate: boolean
  /** What will be missing, and from which day on; null if it lasts, or if nobody counted. */
  short: { amount: Amount; from: LocalDate } | null
  isCounted: boolean
}

/** Returns the latest day that a trip can be planned to: supplies are followed no further. */
export const lastTripDay = (today: LocalDate): LocalDate => addDays(today, DAYS_AHEAD)

/**
 * Returns what a trip takes of a medicine that is in use (additions, 2.2): the sum of its doses on these days, walked
 * dose by dose; null if none of its doses is planned on them. Of a medicine taken only when needed it is the mean of
 * the last 28 days, rounded up to a whole one. Doses of today that are logged already count no more.
 * @param dates from today on, to `lastTripDay` at most
 */
export function tripLineOf(input: SupplyInput, { first, last }: TripDates): TripLine | null {
  const { medication, now, zone } = input
  const today = localAt(now, zone).date
  const unit = supplyUnitOf(medication)
  const state = supplyStateOf(input)
  const common = { medication, unit, isCounted: state?.onHand != null }
  const onHand = state?.onHand ? fractionOf(state.onHand.amount) : null
  const isByEstimate = isEstimated(input)
  const [before, away] = isByEstimate
    ? estimated(input, daysBetween(today, first), daysBetween(first, last) + 1)
    : planned(input, today, { first, last })
  if (away === null) return { ...common, amount: null, doses: 0, isEstimate: false, short: null }
  if (away.doses === 0 && !isByEstimate) return null
  const missing = onHand && lacking(onHand, before, away.sum)
  return {
    ...common,
    amount: unit === null ? null : amountOf(away.sum),
    doses: away.doses,
    isEstimate: isByEstimate,
    short: missing && { amount: amountOf(missing), from: state?.runsOutOn ?? first },
  }
}

interface Need {
  sum: Fraction
  doses: number
}

/** Returns what is missing of what a trip takes, after what is taken before it; null if nothing is. */
function lacking(onHand: Fraction, before: Fraction, away: Fraction): Fraction | null {
  const left = plus(onHand, negative(before))
  const missing = left.above < 0n ? away : plus(away, negative(left))
  return missing.above > 0n ? missing : null
}

/** Returns what is taken from today until the trip, and on it. */
function planned(input: SupplyInput, today: LocalDate, { first, last }: TripDates): [Fraction, Need] {
  const dosesOn = openDoses(aheadOf(input))
  const before = needOn(dosesOn, datesFrom(today, addDays(first, -1)))
  return [before.sum, needOn(dosesOn, datesFrom(first, last))]
}

function needOn(dosesOn: ReturnType<typeof openDoses>, dates: Iterable<LocalDate>): Need {
  const times = new Map<Amount, bigint>()
  let doses = 0
  for (const date of dates) {
    for (const { amount } of dosesOn(date)) {
      doses += 1
      if (amount !== null) times.set(amount, (times.get(amount) ?? 0n) + 1n)
    }
  }
  const sum = [...times].reduce((all, [amount, count]) => {
    const { above, below } = fractionOf(amount)
    return plus(all, { above: above * count, below })
  }, NOTHING)
  return { sum, doses }
}

function estimated(input: SupplyInput, daysBefore: number, daysAway: number): [Fraction, Need | null] {
  const recent = recentlyTaken(takenOf(input), toInstant(input.now))
  if (recent === null || supplyUnitOf(input.medication) === null) return [NOTHING, null]
  const inDays = (days: number): Fraction => ({
    above: recent.above * BigInt(days),
    below: recent.below * BigInt(DAYS_OF_ESTIMATE),
  })
  return [inDays(daysBefore), { sum: wholeUp(inDays(daysAway)), doses: 0 }]
}

const wholeUp = ({ above, below }: Fraction): Fraction => ({ above: (above + below - 1n) / below, below: 1n })
