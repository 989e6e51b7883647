import * as z from 'zod/mini'
import type { DoseEventId } from '../lib/ids.ts'
import { ANY_YEARS, toInstant, YEARS, type Years } from '../lib/instant.ts'
import { addDays } from '../lib/local-time.ts'
import type { LoggedDoseEvent } from '../records/dose-event.ts'
import {
  BASE64URL,
  DATES,
  FIRST_DATE,
  type LogColumns,
  logColumnsSchema,
  plannedSlot,
  RANDOM_LENGTH,
  remembering,
  type Sparse,
} from './log-columns.ts'

/** From `first` up to but not including `end`. */
interface Range {
  first: number
  end: number
}

const instantsOf = ({ first, end }: Years): Range => ({ first: Date.UTC(first), end: Date.UTC(end) })
const INSTANTS = instantsOf(YEARS)
const ANY_INSTANTS = instantsOf(ANY_YEARS)

const COUNTERS = { first: 0, end: Number.MAX_SAFE_INTEGER + 1 }
const ID_INSTANTS = { first: 0, end: 2 ** 48 }

class Damaged extends Error {}

/**
 * Returns the events in the columns, in order; null unless all of them match `loggedDoseEventSchema`.
 * @param value anything that came over the wire
 */
export function eventsOfColumns(value: unknown): LoggedDoseEvent[] | null {
  const columns = z.safeParse(logColumnsSchema, value)
  if (!columns.success) return null
  try {
    return rowsOf(columns.data)
  } catch (error) {
    if (error instanceof Damaged) return null
    throw error
  }
}

function rowsOf(columns: LogColumns): LoggedDoseEvent[] {
  const { count } = columns
  const { plan, device, deed } = columns
  const day = within(DATES, sums(columns.date, count))
  const seq = within(COUNTERS, sums(columns.seq, count))
  const at = within(ANY_INSTANTS, sums(columns.at, count))
  const loggedAt = within(ANY_INSTANTS, after(at, columns.loggedAt))
  const receivedAt = within(INSTANTS, after(loggedAt, columns.receivedAt))
  const idOf = readIds(columns, loggedAt)
  const ids = valuesOf(columns.ids, count)
  const until = valuesOf(columns.until, count)
  const plannedAt = valuesOf(columns.plannedAt ?? NO_VALUES, count)
  const undoes = valuesOf(columns.undoes, count)
  const slotIds = valuesOf(columns.slotIds, count)
  const dateOf = remembering((days: number) => addDays(FIRST_DATE, days))
  if (plan.length !== count || device.length !== count || deed.length !== count) throw new Damaged()

  const rows: LoggedDoseEvent[] = []
  for (let row = 0; row < count; row += 1) {
    const planned = entryOf(columns.plans, plan[row])
    const { medicationId, name, dosage, time, hasDate } = planned
    const { deviceId, deviceName } = entryOf(columns.devices, device[row])
    const { kind, amount, unit, takenAmount, movedTo, note, by } = entryOf(columns.deeds, deed[row])
    const date = hasDate ? dateOf(day[row] as number) : null
    const atMs = at[row] as number
    const atText = toInstant(atMs)
    const rest = until.get(row)
    const slotId = slotIds.get(row)
    const fromPlan = plannedAt.get(row)
    rows.push({
      id: ids.get(row) ?? idOf(row),
      medicationId,
      slotId: slotId === undefined ? plannedSlot(medicationId, date, time) : slotId,
      kind,
      at: atText,
      loggedAt: loggedAt[row] === atMs ? atText : toInstant(loggedAt[row] as number),
      until: rest === undefined ? null : toInstant(inRange(ANY_INSTANTS, atMs + rest)),
      undoes: undoes.get(row) ?? null,
      deviceId,
      deviceName,
      amount,
      unit,
      ...(takenAmount !== undefined && { takenAmount }),
      ...(movedTo !== undefined && { movedTo }),
      note,
      snapshot: {
        name,
        dosage,
        date,
        time,
        ...amountOf(planned),
        ...(fromPlan !== undefined && { plannedAt: toInstant(inRange(ANY_INSTANTS, atMs + fromPlan)) }),
      },
      seq: seq[row] as number,
      receivedAt: toInstant(receivedAt[row] as number),
      ...(by !== undefined && { by }),
    })
  }
  return rows
}

const NO_VALUES: Sparse<never> = { rows: [], values: [] }

const amountOf = ({ amount, unit }: LogColumns['plans'][number]) => ({
  ...(amount !== undefined && { amount }),
  ...(unit !== undefined && { unit }),
})

function entryOf<Value>(values: readonly Value[], place: number | undefined): Value {
  const value = values[place ?? -1]
  if (value === undefined) throw new Damaged()
  return value
}

function sums(differences: readonly number[], count: number): number[] {
  if (differences.length !== count) throw new Damaged()
  let sum = 0
  return differences.map((difference) => {
    sum += difference
    return sum
  })
}

function after(values: readonly number[], differences: readonly number[]): number[] {
  if (differences.length !== values.length) throw new Damaged()
  return values.map((value, row) => value + (differences[row] as number))
}

/** Sums of integers are exact while they stay within such a range. */
function inRange({ first, end }: Range, value: number): number {
  if (!(value >= first && value < end)) throw new Damaged()
  return value
}

function within(range: Range, values: number[]): number[] {
  for (const value of values) inRange(range, value)
  return values
}

function valuesOf<Value>({ rows, values }: Sparse<Value>, count: number): Map<number, Value> {
  if (rows.length !== values.length) throw new Damaged()
  let before = -1
  for (const row of rows) {
    if (row <= before || row >= count) throw new Damaged()
    before = row
  }
  return new Map(rows.map((row, index) => [row, values[index] as Value]))
}

/** Checks the columns of ids and returns a function that reads the id of a row. */
function readIds(columns: LogColumns, loggedAt: readonly number[]): (row: number) => DoseEventId {
  const { idVariant, idRandom } = columns
  const ms = within(ID_INSTANTS, after(loggedAt, columns.idTime))
  if (idVariant.length !== ms.length || !/^[89ab]*$/.test(idVariant)) throw new Damaged()
  if (idRandom.length !== ms.length * RANDOM_LENGTH || !/^[\w-]*$/.test(idRandom)) throw new Damaged()
  const digitsOf = remembering((pair: string) => {
    const bits = (BASE64URL.indexOf(pair.charAt(0)) << 6) | BASE64URL.indexOf(pair.charAt(1))
    return bits.toString(16).padStart(3, '0')
  })
  return (row) => {
    const from = row * RANDOM_LENGTH
    const three = (place: number) => digitsOf(idRandom.slice(from + place, from + place + 2))
    const time = (ms[row] as number).toString(16).padStart(12, '0')
    const last = three(4) + three(6) + three(8) + three(10)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${three(0)}-${idVariant[row]}${three(2)}-${last}` as DoseEventId
  }
}
