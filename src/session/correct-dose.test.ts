import { describe, expect, test } from 'vitest'
import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import { foldSlot } from '#domain/doses/slot-outcome.ts'
import { type DoseEvent, doseEventSchema } from '#domain/records/dose-event.ts'
import { at, DEVICE, day, instant, SYDNEY, sampleEvent, sampleMedication } from '#domain/testing/samples.ts'
import { undoEvent } from '#src/data/dose-commands.ts'
import { testSource } from '#src/testing/device.ts'
import { correctionCommands } from './correct-dose.ts'

const author = { device: { id: DEVICE, name: 'Phone' }, source: testSource(at('2026-11-20 18:04')) }

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
  correctionCommands(author, viewOf(logged), {
    kind,
    details: { at: instant('2026-11-20 07:45'), note: 'Remembered' },
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
