import { describe, expect, it } from 'vitest'
import { toInstant } from '../lib/instant.ts'
import { DAY, HOUR, MINUTE } from '../lib/local-time.ts'
import { at, sampleEvent } from '../testing/samples.ts'
import type { SlotOutcome } from './slot-outcome.ts'
import { type DoseState, isOpen, isSettled, missedAt, ringStart, slotState } from './slot-state.ts'

const slot = { at: at('2026-11-20 08:00') }
const open: SlotOutcome = { kind: 'open' }
const taken: SlotOutcome = { kind: 'taken', event: sampleEvent(1), events: [sampleEvent(1)] }
const skipped: SlotOutcome = { kind: 'skipped', event: sampleEvent(1, { kind: 'skipped' }) }
const snoozedFor = (after: number): SlotOutcome => {
  const until = toInstant(slot.at + after)
  return { kind: 'snoozed', event: sampleEvent(1, { kind: 'snoozed', until }), until }
}
const stateAt = (after: number, outcome: SlotOutcome = open, nextAfter?: number): DoseState =>
  slotState(slot, outcome, nextAfter === undefined ? undefined : slot.at + nextAfter, slot.at + after)

describe('the state of a dose that nobody logged', () => {
  it.each<[number, DoseState]>([
    [-DAY, 'upcoming'],
    [-1, 'upcoming'],
    [0, 'due'],
    [15 * MINUTE - 1, 'due'],
    [15 * MINUTE, 'late'],
    [DAY - 1, 'late'],
    [DAY, 'missed'],
    [30 * DAY, 'missed'],
  ])('without another dose planned: %i ms after its time it is %s', (after, state) => {
    expect(stateAt(after)).toBe(state)
  })

  it.each<[number, number, DoseState]>([
    [12 * HOUR - 1, 12 * HOUR, 'late'],
    [12 * HOUR, 12 * HOUR, 'missed'],
    [DAY - 1, 36 * HOUR, 'late'],
    [DAY, 36 * HOUR, 'missed'],
    [10 * MINUTE, 10 * MINUTE, 'due'],
    [15 * MINUTE - 1, 10 * MINUTE, 'due'],
    [15 * MINUTE, 10 * MINUTE, 'missed'],
  ])('%i ms after its time, the next dose planned %i ms after it: %s', (after, nextAfter, state) => {
    expect(stateAt(after, open, nextAfter)).toBe(state)
  })

  it('is missed from the next dose or after 24 hours, whichever is first', () => {
    expect(missedAt(slot, undefined)).toBe(slot.at + DAY)
    expect(missedAt(slot, slot.at + HOUR)).toBe(slot.at + HOUR)
    expect(missedAt(slot, slot.at + 2 * DAY)).toBe(slot.at + DAY)
  })
})

describe('the state of a snoozed dose', () => {
  it.each<[number, DoseState]>([
    [5 * MINUTE, 'snoozed'],
    [30 * MINUTE - 1, 'snoozed'],
    [30 * MINUTE, 'due'],
    [45 * MINUTE - 1, 'due'],
    [45 * MINUTE, 'late'],
    [DAY, 'missed'],
  ])('snoozed for 30 minutes, %i ms after its planned time it is %s', (after, state) => {
    expect(stateAt(after, snoozedFor(30 * MINUTE))).toBe(state)
  })

  it.each<[number, DoseState]>([
    [12 * HOUR, 'snoozed'],
    [13 * HOUR - 1, 'snoozed'],
    [13 * HOUR, 'due'],
    [13 * HOUR + 15 * MINUTE - 1, 'due'],
    [13 * HOUR + 15 * MINUTE, 'missed'],
  ])(
    'snoozed beyond the next dose it still rings for its own window: %i ms after its time it is %s',
    (after, state) => {
      expect(stateAt(after, snoozedFor(13 * HOUR), 12 * HOUR)).toBe(state)
    },
  )

  it('a snooze that ended before the planned instant (the plan zone changed) does not move it forward', () => {
    expect(ringStart(slot, snoozedFor(-HOUR))).toBe(slot.at)
    expect(stateAt(-1, snoozedFor(-HOUR))).toBe('upcoming')
    expect(stateAt(0, snoozedFor(-HOUR))).toBe('due')
  })
})

describe('the state of a settled dose', () => {
  it.each([-DAY, -1, 0, 15 * MINUTE, DAY, 30 * DAY])('is what was logged at any time: %i ms after', (after) => {
    expect(stateAt(after, taken)).toBe('taken')
    expect(stateAt(after, skipped, HOUR)).toBe('skipped')
  })
})

it.each<[DoseState, boolean, boolean]>([
  ['upcoming', false, false],
  ['due', false, true],
  ['late', false, true],
  ['snoozed', false, true],
  ['taken', true, false],
  ['skipped', true, false],
  ['missed', false, false],
])('%s: settled is %s, asked for is %s', (state, settled, asked) => {
  expect(isSettled(state)).toBe(settled)
  expect(isOpen(state)).toBe(asked)
})
