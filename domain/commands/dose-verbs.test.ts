import { describe, expect, test } from 'vitest'
import { doseViews, type SlotView } from '../doses/dose-views.ts'
import { foldSlot } from '../doses/slot-outcome.ts'
import { type DoseEvent, doseEventSchema } from '../records/dose-event.ts'
import { at, DEVICE, day, instant, SYDNEY, sampleEvent, sampleMedication } from '../testing/samples.ts'
import { doseCommands, undoEvent } from './dose-verbs.ts'

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
