import * as z from 'zod/mini'
import { type Amount, fractionOf, parseAmount } from './amount.ts'

/** The largest amount of one dose or one pack: penicillin and nystatin are counted in millions of units. */
export const LARGEST_AMOUNT = 10_000_000
const LARGEST_BELOW = 1000n

const isInBounds = (amount: Amount): boolean => {
  const { above, below } = fractionOf(amount)
  return below <= LARGEST_BELOW && above <= BigInt(LARGEST_AMOUNT) * below
}

/** An amount in a request or in storage, in whatever form it was written: `0` and more. */
export const amountSchema = z.pipe(
  z.string().check(
    z.refine((text) => parseAmount(text) !== null, 'must be a decimal with at most 3 places, or a fraction like 1/3'),
    z.refine((text) => {
      const amount = parseAmount(text)
      return amount === null || isInBounds(amount)
    }, `must be at most ${LARGEST_AMOUNT}, in parts of at most a thousandth`),
  ),
  z.transform((text) => parseAmount(text) as Amount),
)

/** Returns a typed amount that can be saved; null if it is none. */
export const amountIn = (typed: string): Amount | null => amountSchema.safeParse(typed).data ?? null

/** The same of something that is there: more than 0. */
export const someAmountSchema = amountSchema.check(z.refine((amount) => amount !== '0', 'must be more than 0'))
