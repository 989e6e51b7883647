import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sized } from '#tests/support/long.ts'
import { type DoseEventId, newId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { addDays, DAY, localTimeOf } from '../lib/local-time.ts'
import { type LoggedDoseEvent, loggedDoseEventSchema } from '../records/dose-event.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { day, instant, sampleEvent, sampleId } from '../testing/samples.ts'
import type { LogColumns } from './log-columns.ts'
import { eventsOfColumns } from './log-columns-read.ts'
import { logColumnsOf } from './log-columns-write.ts'

/** Returns what arrives at the other end. */
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const rowsSchema = z.array(loggedDoseEventSchema)
/** Returns what the row schema makes of the same rows; null if it refuses one of them. */
const asRows = (events: unknown): unknown => rowsSchema.safeParse(overTheWire(events)).data ?? null
const throughColumns = (events: LoggedDoseEvent[]) => eventsOfColumns(overTheWire(logColumnsOf(events)))

const sample = (number: number, fields: Parameters<typeof sampleEvent>[1] = {}): LoggedDoseEvent => ({
  ...sampleEvent(number, fields),
  seq: number,
  receivedAt: instant('2026-11-20 08:03'),
})

const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null })
const instants = (first: number, end: number) =>
  fc
    .oneof(fc.integer({ min: first, max: end - 1 }), few(first, end - 1), fc.integer({ min: NOW, max: NOW + DAY }))
    .map(toInstant)
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const NOW = Date.UTC(2026, 10, 20)
const anyInstant = instants(Date.UTC(1970), Date.UTC(9999))
const ids = fc.oneof(
  fc.uuid({ version: 7 }),
  fc.uuid(),
  few(
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-0000-0000-000000000000',
  ),
)
const texts = (max: number) =>
  fc.oneof(
    few('', 'With tea', ' two ', '\ufeffa', 'x'.repeat(max), '\u{1f48a}'.repeat(max)),
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\u0000')),
  )
const dates = fc.oneof(
  fc.integer({ min: 0, max: 900 }).map((days) => addDays(day('2025-01-01'), days)),
  few('0001-01-01', '9999-12-31', '2024-02-29'),
)

/** Any event that a log may contain, with instants in no order and slots that cannot be derived from anything. */
const legalEvent = fc
  .record({
    id: ids,
    medicationId: fc.oneof(few(sampleId(1), sampleId(2)), ids),
    slotId: fc.oneof({ weight: 3, arbitrary: few('its own') }, few(null, 'epGYG3oN-xOuGL_aM6ZYfg', '_'.repeat(22))),
    kind: few('taken', 'skipped', 'snoozed', 'undone'),
    at: anyInstant,
    loggedAt: anyInstant,
    until: orNull(anyInstant),
    undoes: orNull(ids),
    deviceId: fc.oneof(few(sampleId(900)), ids),
    deviceName: texts(80),
    amount: orNull(fc.oneof(few(0.1, 5e-324, 10_000), fc.double({ min: 5e-324, max: 10_000, noNaN: true }))),
    unit: orNull(texts(20)),
    takenAmount: optional(few('0.5', '1/3')),
    movedTo: optional(few('00:00', '23:59')),
    by: optional(fc.record({ id: ids, name: texts(161) })),
    plannedAmount: optional(few('1.5', '10000000')),
    plannedUnit: optional(few('tablet', 'x'.repeat(30))),
    plannedAt: optional(anyInstant),
    note: orNull(texts(500)),
    name: texts(200),
    dosage: texts(200),
    date: orNull(dates),
    time: orNull(fc.integer({ min: 0, max: 1439 }).map(localTimeOf)),
    seq: fc.oneof(fc.nat(), few(0, Number.MAX_SAFE_INTEGER)),
    receivedAt: instants(Date.UTC(2000), Date.UTC(2200)),
  })
  .map(
    ({
      name,
      dosage,
      date,
      time,
      plannedAmount: amount,
      plannedUnit: unit,
      plannedAt,
      takenAmount,
      movedTo,
      by,
      slotId,
      ...event
    }) => ({
      ...event,
      ...(takenAmount && { takenAmount }),
      ...(movedTo && { movedTo }),
      ...(by && { by }),
      slotId: slotId === 'its own' ? slotOf(event.medicationId, date, time) : slotId,
      snapshot: {
        name,
        dosage,
        date,
        time,
        ...(amount && { amount }),
        ...(unit && { unit }),
        ...(plannedAt && { plannedAt }),
      },
    }),
  ) as unknown as fc.Arbitrary<LoggedDoseEvent>

