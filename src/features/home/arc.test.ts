import { describe, expect, test } from 'vitest'
import type { DoseState } from '#domain/doses/slot-state.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { day, METFORMIN } from '#domain/testing/samples.ts'
import { arcKey, arcSentence, dayArc, isDayDone, pointAt, spanOf } from './arc.ts'

const view = (time: string, state: DoseState) => ({
  state,
  slot: {
    id: time as SlotId,
    medicationId: METFORMIN,
    date: day('2026-11-20'),
    time: time as LocalTime,
    at: 0,
  },
})
const wall = (time: string) => time as LocalTime

const MIXED = [
  view('08:00', 'taken'),
  view('08:00', 'taken'),
  view('13:00', 'skipped'),
  view('18:00', 'due'),
  view('21:00', 'upcoming'),
]

describe('the span', () => {
  test.each([
    [[], 5 * 60, 23 * 60],
    [['08:00', '21:30'], 5 * 60, 23 * 60],
    [['04:40', '23:30'], 4 * 60, 24 * 60],
  ])('of %j is at least 5 AM to 11 PM and ends on whole hours', (times, from, to) => {
    expect(spanOf(times.map(wall))).toEqual({ from, to })
  })
})

describe('the arc', () => {
  test('starts and ends on the ground and is highest in the middle', () => {
    expect(pointAt(0)).toEqual({ x: 26, y: 94 })
    expect(pointAt(1)).toEqual({ x: 302, y: 94 })
    expect(pointAt(0.5)).toEqual({ x: 164, y: 26 })
  })

  test('keeps the sun on it before the first and after the last hour', () => {
    expect(dayArc(MIXED, wall('00:10')).sun).toEqual(pointAt(0))
    expect(dayArc(MIXED, wall('23:59')).sun).toEqual(pointAt(1))
  })

  test('has the sun at now', () => {
    expect(dayArc(MIXED, wall('14:00')).sun).toEqual(pointAt(0.5))
  })

  test('has one bead for each time, and none for the due dose', () => {
    const { beads } = dayArc(MIXED, wall('18:04'))
    expect(beads.map(({ time, state }) => `${time} ${state}`)).toEqual([
      '08:00 taken',
      '13:00 skipped',
      '21:00 upcoming',
    ])
  })

  test('shows of several doses at one time the one that is not settled', () => {
    const { beads } = dayArc([view('08:00', 'taken'), view('08:00', 'missed')], wall('18:04'))
    expect(beads.map(({ state }) => state)).toEqual(['missed'])
  })

  test('walked and left meet at the sun', () => {
    const { done, rest, sun } = dayArc(MIXED, wall('18:04'))
    expect(done.endsWith(`L${sun.x} ${sun.y}`)).toBe(true)
    expect(rest.startsWith(`M${sun.x} ${sun.y}`)).toBe(true)
  })

  test('is walked to its end when the day is done', () => {
    const { done, rest } = dayArc([view('08:00', 'taken'), view('21:00', 'skipped')], wall('18:04'))
    expect(done.endsWith('L302 94')).toBe(true)
    expect(rest).toBe('')
  })
})

test('a day without doses is not done, nor is one with a missed dose', () => {
  expect(isDayDone([])).toBe(false)
  expect(isDayDone([view('08:00', 'missed')])).toBe(false)
})

test('the sentence says what is settled and what is not', () => {
  expect(arcSentence(MIXED)).toBe('The day so far: 3 of 5 doses settled, 1 due now, 1 later')
  expect(arcSentence([view('08:00', 'taken')])).toBe('All done for today: 1 of 1 doses settled')
})

test('the key leaves out states without a dose', () => {
  expect(arcKey(MIXED).map(({ words }) => words)).toEqual(['2 taken', '1 skipped', '1 due', '1 later'])
})
