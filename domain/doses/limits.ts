import { type Amount, amountOf, type Fraction, fractionOf } from '../lib/amount.ts'
import { NOTHING, negative, plus } from '../lib/fractions.ts'
import { msOf } from '../lib/instant.ts'
import { DAY, HOUR } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import type { DoseAmounts } from '../schedule/amounts.ts'
import { standingEvents } from './slot-outcome.ts'
import { takenAmountOf } from './taken-amount.ts'

/** A dose as limits count it. */
export interface CountedDose {
  /** When it was taken (ms). */
  at: number
  /** In the unit of the plan's amounts; `"1"` where it has none: limits then count doses. */
  amount: Amount
}

type Counting = Pick<DoseAmounts, 'unit' | 'each'> | undefined

/**
 * Returns the doses that were taken and not undone, earliest first. A dose that says no amount in the plan's unit is
 * counted as the common amount.
 * @param events of one medication; their order and doubled ones make no difference
 * @param amounts those of its plan
 */
export const countedDoses = (events: readonly DoseEvent[], amounts: Counting): CountedDose[] =>
  standingEvents(events)
    .filter(({ kind }) => kind === 'taken')
    .map((event) => ({
      at: msOf(event.at),
      amount: amounts ? (takenAmountOf(event, amounts.unit) ?? amounts.each) : ONE,
    }))
    .sort((one, other) => one.at - other.at)

export const ONE = '1' as Amount
const sumOf = (doses: readonly CountedDose[]): Fraction =>
  doses.map(({ amount }) => fractionOf(amount)).reduce<Fraction>(plus, NOTHING)
const isMore = (one: Fraction, other: Fraction): boolean => plus(one, negative(other)).above > 0n

/** How far back (ms) doses matter to the limits. */
export const reachOf = ({ minHours }: DoseLimits): number => Math.max(DAY, (minHours ?? 0) * HOUR)

export interface LimitState {
  /** When it was last taken (ms); null if it never was. */
  lastAt: number | null
  /** From when (ms) the next one is due by the label, in the past too; null if the label leaves it open. */
  nextFrom: number | null
  /** How much was taken in the 24 hours before now. */
  counted: Amount
}

/**
 * Returns what a label says about a medicine now.
 * @param doses earliest first (`countedDoses`), at least those as far back as `reachOf`, and the last one
 * @param next how much the next dose would be
 * @param now milliseconds since the epoch
 */
export function limitState(limits: DoseLimits, doses: readonly CountedDose[], next: Amount, now: number): LimitState {
  const lastAt = doses.at(-1)?.at ?? null
  const recent = doses.filter(({ at }) => at > now - DAY)
  const apart = lastAt === null || limits.minHours === null ? null : lastAt + limits.minHours * HOUR
  const free = limits.maxIn24h === null ? null : freeFrom(recent, limits.maxIn24h, next)
  return { lastAt, nextFrom: later(apart, free), counted: amountOf(sumOf(recent)) }
}

/**
 * Returns when enough doses will be more than 24 hours old for another one; null if there is room now, and if there
 * never is any, so that no time would make a difference.
 */
function freeFrom(recent: readonly CountedDose[], max: Amount, next: Amount): number | null {
  const room = plus(fractionOf(max), negative(fractionOf(next)))
  if (room.above < 0n) return null
  const over = recent.findLastIndex((_, index) => isMore(sumOf(recent.slice(index)), room))
  const last = recent[over]
  return last ? last.at + DAY : null
}

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** What a label says against a dose. */
export interface LimitWarning {
  /** The dose nearest to it, if that is less than `minHours` away. */
  near: CountedDose | null
  /**
   * `over`: more than allowed in some 24 hours. `one left`: the dose before the last one allowed. `total` is what those
   * 24 hours then hold.
   */
  count: { kind: 'over' | 'one left'; total: Amount } | null
}

/**
 * Returns what the label says against logging a dose; null if nothing. Doses after it count too, because one may be
 * logged late.
 * @param doses those already taken (`countedDoses`)
 */
export function limitWarning(
  { minHours, maxIn24h }: DoseLimits,
  doses: readonly CountedDose[],
  dose: CountedDose,
): LimitWarning | null {
  const distance = ({ at }: CountedDose) => Math.abs(at - dose.at)
  const nearest = doses.toSorted((one, other) => distance(one) - distance(other))[0]
  const near = nearest && minHours !== null && distance(nearest) < minHours * HOUR ? nearest : null
  const count = maxIn24h === null ? null : countWarning(maxIn24h, doses, dose)
  return near || count ? { near, count } : null
}

function countWarning(max: Amount, doses: readonly CountedDose[], dose: CountedDose): LimitWarning['count'] {
  const all = [...doses, dose]
  // The fullest 24 hours with this dose in them end with it, or with one after it.
  const total = all
    .filter(({ at }) => at >= dose.at && at < dose.at + DAY)
    .map((end) => sumOf(all.filter(({ at }) => at <= end.at && at > end.at - DAY)))
    .reduce((most, sum) => (isMore(sum, most) ? sum : most))
  const left = plus(fractionOf(max), negative(total))
  if (left.above < 0n) return { kind: 'over', total: amountOf(total) }
  const each = fractionOf(dose.amount)
  const isOneLeft = !isMore(each, left) && isMore(plus(each, each), left)
  // not translated: a kind
  return isOneLeft ? { kind: 'one left', total: amountOf(total) } : null
}