const slotOf = (medicationId: string, date: string | null, time: string | null) =>
  date === null || time === null ? null : slotIdOf(medicationId as never, date as never, time as never)

/** Field values at the limits of what is allowed, or beyond. */
const odd: Record<string, unknown[]> = {
  id: ['01900000-0000-7000-8000-00000000000A', '01900000-0000-7000-c000-000000000001', 'one', '', 1],
  medicationId: ['01900000-0000-9000-8000-000000000001', 'one', null],
  slotId: ['short', '='.repeat(22), 'x'.repeat(23), 1],
  kind: ['forgotten', null],
  at: ['1969-12-31T23:59:59.999Z', '9999-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', 'now', null],
  loggedAt: ['1969-12-31T23:59:59.999Z', '9998-12-31T23:59:59.999Z', '9999-01-01T00:00:00.000Z', ''],
  until: ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z', 'later'],
  undoes: ['01900000-0000-7000-8000-00000000000A', 'one', 1],
  deviceId: ['one', null],
  deviceName: ['x'.repeat(81), ` ${'x'.repeat(80)} `, 'a\u0000', '\ud83d', null],
  amount: [0, -1, 10_000.1, '1', Number.POSITIVE_INFINITY],
  unit: ['x'.repeat(21), ` ${'x'.repeat(20)} `, 1],
  takenAmount: ['0', '0.3333', '-1', '100001', 1, null],
  movedTo: ['24:00', '8:00', '', 8, null],
  note: ['x'.repeat(501), 'a\u0000', '\udc8a', {}],
  name: ['x'.repeat(201), '\ud83d', null],
  dosage: ['x'.repeat(201), null],
  date: ['2026-02-30', '0000-12-31', '2026-1-1', '+10000-01-01', ''],
  time: ['24:00', '8:00', ''],
  plannedAt: ['1969-12-31T23:59:59.999Z', '9999-01-01T00:00:00.000Z', 'now', null],
  seq: [-1, 1.5, Number.MAX_SAFE_INTEGER + 1, null, '1'],
  receivedAt: ['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z', ''],
}
const oddEvent = fc
  .tuple(
    legalEvent,
    few(...Object.entries(odd).flatMap(([field, values]) => values.map((value) => [field, value] as const))),
  )
  .map(([event, [field, value]]) =>
    field in event.snapshot || field === 'plannedAt'
      ? { ...event, snapshot: { ...event.snapshot, [field]: value } }
      : { ...event, [field]: value },
  ) as fc.Arbitrary<LoggedDoseEvent>

/** Which of all the values inside (counted round and round), and what happens to it. */
const damage = fc.record({
  at: fc.nat(),
  how: few<(value: unknown) => unknown>(
    () => undefined,
    () => null,
    () => [],
    () => '1',
    () => -1,
    () => 0,
    () => 2 ** 53,
    (value) => (typeof value === 'number' ? value + 1 : value),
    (value) => (typeof value === 'number' ? value * 1e6 : value),
    (value) => (typeof value === 'string' ? value.slice(1) : value),
    (value) => (typeof value === 'string' ? value.toUpperCase() : value),
    (value) => (Array.isArray(value) ? value.slice(1) : value),
    (value) => (Array.isArray(value) ? [...value, value[0]] : value),
    (value) => (Array.isArray(value) ? value.toReversed() : value),
  ),
})

/** Returns a copy with one of its values, at any depth, replaced. */
function damaged(value: unknown, at: number, how: (value: unknown) => unknown): unknown {
  let left = at % countOf(value)
  const copy = (part: unknown): unknown => {
    left -= 1
    if (left === -1) return how(part)
    if (Array.isArray(part)) return part.map(copy)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner)]))
  }
  return copy(value)
}

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 0)
    : 1

