import planWords from '../vocabulary/plan-words.json' with { type: 'json' }
import units from '../vocabulary/units.json' with { type: 'json' }
import type { Cursor, Taken } from './cursor.ts'

/** How much, as said: in thousandths, so that sums are exact; the unit is null where it was not said again. */
export interface SaidAmount {
  thousandths: number
  unit: string | null
}

const WEIGHTS: Readonly<Record<string, string>> = {
  mg: 'mg',
  milligram: 'mg',
  milligrams: 'mg',
  mcg: 'mcg',
  µg: 'mcg',
  microgram: 'mcg',
  micrograms: 'mcg',
  g: 'g',
  gram: 'g',
  grams: 'g',
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ...units.list.flatMap(({ unit, words }) => words.map((word): [string, string] => [word.toLowerCase(), unit])),
  ...Object.entries(WEIGHTS),
])

/** Parts that are spoken or written as a sign; a third is not a number of thousandths. */
const PARTS: Readonly<Record<string, number>> = { half: 500, quarter: 250, '½': 500, '¼': 250, '¾': 750 }

/** Returns the amount that stands there: `25 mg`, `half a tablet`, `1½ tablets`, `15`. */
export function amountAt(cursor: Cursor, at: number): Taken<SaidAmount> | null {
  const start = cursor.after(at, 'a') ?? at
  const number = partAt(cursor, start) ?? (start === at ? wholeAt(cursor, at) : null)
  if (!number || number.value <= 0) return null
  const word = cursor.tokens[number.next]?.text ?? ''
  const unit = UNITS.get(word) ?? null
  if (unit === null && planWords.notAmounts.includes(word)) return null
  return { value: { thousandths: number.value, unit }, next: unit === null ? number.next : number.next + 1 }
}

function partAt(cursor: Cursor, at: number): Taken<number> | null {
  const part = PARTS[cursor.tokens[at]?.text ?? '']
  if (part === undefined) return null
  return { value: part, next: cursor.past(at + 1, ['of', 'a', 'an']) }
}

function wholeAt(cursor: Cursor, at: number): Taken<number> | null {
  const whole = cursor.number(at)
  if (!whole) return null
  const thousandths = Math.round(whole.value * 1000)
  // Never a rounded amount.
  if (thousandths / 1000 !== whole.value) return null
  const sign = cursor.tokens[whole.next]
  const part = sign?.glued ? PARTS[sign.text] : undefined
  return part === undefined
    ? { value: thousandths, next: whole.next }
    : { value: thousandths + part, next: whole.next + 1 }
}

/** Returns the amount as a text: `25`, `2.5`. */
export const amountText = ({ thousandths }: SaidAmount): string => String(thousandths / 1000)

const DAYS: Readonly<Record<string, number>> = { day: 1, days: 1, week: 7, weeks: 7, fortnight: 14, fortnights: 14 }

/** Returns the days that stand there: `for 2 weeks`, `5 days`, `a week`. */
export function durationAt(cursor: Cursor, at: number): Taken<number> | null {
  const start = cursor.past(at, ['for', 'the', 'first', '1st', 'next', 'another', 'following', 'every', 'each'])
  const one = cursor.after(start, 'a')
  const number = one === null ? cursor.number(start) : { value: 1, next: one }
  const counted = number ?? (start > at ? { value: 1, next: start } : null)
  if (!counted) return null
  const days = DAYS[cursor.tokens[counted.next]?.text ?? '']
  if (days === undefined || !Number.isInteger(counted.value) || counted.value < 1) return null
  return { value: counted.value * days, next: counted.next + 1 }
}
