import type { DoseEventId } from '../lib/ids.ts'
import { addDays, daysBetween, type LocalDate } from '../lib/local-time.ts'
import type { LoggedDoseEvent } from '../records/dose-event.ts'
import {
  BASE64URL,
  DATES,
  FIRST_DATE,
  type LogColumns,
  plannedSlot,
  RANDOM_LENGTH,
  remembering,
  type Sparse,
} from './log-columns.ts'

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab])([0-9a-f]{3})-([0-9a-f]{12})$/

/**
 * Returns events, in any order, as columns. Violations of `loggedDoseEventSchema` are not corrected: reading the
 * columns refuses them.
 */
export function logColumnsOf(events: readonly LoggedDoseEvent[]): LogColumns {
  const plans = distinct<LogColumns['plans'][number]>()
  const devices = distinct<LogColumns['devices'][number]>()
  const deeds = distinct<LogColumns['deeds'][number]>()
  const at = events.map((event) => Date.parse(event.at))
  const loggedAt = events.map((event) => Date.parse(event.loggedAt))
  const ids = events.map(({ id }) => splitId(id))
  const daysOf = remembering(daysTo)
  let day = 0
  const days = events.map(({ snapshot: { date } }) => {
    if (date !== null) day = daysOf(date)
    return day
  })
  return {
    count: events.length,
    plan: events.map(({ medicationId, snapshot: { name, dosage, date, time, amount, unit } }) =>
      plans.placeOf({ medicationId, name, dosage, time, hasDate: date !== null, amount, unit }),
    ),
    plans: plans.values,
    device: events.map(({ deviceId, deviceName }) => devices.placeOf({ deviceId, deviceName })),
    devices: devices.values,
    deed: events.map(({ kind, amount, unit, takenAmount, movedTo, note, by }) =>
      deeds.placeOf({ kind, amount, unit, takenAmount, movedTo, note, by }),
    ),
    deeds: deeds.values,
    date: differences(days),
    at: differences(at),
    loggedAt: loggedAt.map((ms, row) => ms - (at[row] as number)),
    receivedAt: events.map((event, row) => Date.parse(event.receivedAt) - (loggedAt[row] as number)),
    seq: differences(events.map(({ seq }) => (Number.isSafeInteger(seq) ? seq : Number.NaN))),
    idTime: ids.map((id, row) => (id ? id.ms - (loggedAt[row] as number) : 0)),
    idVariant: ids.map((id) => id?.variant ?? '8').join(''),
    idRandom: ids.map((id) => id?.random ?? 'A'.repeat(RANDOM_LENGTH)).join(''),
    ids: sparseOf(events, ({ id }, row) => (ids[row] ? undefined : id)),
    until: sparseOf(events, ({ until }, row) => (until === null ? undefined : Date.parse(until) - (at[row] as number))),
    plannedAt: sparseOf(events, ({ snapshot: { plannedAt } }, row) =>
      plannedAt === undefined ? undefined : Date.parse(plannedAt) - (at[row] as number),
    ),
    undoes: sparseOf(events, ({ undoes }) => undoes ?? undefined),
    slotIds: sparseOf(events, ({ medicationId, slotId, snapshot: { date, time } }) =>
      slotId === plannedSlot(medicationId, date, time) ? undefined : slotId,
    ),
  }
}

/** Collects each distinct value once, in order of first appearance. */
function distinct<Value>() {
  const places = new Map<string, number>()
  const values: Value[] = []
  return {
    values,
    placeOf(value: Value): number {
      const text = JSON.stringify(value)
      const known = places.get(text)
      if (known !== undefined) return known
      places.set(text, values.length)
      return values.push(value) - 1
    },
  }
}

/** Returns the days from 1970-01-01 to the date; NaN if it does not exist, like February 30. */
function daysTo(date: LocalDate): number {
  const days = daysBetween(FIRST_DATE, date)
  return days >= DATES.first && days < DATES.end && addDays(FIRST_DATE, days) === date ? days : Number.NaN
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, row) => value - (row === 0 ? 0 : (values[row - 1] as number)))

function sparseOf<Value>(
  events: readonly LoggedDoseEvent[],
  valueIn: (event: LoggedDoseEvent, row: number) => Value | undefined,
): Sparse<Value> {
  const sparse: Sparse<Value> = { rows: [], values: [] }
  for (const [row, event] of events.entries()) {
    const value = valueIn(event, row)
    if (value === undefined) continue
    sparse.rows.push(row)
    sparse.values.push(value)
  }
  return sparse
}

interface SplitId {
  ms: number
  variant: string
  random: string
}

function splitId(id: DoseEventId): SplitId | null {
  const found = UUID_V7.exec(id)
  if (!found) return null
  const [, high = '', low = '', first = '', variant = '', second = '', last = ''] = found
  const digits = first + second + last
  let random = ''
  for (let from = 0; from < digits.length; from += 3) {
    const bits = Number.parseInt(digits.slice(from, from + 3), 16)
    random += BASE64URL.charAt(bits >> 6) + BASE64URL.charAt(bits & 63)
  }
  return { ms: Number.parseInt(high + low, 16), variant, random }
}
