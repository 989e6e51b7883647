import words from '../vocabulary/plan-words.json' with { type: 'json' }
import { amountAt, amountText, durationAt, type SaidAmount } from './amounts.ts'
import type { Cursor, Taken } from './cursor.ts'

/** One step of a taper or titration; `days` is null in the last one where it goes on. */
export interface ReadStep {
  amount: string
  days: number | null
}

/** Steps one after another. */
export interface ReadSteps {
  unit: string
  steps: ReadStep[]
}

interface Step {
  amount: SaidAmount
  days: number | null
}

const MOST_STEPS = 60
const MARKS = [',', '.', ';', '-', '–']
/** What may stand before `down` and `up`. */
const BEFORE_CHANGE = [...MARKS, ...words.step.filter((word) => !['down', 'up'].includes(word))]

/** Returns the steps that begin there; null unless there are at least two and all of them are clear. */
export function stepsAt(cursor: Cursor, at: number): Taken<ReadSteps> | null {
  const first = stepAt(cursor, at)
  if (!first) return null
  const read = changingBy(cursor, first) ?? oneByOne(cursor, first)
  if (!read || read.value.length < 2 || read.value.length > MOST_STEPS) return null
  const unit = first.value.amount.unit
  const others = read.value.map(({ amount }) => amount.unit ?? unit)
  if (unit === null || others.some((other) => other !== unit)) return null
  const steps = read.value.map(({ amount, days }) => ({ amount: amountText(amount), days }))
  return { value: { unit, steps }, next: read.next }
}

/** How often, inside of a step: what is read of it comes from the text around the steps. */
const oftenEnd = (cursor: Cursor, at: number): number => {
  let end = at
  for (let next = cursor.afterAny(end, words.often); next !== null; next = cursor.afterAny(end, words.often)) end = next
  return end
}

function stepAt(cursor: Cursor, at: number): Taken<Step> | null {
  const amount = amountAt(cursor, at)
  if (!amount) return null
  const start = cursor.past(oftenEnd(cursor, amount.next), [','])
  const days = durationAt(cursor, start)
  if (!days) return { value: { amount: amount.value, days: null }, next: oftenEnd(cursor, amount.next) }
  return { value: { amount: amount.value, days: days.value }, next: oftenEnd(cursor, days.next) }
}

/** `then 15 mg for 5 days, then 10 mg`: only the last step may go on, and only `then` leads to one that does. */
function oneByOne(cursor: Cursor, first: Taken<Step>): Taken<Step[]> | null {
  const steps = [first.value]
  let end = first.next
  for (;;) {
    const gap = cursor.past(end, [...MARKS, 'and'])
    const then = cursor.afterAny(gap, words.then)
    const led = cursor.past(then ?? gap, ['by', 'take', ...MARKS])
    const stop = then === null ? null : cursor.afterAny(led, words.stop)
    if (stop !== null) return isClosed(steps) ? { value: steps, next: stop } : null
    const next = gap > end || then !== null ? stepAt(cursor, led) : null
    if (!next || (next.value.days === null && then === null) || steps.at(-1)?.days === null) break
    steps.push(next.value)
    end = next.next
  }
  return steps.slice(0, -1).every(({ days }) => days !== null) ? { value: steps, next: end } : null
}

const isClosed = (steps: readonly Step[]): boolean => steps.every(({ days }) => days !== null)

/** `then down by 5 every 5 days`, `increase by 25 mg every 2 weeks up to 100 mg`. */
function changingBy(cursor: Cursor, { value: first, next }: Taken<Step>): Taken<Step[]> | null {
  const start = cursor.past(next, BEFORE_CHANGE)
  const down = cursor.afterAny(start, words.down)
  const up = cursor.afterAny(start, words.up)
  const by = cursor.after(cursor.past(down ?? up ?? start, words.step), 'by')
  const change = by === null || (down ?? up) === null ? null : amountAt(cursor, by)
  if (!change) return null
  const every = durationAt(cursor, change.next)
  if (!every || (change.value.unit ?? first.amount.unit) !== first.amount.unit) return null
  const last = lastAt(cursor, every.next)
  const by1000 = down === null ? change.value.thousandths : -change.value.thousandths
  const steps = stepsTo(first, by1000, every.value, last?.value ?? null)
  return steps && { value: steps, next: last?.next ?? every.next }
}

/** Where it ends: `until you stop`, `down to 5 mg`, `up to 100 mg`. */
function lastAt(cursor: Cursor, at: number): Taken<SaidAmount | 'stop'> | null {
  const start = cursor.past(at, [',', 'then', 'and', 'down', 'up'])
  const led = cursor.afterAny(start, ['until', 'till', 'to'])
  const stop = cursor.afterAny(cursor.past(led ?? start, ['you', 'i', 'are', 'it', 'is', 'at']), words.stop)
  if (stop !== null) return { value: 'stop', next: stop }
  return led === null ? null : amountAt(cursor, led)
}

/** Down without an end means down to nothing; up without an end is left open. */
function stepsTo(first: Step, change: number, every: number, last: SaidAmount | 'stop' | null): Step[] | null {
  if (last === null && change > 0) return null
  const end = last === null || last === 'stop' ? null : last.thousandths
  const steps: Step[] = [{ ...first, days: first.days ?? every }]
  let amount = first.amount.thousandths + change
  const isWithin = () => (end === null ? amount > 0 : change > 0 ? amount <= end : amount >= end)
  for (; isWithin() && steps.length <= MOST_STEPS; amount += change) {
    steps.push({ amount: { ...first.amount, thousandths: amount }, days: amount === end ? null : every })
  }
  const reached = steps.at(-1)?.amount.thousandths
  return end !== null && reached !== end ? null : steps
}
