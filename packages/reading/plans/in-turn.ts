import words from '../vocabulary/plan-words.json' with { type: 'json' }
import { amountAt, amountText, type SaidAmount } from './amounts.ts'
import type { Cursor, Taken } from './cursor.ts'

/** Amounts of whole days in turn: `5 and 4 mg in turn`. */
export interface ReadInTurn {
  unit: string
  amounts: string[]
}

const MOST_DAYS = 62

/** Returns the amounts in turn that begin there. */
export function inTurnAt(cursor: Cursor, at: number): Taken<ReadInTurn> | null {
  return dayByDay(cursor, at) ?? listed(cursor, at)
}

/** `alternating 5 and 4 mg`, `5 mg and 4 mg on alternate days`. */
function listed(cursor: Cursor, at: number): Taken<ReadInTurn> | null {
  const led = cursor.afterAny(at, words.alternate)
  const list = listAt(cursor, cursor.past(led ?? at, ['between', 'with']))
  if (!list) return null
  const trailing = cursor.afterAny(list.next, words.inTurn)
  if (led === null && trailing === null) return null
  return inOneUnit(list.value, trailing ?? list.next)
}

function listAt(cursor: Cursor, at: number): Taken<SaidAmount[]> | null {
  const amounts: SaidAmount[] = []
  let end = at
  for (;;) {
    const amount = amountAt(cursor, amounts.length === 0 ? end : cursor.past(end, [',', 'and', '/', 'with']))
    if (!amount) break
    amounts.push(amount.value)
    end = amount.next
  }
  return amounts.length > 1 && amounts.length <= MOST_DAYS ? { value: amounts, next: end } : null
}

/** `5 mg one day and 4 mg the next`. */
function dayByDay(cursor: Cursor, at: number): Taken<ReadInTurn> | null {
  const one = amountAt(cursor, at)
  const day = one && cursor.afterAny(cursor.past(one.next, ['on']), ['1 day', 'one day'])
  const other = day === null ? null : amountAt(cursor, cursor.past(day, [',', 'and', 'then']))
  const next = other && cursor.after(cursor.past(other.next, ['on']), 'the next')
  if (!one || !other || next === null) return null
  return inOneUnit([one.value, other.value], cursor.past(next, ['day']))
}

/** The unit may be said once for all of them. */
function inOneUnit(amounts: readonly SaidAmount[], next: number): Taken<ReadInTurn> | null {
  const said = new Set(amounts.map(({ unit }) => unit).filter((unit) => unit !== null))
  const [unit] = said
  return unit !== undefined && said.size === 1 ? { value: { unit, amounts: amounts.map(amountText) }, next } : null
}
