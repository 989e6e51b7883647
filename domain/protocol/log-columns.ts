import * as z from 'zod/mini'
import { type DoseEventId, doseEventIdSchema, type MedicationId, slotIdSchema } from '../lib/ids.ts'
import { ANY_YEARS, toInstant, YEARS, type Years } from '../lib/instant.ts'
import { addDays, daysBetween, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { type LoggedDoseEvent, loggedDoseEventSchema } from '../records/dose-event.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { dosesPageEnd } from './doses.ts'

/*
 * A page of the log as columns (decision 012): what follows from something else is left out, instants are differences, and
 * what repeats is said once. The columns are checked as wholes, for exactly what `loggedDoseEventSchema` asks of each row.
 */

const { shape } = loggedDoseEventSchema
const { shape: snapshot } = shape.snapshot

const isIntegers = (value: unknown): boolean => {
  if (!Array.isArray(value)) return false
  for (const element of value) if (!Number.isSafeInteger(element)) return false
  return true
}

/** One integer per row, checked in one go: a schema for each of them would take longer than all the rest. */
const integers = z.pipe(
  z.unknown().check(z.refine(isIntegers, 'must be integers')),
  z.transform((value) => value as number[]),
)

/** The values of a few rows, by ascending row. */
const sparse = <Schema extends z.ZodMiniType>(value: Schema) => z.object({ rows: integers, values: z.array(value) })

const logColumnsSchema = z.object({
  /** How many rows. Each of the integers below is one per row. */
  count: z.int().check(z.nonnegative()),
  /** What was planned: the distinct ones, and which of them a row has. */
  plans: z.array(
    z.object({
      medicationId: shape.medicationId,
      name: snapshot.name,
      dosage: snapshot.dosage,
      time: snapshot.time,
      hasDate: z.boolean(),
    }),
  ),
  plan: integers,
  devices: z.array(z.object({ deviceId: shape.deviceId, deviceName: shape.deviceName })),
  device: integers,
  /** What was done. */
  deeds: z.array(z.object({ kind: shape.kind, amount: shape.amount, unit: shape.unit, note: shape.note })),
  deed: integers,
  /** Planned date in days after that of the row before, of the first row after 1970-01-01; 0 where there is none. */
  date: integers,
  /** Instants are in milliseconds: `at` after that of the row before, of the first row after 1970. */
  at: integers,
  /** After the row's `at`. */
  loggedAt: integers,
  /** After the row's `loggedAt`. */
  receivedAt: integers,
  /** After that of the row before, of the first row after 0. */
  seq: integers,
  /** The id is a UUIDv7: its instant after the row's `loggedAt`, ... */
  idTime: integers,
  /** ... its variant digit, ... */
  idVariant: z.string(),
  /** ... and its other 18 random digits, as 12 of base64url. */
  idRandom: z.string(),
  /** Ids that are something else. */
  ids: sparse(doseEventIdSchema),
  /** In milliseconds after the row's `at`; of every other row null. */
  until: sparse(z.int()),
  /** Of every other row null. */
  undoes: sparse(doseEventIdSchema),
  /** Of every other row the slot of its medication, planned date and time, or null where date or time is. */
  slotIds: sparse(z.nullable(slotIdSchema)),
})
export type LogColumns = z.infer<typeof logColumnsSchema>

/** A page of GET /api/doses with `form=columns`. */
export const dosesColumnsAnswer = z.extend(dosesPageEnd, { columns: logColumnsSchema })

interface Sparse<Value> {
  rows: number[]
  values: Value[]
}

/** From `first` on, before `end`. */
interface Range {
  first: number
  end: number
}

const FIRST_DATE = '1970-01-01' as LocalDate
/** In days after it. */
const DATES = {
  first: daysBetween(FIRST_DATE, '0001-01-01' as LocalDate),
  end: daysBetween(FIRST_DATE, '9999-12-31' as LocalDate) + 1,
}
const instantsOf = ({ first, end }: Years): Range => ({ first: Date.UTC(first), end: Date.UTC(end) })
const INSTANTS = instantsOf(YEARS)
const ANY_INSTANTS = instantsOf(ANY_YEARS)
const COUNTERS = { first: 0, end: Number.MAX_SAFE_INTEGER + 1 }
const ID_INSTANTS = { first: 0, end: 2 ** 48 }

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab])([0-9a-f]{3})-([0-9a-f]{12})$/
/** Three hexadecimal digits are two of base64url. */
const RANDOM_LENGTH = 12

