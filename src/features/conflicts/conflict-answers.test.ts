import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { besidePlan } from '#domain/commands/dose-repeats.ts'
import type { DoseAuthor } from '#domain/commands/dose-verbs.ts'
import { slotConflict } from '#domain/doses/slot-conflict.ts'
import { foldSlot, standingEvents } from '#domain/doses/slot-outcome.ts'
import type { DeviceId } from '#domain/lib/ids.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import { type DoseEvent, doseEventSchema } from '#domain/records/dose-event.ts'
import { at, instant, sampleEvent, sampleId } from '#domain/testing/samples.ts'
import { testSource } from '#src/testing/device.ts'
import { answerCommands, answersTo, type ConflictAnswer } from './conflict-answers.ts'

const device = (number: number) => ({ id: sampleId<DeviceId>(900 + number), name: `Device ${number}` })

/** A device with its own clock and ids. */
function author(number: number): DoseAuthor {
  const source = testSource(at('2026-11-20 12:00') + number)
  return { device: device(number), source }
}

const by = (number: number, kind: 'taken' | 'skipped' = 'taken', fields: Partial<DoseEvent> = {}) => {
  const { id: deviceId, name: deviceName } = device(number)
  return sampleEvent(number, {
    kind,
    at: instant(`2026-11-20 08:0${number}`),
    deviceId,
    deviceName,
    ...fields,
  })
}

/** Returns what a device that sees those events writes with its answer; nothing if it sees no conflict. */
function answered(seen: readonly DoseEvent[], answer: ConflictAnswer, number: number): DoseEvent[] {
  const conflict = slotConflict(seen)
  if (!conflict) return []
  return answerCommands(author(number), conflict, answer).map(({ args }) => args)
}

const SLOT = by(1).slotId
const ofSlot = (events: readonly DoseEvent[]) => events.filter(({ slotId }) => slotId === SLOT)
/** Returns the doses outside the plan that stand; an event counts once by its id. */
const extras = (events: readonly DoseEvent[]) => standingEvents(events.filter(({ slotId }) => slotId === null))
const outcome = (events: readonly DoseEvent[]) => {
  const fold = foldSlot(ofSlot(events))
  if (fold.kind === 'open') return ['open', extras(events).length]
  return [fold.kind, fold.kind === 'taken' ? fold.events.length : 1, extras(events).length]
}

describe('an answer', () => {
  test.each<[string, DoseEvent[], ConflictAnswer, unknown[]]>([
    ['one dose of two', [by(1), by(2)], 'one', ['taken', 1, 0]],
    ['one dose of three', [by(1), by(2), by(3)], 'one', ['taken', 1, 0]],
    ['two doses', [by(1), by(2)], 'all', ['taken', 1, 1]],
    ['three doses', [by(1), by(2), by(3)], 'all', ['taken', 1, 2]],
    ['it was taken', [by(1), by(2, 'skipped')], 'taken', ['taken', 1, 0]],
    ['it was skipped', [by(1), by(2, 'skipped')], 'skipped', ['skipped', 1, 0]],
  ])('%s: S4.5 ends the question, on however many devices it is given', (_what, events, answer, expected) => {
    for (const devices of [[1], [1, 2], [1, 2, 3]]) {
      const log = [...events, ...devices.flatMap((number) => answered(events, answer, number))]
      expect(slotConflict(ofSlot(log))).toBeNull()
      expect(outcome(log)).toEqual(expected)
    }
  })

  test('of one dose keeps the earliest entry', () => {
    const log = [by(2), by(1)]
    expect(foldSlot([...log, ...answered(log, 'one', 3)])).toMatchObject({ event: by(1) })
  })

  test('of a skip keeps its time and note', () => {
    const log = [by(1), by(2, 'skipped', { note: 'Felt sick' })]
    const fold = foldSlot([...log, ...answered(log, 'skipped', 3)])
    expect(fold).toMatchObject({ kind: 'skipped', event: { at: by(2).at, note: 'Felt sick' } })
  })

  test('writes events that the server and the store accept', () => {
    for (const events of [
      [by(1), by(2)],
      [by(1), by(2, 'skipped')],
    ]) {
      const conflict = slotConflict(events)
      for (const answer of conflict ? answersTo(conflict) : []) {
        for (const event of answered(events, answer, 1)) expect(doseEventSchema.parse(event)).toEqual(event)
      }
    }
  })
})

test('a dose beside the plan is the same event whoever moves it, with what was logged', () => {
  const event = by(2, 'taken', { amount: 2, unit: 'tablet', note: 'with tea' })
  const stored = { ...event, seq: 7, receivedAt: instant('2026-11-20 09:00') }
  const { args } = besidePlan(event)
  expect(besidePlan(stored).args).toEqual(args)
  expect(args).toMatchObject({
    at: event.at,
    amount: 2,
    note: 'with tea',
    slotId: null,
    deviceId: device(2).id,
  })
  expect(uuidSchema.safeParse(args.id).success).toBe(true)
  expect(besidePlan(by(3)).args.id).not.toBe(args.id)
})

describe('answers of devices that do not know of each other', () => {
  const entries = fc
    .array(fc.constantFrom('taken' as const, 'skipped' as const), { minLength: 2, maxLength: 4 })
    .map((kinds) => kinds.map((kind, index) => by(index + 1, kind)))
  const story = entries.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.array(
        fc.record({
          seen: fc.subarray(events, { minLength: 2 }),
          answer: fc.constantFrom<ConflictAnswer>('one', 'all', 'taken', 'skipped'),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    ),
  )
  const play = ([events, answers]: [DoseEvent[], { seen: DoseEvent[]; answer: ConflictAnswer }[]]) => [
    ...events,
    ...answers.flatMap(({ seen, answer }, index) => {
      const conflict = slotConflict(seen)
      return conflict && answersTo(conflict).includes(answer) ? answered(seen, answer, index + 1) : []
    }),
  ]

  test('S4.5 never leave the dose open, whatever each of them saw and said', () => {
    fc.assert(
      fc.property(story, (told) => {
        expect(foldSlot(ofSlot(play(told))).kind).not.toBe('open')
      }),
    )
  })

  test('S4.5 give the same in whatever order they arrive', () => {
    const shuffled = story.chain((told) => {
      const log = play(told)
      return fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length }))
    })
    fc.assert(
      fc.property(shuffled, ([log, other]) => {
        expect(outcome(other)).toEqual(outcome(log))
        expect(slotConflict(ofSlot(other))).toEqual(slotConflict(ofSlot(log)))
      }),
    )
  })

  test('S4.5 never make more doses of the entries than there were', () => {
    fc.assert(
      fc.property(story, (told) => {
        const log = play(told)
        const fold = foldSlot(ofSlot(log))
        const doses = (fold.kind === 'taken' ? fold.events.length : 0) + extras(log).length
        expect(doses).toBeLessThanOrEqual(told[0].filter(({ kind }) => kind === 'taken').length)
      }),
    )
  })
})
