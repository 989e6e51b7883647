import { type Amount, type Fraction, fractionOf } from '../lib/amount.ts'

/** Hundreds of medicines have the same few amounts, and reading one takes longer than counting with it. */
const read = new Map<Amount, Fraction>()
const MOST_READ = 1000

function fractionOfDose(amount: Amount): Fraction {
  const known = read.get(amount)
  if (known) return known
  if (read.size >= MOST_READ) read.clear()
  const fraction = fractionOf(amount)
  read.set(amount, fraction)
  return fraction
}

type Doses = readonly { amount: Amount }[]

/**
 * Returns a function that takes the doses of a day, in order, from what is there, each only in full, and returns how
 * many it could. It counts in whole parts of one denominator, and equal days in one step: a year of fractions brought
 * to lowest terms takes many times as long.
 */
export function servingFrom(onHand: Amount): (doses: Doses) => number {
  let { above: left, below } = fractionOf(onHand)
  let totals = new Map<Doses, bigint>()
  const partsOf = (amount: Amount): bigint => {
    const fraction = fractionOfDose(amount)
    return fraction.above * (below / fraction.below)
  }
  /** Makes parts of which these amounts are whole numbers. */
  const refine = (doses: Doses) => {
    for (const { amount } of doses) {
      const by = fractionOfDose(amount).below
      if (below % by === 0n) continue
      left *= by
      below *= by
      totals = new Map()
    }
  }
  const totalOf = (doses: Doses): bigint => {
    const known = totals.get(doses)
    if (known !== undefined) return known
    refine(doses)
    const total = doses.reduce((sum, { amount }) => sum + partsOf(amount), 0n)
    totals.set(doses, total)
    return total
  }
  return (doses) => {
    if (doses.length === 0) return 0
    const total = totalOf(doses)
    if (total <= left) {
      left -= total
      return doses.length
    }
    return doses.findIndex(({ amount }) => {
      left -= partsOf(amount)
      return left < 0n
    })
  }
}