/**
 * Events, in any order, as columns. What breaks `loggedDoseEventSchema` in one of them is not mended: whoever reads the
 * columns refuses it.
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
    plan: events.map(({ medicationId, snapshot: { name, dosage, date, time } }) =>
      plans.placeOf({ medicationId, name, dosage, time, hasDate: date !== null }),
    ),
    plans: plans.values,
    device: events.map(({ deviceId, deviceName }) => devices.placeOf({ deviceId, deviceName })),
    devices: devices.values,
    deed: events.map(({ kind, amount, unit, note }) => deeds.placeOf({ kind, amount, unit, note })),
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
    undoes: sparseOf(events, ({ undoes }) => undoes ?? undefined),
    slotIds: sparseOf(events, ({ medicationId, slotId, snapshot: { date, time } }) =>
      slotId === plannedSlot(medicationId, date, time) ? undefined : slotId,
    ),
  }
}

class Damaged extends Error {}

/**
 * The events of such columns, in their order; null unless all of them are events as `loggedDoseEventSchema` has them.
 * @param value what came over the wire: anything
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
  const undoes = valuesOf(columns.undoes, count)
  const slotIds = valuesOf(columns.slotIds, count)
  const dateOf = remembering((days: number) => addDays(FIRST_DATE, days))
  if (plan.length !== count || device.length !== count || deed.length !== count) throw new Damaged()

  const rows: LoggedDoseEvent[] = []
  for (let row = 0; row < count; row += 1) {
    const { medicationId, name, dosage, time, hasDate } = entryOf(columns.plans, plan[row])
    const { deviceId, deviceName } = entryOf(columns.devices, device[row])
    const { kind, amount, unit, note } = entryOf(columns.deeds, deed[row])
    const date = hasDate ? dateOf(day[row] as number) : null
    const atMs = at[row] as number
    const atText = toInstant(atMs)
    const rest = until.get(row)
    const slotId = slotIds.get(row)
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
      note,
      snapshot: { name, dosage, date, time },
      seq: seq[row] as number,
      receivedAt: toInstant(receivedAt[row] as number),
    })
  }
  return rows
}

const plannedSlot = (medicationId: MedicationId, date: LocalDate | null, time: LocalTime | null) =>
  date === null || time === null ? null : slotIdOf(medicationId, date, time)

/** Each distinct value once, in the order of their first appearance. */
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

function entryOf<Value>(values: readonly Value[], place: number | undefined): Value {
  const value = values[place ?? -1]
  if (value === undefined) throw new Damaged()
  return value
}

/** A day is asked for once for all its doses. */
function remembering<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = work(key)
      known.set(key, value)
    }
    return value
  }
}

/** Days from 1970-01-01 to the date; NaN for what is none, as February 30 is to V8. */
function daysTo(date: LocalDate): number {
  const days = daysBetween(FIRST_DATE, date)
  return days >= DATES.first && days < DATES.end && addDays(FIRST_DATE, days) === date ? days : Number.NaN
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, row) => value - (row === 0 ? 0 : (values[row - 1] as number)))

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

/** Sums of integers are exact as long as they are within such a range. */
function inRange({ first, end }: Range, value: number): number {
  if (!(value >= first && value < end)) throw new Damaged()
  return value
}

function within(range: Range, values: number[]): number[] {
  for (const value of values) inRange(range, value)
  return values
}

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

function valuesOf<Value>({ rows, values }: Sparse<Value>, count: number): Map<number, Value> {
  if (rows.length !== values.length) throw new Damaged()
  let before = -1
  for (const row of rows) {
    if (row <= before || row >= count) throw new Damaged()
    before = row
  }
  return new Map(rows.map((row, index) => [row, values[index] as Value]))
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

/** Checks the columns of ids and answers what reads the one of a row. */
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
