import { type Amount, fractionOf } from '../../lib/amount.ts'
import { manyOf } from '../../schedule/amounts.ts'
import { type Quantity, UCUM } from './shapes.ts'

/** Units of the app that UCUM has a code for; the others are words. */
const CODES: Readonly<Record<string, string>> = { mL: 'mL', ml: 'mL', g: 'g', mg: 'mg', mcg: 'ug', µg: 'ug' }

/** Returns an exact amount as a number: of a third the nearest one there is. Its text stands beside it in the dosage. */
export function quantityOf(amount: Amount, unit: string): Quantity {
  const { above, below } = fractionOf(amount)
  const code = CODES[unit]
  const value = Number(above) / Number(below)
  return { value, unit: amount === '1' ? unit : manyOf(unit), ...(code && { system: UCUM, code }) }
}

/** Returns a duration of whole days. */
export const days = (value: number): Quantity => ({ value, unit: 'd', system: UCUM, code: 'd' })
