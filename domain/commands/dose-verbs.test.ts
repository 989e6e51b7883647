import { describe, expect, test } from 'vitest'
import { doseViews, type SlotView } from '../doses/dose-views.ts'
import { foldSlot } from '../doses/slot-outcome.ts'
import { takenOf } from '../doses/taken-amount.ts'
import type { Amount } from '../lib/amount.ts'
import { type DoseEvent, doseEventSchema } from '../records/dose-event.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { at, DEVICE, day, instant, SYDNEY, sampleEvent, sampleMedication } from '../testing/samples.ts'
import { besidePlan, logAgain } from './dose-repeats.ts'
import { type DoseDetails, doseCommands, type LoggableSlot, takeExtra, takeSlot, undoEvent } from './dose-verbs.ts'

let made = 0
const source = {
  now: () => at('2026-11-20 18:04'),
  randomBytes: (length: number) => new Uint8Array(length).fill(++made),
}
const author = { device: { id: DEVICE, name: 'Phone' }, source }

function viewOf(events: DoseEvent[]): SlotView {
  const { slots } = doseViews({
    medications: [sampleMedication()],
    events,
    from: day('2026-11-20'),
    to: day('2026-11-20'),
    zone: SYDNEY,
    now: at('2026-11-20 18:04'),
  })
  const [first] = slots
  if (!first) throw new Error('Metformin has a slot at 8:00')
  return first
}

const correct = (logged: DoseEvent[], kind: 'taken' | 'skipped') =>
  doseCommands(author, {
    verb: 'correct',
    dose: viewOf(logged),
    to: { kind, details: { at: instant('2026-11-20 07:45'), note: 'Remembered' } },
  }).map((command) => command.args)

const oneAndAHalf = { amount: '1.5' as Amount, unit: 'tablet' }

describe('the amount of a dose', () => {
  const { slot, ...view } = viewOf([])
  const planned = { ...view, slot: { ...slot, plannedAmount: oneAndAHalf } }
  const take = (details?: DoseDetails, dose: LoggableSlot = planned) => takeSlot(author, dose, details).args

  test.each<[string, DoseDetails | undefined, Partial<DoseEvent>]>([
    ['that one press takes is the planned one', undefined, { amount: null, unit: null }],
    ['given as planned differs from nothing', oneAndAHalf, { amount: 1.5, unit: 'tablet' }],
    [
      'that differs is exact, and rounded for older clients',
      { amount: '1/3' as Amount, unit: 'tablet' },
      { amount: 1 / 3, unit: 'tablet', takenAmount: '1/3' as Amount },
    ],
    [
      'beyond what older clients read is only exact',
      { amount: '20000' as Amount, unit: 'tablet' },
      { amount: null, unit: null, takenAmount: '20000' as Amount },
    ],
    [
      'in a unit too long for older clients has a number alone',
      { amount: '2' as Amount, unit: 'level measuring spoons' },
      { amount: 2, unit: null, takenAmount: '2' as Amount },
    ],
  ])('%s', (_rule, details, fields) => {
    const event = take(details)
    expect(event).toEqual({
      ...take(),
      ...fields,
      id: event.id,
      snapshot: { ...take({}, { ...view, slot }).snapshot, ...oneAndAHalf },
    })
    expect(doseEventSchema.parse(event)).toEqual(event)
  })

  test('without a slot is the one of each dose', () => {
    const amounts = { each: oneAndAHalf.amount, unit: 'tablet' }
    const { args } = takeExtra(author, { ...sampleMedication(), amounts })
    expect(args.snapshot).toMatchObject(oneAndAHalf)
    expect(args).not.toHaveProperty('takenAmount')
  })

  test('goes along with an event that is logged again or beside the plan', () => {
    const event = take({ amount: '1/3' as Amount, unit: 'tablet' })
    for (const again of [logAgain(author, event).args, besidePlan(event).args]) {
      expect(takenOf(again)).toEqual({ amount: '1/3', unit: 'tablet' })
      expect(again.amount).toBe(1 / 3)
    }
  })

  test('that has waited since before 1970 is logged without its planned instant', () => {
    const waiting = { ...slot, date: day('1960-01-01'), id: slotIdOf(slot.medicationId, day('1960-01-01'), slot.time) }
    const event = takeSlot(author, { ...view, slot: { ...waiting, plannedAt: at('1960-01-01 08:00') } }).args
    expect(event.snapshot).not.toHaveProperty('plannedAt')
    expect(doseEventSchema.parse(event)).toEqual(event)
  })

  test('beside the plan has no planned instant any more', () => {
    const event = takeSlot(author, { ...view, slot: { ...slot, plannedAt: slot.at } }).args
    expect(event.snapshot.plannedAt).toBe(instant('2026-11-20 08:00'))
    const { args } = besidePlan(event)
    expect(args.snapshot).not.toHaveProperty('plannedAt')
    expect(doseEventSchema.parse(args)).toEqual(args)
    expect(logAgain(author, event).args.snapshot).toEqual(event.snapshot)
  })

  test('stays what it was when the dose is not in the plan any more', () => {
    const views = doseViews({
      medications: [],
      events: [take()],
      from: slot.date,
      to: slot.date,
      zone: SYDNEY,
      now: source.now(),
    })
    expect(views.slots[0]?.slot.plannedAmount).toEqual(oneAndAHalf)
  })
})

describe('a correction', () => {
  test.each([
    ['taken', 'taken'],
    ['taken', 'skipped'],
    ['skipped', 'taken'],
  ] as const)('of a dose that was %s leaves it %s, once', (before, after) => {
    const logged = [sampleEvent(1, { kind: before })]
    const outcome = foldSlot([...logged, ...correct(logged, after)])
    expect(outcome).toMatchObject({
      kind: after,
      event: { at: instant('2026-11-20 07:45'), note: 'Remembered' },
    })
    if (outcome.kind === 'taken') expect(outcome.events).toHaveLength(1)
  })

  test('of a dose that was logged twice takes both back', () => {
    const logged = [sampleEvent(1), sampleEvent(2)]
    expect(foldSlot([...logged, ...correct(logged, 'taken')])).toMatchObject({
      events: [{ note: 'Remembered' }],
    })
  })

  test('is itself undone by undoing everything it wrote', () => {
    const logged = [sampleEvent(1)]
    const made = correct(logged, 'skipped')
    const undos = made.map((event) => undoEvent(author, event).args)
    expect(foldSlot([...logged, ...made, ...undos])).toMatchObject({ kind: 'taken', event: logged[0] })
  })

  test('writes events that the server takes', () => {
    const logged = [sampleEvent(1)]
    const made = correct(logged, 'taken')
    for (const event of [...made, ...made.map((one) => undoEvent(author, one).args)]) {
      expect(doseEventSchema.safeParse(event)).toMatchObject({ success: true })
    }
  })
})
