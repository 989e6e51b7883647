import { type Amount, parseAmount } from '../lib/amount.ts'
import type { DoseEvent } from '../records/dose-event.ts'

/** An exact amount that was taken. */
export interface Taken {
  amount: Amount
  /** Null if the user named none. */
  unit: string | null
}

type Logged = Pick<DoseEvent, 'kind' | 'amount' | 'unit' | 'takenAmount' | 'snapshot'>

/**
 * Returns how much a "taken" event took: what was really taken, else what was planned, else the rounded number of an
 * older client, if it is exact. Null for every other kind, and if nothing says it. Whether the event still stands is
 * not asked here.
 */
export function takenOf({ kind, amount, unit, takenAmount, snapshot }: Logged): Taken | null {
  if (kind !== 'taken') return null
  const exact = takenAmount ?? snapshot.amount ?? (amount === null ? null : amountOfNumber(amount))
  return exact === null || exact === '0' ? null : { amount: exact, unit: snapshot.unit ?? unit }
}

/**
 * Returns how much of a medicine a "taken" event took, in this unit; null if nothing says it, or if it is counted in
 * another unit.
 * @param unit the one in which the medicine's plan counts (`amounts.unit`)
 */
export function takenAmountOf(event: Logged, unit: string): Amount | null {
  const taken = takenOf(event)
  return taken?.unit != null && isSameUnit(taken.unit, unit) ? taken.amount : null
}

/** Older clients wrote `ml` where plans say `mL`. */
const isSameUnit = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Returns the exact amount of a number that has at most 3 places; null for any other, which no one meant exactly. */
export const amountOfNumber = (number: number): Amount | null => parseAmount(String(number))
