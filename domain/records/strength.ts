import type { Amount } from '../lib/amount.ts'

/** How much is in one of what is taken, in the words of the label (additions, 1.2): 500 mg per tablet. */
export interface Strength {
  amount: Amount
  unit: string
  per: string
}

/** The longest unit, in characters. */
export const LONGEST_UNIT = 30
