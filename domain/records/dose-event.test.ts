import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { DoseEventId, MedicationId, SlotId } from '../lib/ids.ts'
import type { Instant } from '../lib/instant.ts'
import { instant, sampleEvent, sampleId } from '../testing/samples.ts'
import { type DoseEvent, doseEventSchema, loggedDoseEventSchema } from './dose-event.ts'

const until = instant('2026-11-20 08:15')
const snooze = sampleEvent(1, { kind: 'snoozed', until })
const undo = sampleEvent(2, { kind: 'undone', undoes: sampleId<DoseEventId>(1) })
const extra = sampleEvent(3, { slot: null, amount: 0.5, unit: 'tablets', note: 'with tea' })
const EXACT = { snapshot: { ...sampleEvent(1).snapshot, amount: '1.5' as Amount, unit: 'tablet' } }
const PLANNED_AT = { snapshot: { ...sampleEvent(1).snapshot, plannedAt: instant('2026-11-20 08:00', 'Asia/Tokyo') } }
const withSnapshot = (snapshot: Record<string, unknown>) => {
  const event = sampleEvent(1)
  return { ...event, snapshot: { ...event.snapshot, ...snapshot } }
}
const problems = (value: unknown) =>
  doseEventSchema.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

describe('a dose event', () => {
  it.each<[string, DoseEvent]>([
    ['a dose taken', sampleEvent(1)],
    ['a dose skipped', sampleEvent(1, { kind: 'skipped' })],
    ['a snooze', snooze],
    ['an undo', undo],
    ['an undo of an extra dose', { ...undo, ...sampleEvent(2, { slot: null }), kind: 'undone', undoes: undo.undoes }],
    ['an extra dose with amount, unit and note', extra],
    ['a dose with its planned amount', sampleEvent(1, EXACT)],
    ['a dose with its planned instant', sampleEvent(1, PLANNED_AT)],
    ['a dose of which more was taken', sampleEvent(1, { ...EXACT, takenAmount: '1/3' as Amount })],
  ])('is kept as it is: %s', (_what, event) => {
    expect(doseEventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event)
  })

  it('may leave out what has no value', () => {
    const { slotId: _1, until: _2, undoes: _3, amount: _4, unit: _5, note: _6, deviceName: _7, ...rest } = extra
    const { date: _8, time: _9, ...snapshot } = rest.snapshot
    expect(doseEventSchema.parse({ ...rest, snapshot })).toEqual({
      ...extra,
      amount: null,
      unit: null,
      note: null,
      deviceName: '',
    })
  })

  it.each([
    '1970-01-01T00:00:07.000Z',
    '1999-12-31T23:59:59.000Z',
    '2031-05-05T05:05:05.000Z',
    '2999-01-01T00:00:00.000Z',
  ])('is never refused for its time: %s', (at) => {
    expect(problems(sampleEvent(1, { at: at as Instant, loggedAt: at as Instant }))).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['a snooze without its end', { ...snooze, until: null }, 'until: must be given for a snooze, and only then'],
    ['a taken dose that rests', sampleEvent(1, { until }), 'until: must be given for a snooze, and only then'],
    ['an undo of nothing', { ...undo, undoes: null }, 'undoes: must be given for an undo, and only then'],
    [
      'a skip that undoes',
      sampleEvent(1, { kind: 'skipped', undoes: sampleId<DoseEventId>(2) }),
      'undoes: must be given for an undo, and only then',
    ],
    [
      'a planned amount without a unit',
      withSnapshot({ amount: '1' }),
      'snapshot: must carry a planned amount with its unit',
    ],
    [
      'a unit without a planned amount',
      withSnapshot({ unit: 'mL' }),
      'snapshot: must carry a planned amount with its unit',
    ],
    [
      'a skipped dose of which something was taken',
      sampleEvent(1, { kind: 'skipped', takenAmount: '1' as Amount }),
      'takenAmount: belongs to a dose taken',
    ],
    [
      'a dose without a slot that says its planned instant',
      { ...extra, snapshot: { ...extra.snapshot, plannedAt: instant('2026-11-20 08:00') } },
      'snapshot.plannedAt: belongs to a planned dose',
    ],
    [
      'the planned instant of another day',
      withSnapshot({ plannedAt: instant('2026-11-22 08:00') }),
      'snapshot.plannedAt: must be the instant of the planned date and time in some time zone',
    ],
    ['an undo of itself', { ...undo, undoes: undo.id }, 'undoes: must name another event'],
    [
      'a skip without a slot',
      sampleEvent(1, { slot: null, kind: 'skipped' }),
      'slotId: must be given: only a planned dose can be skipped or snoozed',
    ],
    [
      'a snooze without a slot',
      sampleEvent(1, { slot: null, kind: 'snoozed', until }),
      'slotId: must be given: only a planned dose can be skipped or snoozed',
    ],
    [
      'a slot without its planned time',
      withSnapshot({ time: null }),
      'snapshot: must carry the planned date and time of its slot',
    ],
    [
      'a slot without its planned date',
      withSnapshot({ date: null }),
      'snapshot: must carry the planned date and time of its slot',
    ],
    [
      'the slot of another time',
      withSnapshot({ time: '09:00' }),
      'slotId: must be the slot of that medication, date and time',
    ],
    [
      'the slot of another medication',
      { ...sampleEvent(1), medicationId: sampleId<MedicationId>(2) },
      'slotId: must be the slot of that medication, date and time',
    ],
  ])('is refused as %s', (_what, event, problem) => {
    expect(problems(event)).toEqual([problem])
  })

  it.each<[string, unknown]>([
    ['id', { ...sampleEvent(1), id: 'one' }],
    ['medicationId', { ...sampleEvent(1), medicationId: null }],
    ['slotId', sampleEvent(1, { slotId: 'short' as SlotId })],
    ['kind', { ...sampleEvent(1), kind: 'forgotten' }],
    ['at', { ...sampleEvent(1), at: '2026-02-30T08:00:00Z' }],
    ['loggedAt', { ...sampleEvent(1), loggedAt: 1_790_000_000 }],
    ['deviceId', { ...sampleEvent(1), deviceId: undefined }],
    ['deviceName', sampleEvent(1, { deviceName: 'x'.repeat(81) })],
    ['amount', sampleEvent(1, { amount: 0 })],
    ['amount', sampleEvent(1, { amount: -1 })],
    ['amount', sampleEvent(1, { amount: 10_001 })],
    ['amount', sampleEvent(1, { amount: Number.NaN })],
    ['amount', sampleEvent(1, { amount: Number.POSITIVE_INFINITY })],
    ['amount', { ...sampleEvent(1), amount: '1' }],
    ['unit', sampleEvent(1, { unit: 'x'.repeat(21) })],
    ['note', sampleEvent(1, { note: 'x'.repeat(501) })],
    ['note', sampleEvent(1, { note: 'a\u0000b' })],
    ['note', sampleEvent(1, { note: '\ud800' })],
    ['snapshot.name', withSnapshot({ name: 'x'.repeat(201) })],
    ['snapshot.name', withSnapshot({ name: '\udc00' })],
    ['snapshot.dosage', withSnapshot({ dosage: null })],
    ['snapshot.date', withSnapshot({ date: '2026-02-30' })],
    ['snapshot.time', withSnapshot({ time: '24:00' })],
  ])('names the field to blame first: %s', (field, event) => {
    expect(doseEventSchema.safeParse(event).error?.issues[0]?.path.join('.')).toBe(field)
  })

  it('may be as long as its limits', () => {
    const event = sampleEvent(1, {
      deviceName: 'x'.repeat(80),
      unit: 'x'.repeat(20),
      note: 'x'.repeat(500),
      amount: 10_000,
    })
    expect(problems(event)).toEqual([])
  })

  it('with an unknown field is refused, not cut', () => {
    expect(problems({ ...sampleEvent(1), mood: 'good' })).toHaveLength(1)
    expect(problems(withSnapshot({ colour: 'white' }))).toHaveLength(1)
  })
})

describe('an event in an answer', () => {
  const logged = { ...sampleEvent(1), seq: 7, receivedAt: instant('2026-11-20 08:03') }

  it('carries its place in the log and the server’s receipt time', () => {
    expect(loggedDoseEventSchema.parse(logged)).toEqual(logged)
    expect(loggedDoseEventSchema.safeParse(sampleEvent(1)).success).toBe(false)
    expect(loggedDoseEventSchema.safeParse({ ...logged, seq: -1 }).success).toBe(false)
  })

  it('is read even when a newer server says more', () => {
    const newer = { ...logged, mood: 'good', snapshot: { ...logged.snapshot, colour: 'white' } }
    expect(loggedDoseEventSchema.parse(newer)).toEqual(logged)
  })
})
