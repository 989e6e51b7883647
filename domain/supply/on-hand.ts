import { type Amount, amountOf, type Fraction, fractionOf } from '../lib/amount.ts'
import { NOTHING, negative, plus } from '../lib/fractions.ts'
import type { Instant } from '../lib/instant.ts'
import type { SupplyEvent } from '../records/supply-event.ts'

/** A dose that was taken and not undone, with the amount that was really taken. */
export interface TakenAmount {
  at: Instant
  amount: Amount
}

export interface OnHand {
  /** What is there; never below 0. */
  amount: Amount
  /** How much more was logged than was there: `"0"` as a rule. */
  excess: Amount
}

/**
 * Returns what is there of a medicine: the latest count, with what was added, discarded and taken after it. The events
 * are a set: their order and doubled ones make no difference. Null while nothing was ever counted or added.
 *
 * Without a count, the first pack is the beginning: doses from before it were taken from something nobody counted.
 * @param events all of one medicine
 * @param taken all of it, in its unit
 */
export function onHandOf(events: Iterable<SupplyEvent>, taken: Iterable<TakenAmount>): OnHand | null {
  const standing = standingEvents(events)
  const count = standing.findLast(({ kind }) => kind === 'counted')
  const start = count ?? standing.find(({ kind }) => kind === 'added')
  if (start === undefined) return null
  let sum = NOTHING
  for (const event of standing.slice(standing.indexOf(start)))
    if (event.amount !== null) sum = plus(sum, signed(event.kind, event.amount))
  for (const { at, amount } of taken) if (at > start.at) sum = plus(sum, negative(fractionOf(amount)))
  const isBelow = sum.above < 0n
  return { amount: amountOf(isBelow ? NOTHING : sum), excess: amountOf(isBelow ? negative(sum) : NOTHING) }
}

const signed = (kind: SupplyEvent['kind'], amount: Amount): Fraction =>
  kind === 'discarded' ? negative(fractionOf(amount)) : fractionOf(amount)

/** Returns the events that nothing undid, each once, by time and then id. An undo is itself none of them. */
export function standingEvents(events: Iterable<SupplyEvent>): SupplyEvent[] {
  const byId = new Map([...events].map((event) => [event.id, event]))
  const undone = new Set([...byId.values()].map(({ undoes }) => undoes))
  return [...byId.values()]
    .filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
    .sort((one, other) => (one.at < other.at || (one.at === other.at && one.id < other.id) ? -1 : 1))
}
