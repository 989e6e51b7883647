import { type Amount, amountOf, fractionOf } from './amount.ts'

/** Returns the next multiple of a half above an amount, or below it: at least a half; 1 if there is no amount yet. */
export function nextHalf(amount: Amount | null, by: 'more' | 'less'): Amount {
  if (amount === null) return '1' as Amount
  const { above, below } = fractionOf(amount)
  const halves = (above * 2n) / below
  const isWhole = (above * 2n) % below === 0n
  const next = by === 'more' ? halves + 1n : isWhole ? halves - 1n : halves
  return amountOf({ above: next < 1n ? 1n : next, below: 2n })
}
