import { type Fraction, lowest } from './amount.ts'

export const NOTHING: Fraction = { above: 0n, below: 1n }

/** Returns the sum of two fractions, in lowest terms. */
export const plus = (one: Fraction, other: Fraction): Fraction =>
  lowest({ above: one.above * other.below + other.above * one.below, below: one.below * other.below })

/** Returns the fraction with its sign changed. */
export const negative = ({ above, below }: Fraction): Fraction => ({ above: -above, below })