describe('a page of the log as columns', () => {
  it('carries every event that a log may hold, in the order it has', () => {
    fc.assert(
      fc.property(fc.array(legalEvent, { maxLength: 8 }), (events) => {
        const rows = asRows(events)
        expect(rows).not.toBeNull()
        expect(throughColumns(events)).toEqual(rows)
      }),
    )
  })

  it('is accepted exactly when all of its rows are, and then gives what they give', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(legalEvent, oddEvent, (legal, other) => {
        const events = [legal, other, legal]
        const rows = asRows(events)
        expect(throughColumns(events)).toEqual(rows)
        seen[rows === null ? 'refused' : 'accepted'] += 1
      }),
      { numRuns: sized({ short: 300, long: 1000 }) },
    )
    expect(seen.accepted).toBeGreaterThan(sized({ short: 5, long: 20 }))
    expect(seen.refused).toBeGreaterThan(sized({ short: 5, long: 20 }))
  })

  it('gives events or nothing, whatever was damaged on the way', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.array(legalEvent, { minLength: 1, maxLength: 4 }), damage, (events, { at, how }) => {
        const columns = damaged(overTheWire(logColumnsOf(events)), at, how)
        const read = eventsOfColumns(columns)
        if (read !== null) expect(read).toEqual(asRows(read))
        seen[read === null ? 'refused' : 'accepted'] += 1
      }),
      { numRuns: sized({ short: 300, long: 1000 }) },
    )
    expect(seen.accepted).toBeGreaterThan(sized({ short: 5, long: 20 }))
    expect(seen.refused).toBeGreaterThan(sized({ short: 5, long: 20 }))
  })

  it.each<[string, (columns: LogColumns) => unknown]>([
    ['a row that is missing in one column', (columns) => columns.seq.pop()],
    ['a row too many in one column', (columns) => columns.deed.push(0)],
    ['another count', (columns) => (columns.count += 1)],
    ['half an integer', (columns) => (columns.at[1] = 0.5)],
    ['a number as a text', (columns) => (columns.loggedAt[0] = '0' as never)],
    ['a null among numbers', (columns) => (columns.date[0] = null as never)],
    ['a place that is not among the plans', (columns) => (columns.plan[0] = 1)],
    ['a place before them', (columns) => (columns.device[0] = -1)],
    ['an id with a digit too few', (columns) => (columns.idRandom = columns.idRandom.slice(1))],
    ['a sign that is no digit', (columns) => (columns.idRandom = `=${columns.idRandom.slice(1)}`)],
    ['a variant of another kind of id', (columns) => (columns.idVariant = '88c')],
    ['a line break behind the variants', (columns) => (columns.idVariant = '88\n')],
    ['an id before 1970', (columns) => (columns.idTime[0] = -(2 ** 48))],
    ['an exception of no row', (columns) => columns.undoes.rows.push(3)],
    ['an exception without a value', (columns) => columns.until.rows.push(0)],
    ['a planned instant after 9999', (columns) => (columns.plannedAt = { rows: [0], values: [3e14] })],
    ['exceptions out of order', (columns) => (columns.slotIds = { rows: [1, 0], values: [null, null] })],
    ['two exceptions of a row', (columns) => (columns.slotIds = { rows: [1, 1], values: [null, null] })],
    ['nothing', () => null],
  ])('is refused with %s', (what, change) => {
    const columns = overTheWire(logColumnsOf([sample(1), sample(2), sample(3)])) as LogColumns
    expect(eventsOfColumns(columns)).toHaveLength(3)
    change(columns)
    expect(eventsOfColumns(what === 'nothing' ? null : columns)).toBeNull()
  })

  it('is read even when a newer server says more', () => {
    const columns = overTheWire(logColumnsOf([sample(1)])) as LogColumns
    const plans = columns.plans.map((plan) => ({ ...plan, colour: 'white' }))
    expect(eventsOfColumns({ ...columns, plans, mood: ['good'] })).toEqual([sample(1)])
  })

  it('says nothing twice: not the slot of a planned dose, nor the instant in an id', () => {
    const events = [sample(1), sample(2), sample(3)].map((event) => ({
      ...event,
      id: newId<DoseEventId>({
        now: () => Date.parse(event.loggedAt),
        randomBytes: (n) => new Uint8Array(n),
      }),
    }))
    expect(logColumnsOf(events)).toMatchObject({
      slotIds: { rows: [] },
      ids: { rows: [] },
      idTime: [0, 0, 0],
      plans: [{ name: 'Metformin XR' }],
    })
  })
})
