import { describe, expect, it } from 'vitest'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { at, day, SYDNEY } from '#domain/testing/samples.ts'
import { canMove, moveChoices, typedMove } from './move-times.ts'

const view = (wall: string, state: 'due' | 'upcoming' | 'taken' | 'missed' = 'due') => {
  const [date = '', time = ''] = wall.split(' ')
  return { slot: { date: day(date), time: time as LocalTime, at: at(wall) }, state } as Parameters<typeof canMove>[0]
}
const EIGHT = view('2026-11-20 08:00')
const labels = (dose: typeof EIGHT, now: string) => moveChoices(dose, at(now), SYDNEY).map(({ label }) => label)

describe('where a dose can be moved', () => {
  it('from now on, while it is due', () => {
    expect(labels(EIGHT, '2026-11-20 08:05')).toEqual(['In 1 hour, 9:05 AM', 'In 2 hours, 10:05 AM'])
  })

  it('later than planned, while it is still to come', () => {
    expect(labels(view('2026-11-20 20:00', 'upcoming'), '2026-11-20 08:05')).toEqual([
      '1 hour later, 9:00 PM',
      '2 hours later, 10:00 PM',
    ])
  })

  it('until midnight only', () => {
    expect(labels(EIGHT, '2026-11-20 22:30')).toEqual(['In 1 hour, 11:30 PM'])
    expect(labels(EIGHT, '2026-11-20 23:10')).toEqual([])
  })

  it('to a typed time of that day which is still to come', () => {
    const read = (typed: string) => typedMove(EIGHT, typed, at('2026-11-20 08:05'), SYDNEY)
    expect(read('10:30')).toEqual({ ok: true, value: { time: '10:30', at: at('2026-11-20 10:30') } })
    expect(read('')).toEqual({ ok: false, error: 'Enter a time' })
    expect(read('08:05')).toEqual({ ok: false, error: '8:05 AM has passed. Enter a time later today.' })
    const upcoming = view('2026-11-20 20:00', 'upcoming')
    expect(typedMove(upcoming, '20:00', at('2026-11-20 08:05'), SYDNEY)).toEqual({
      ok: false,
      error: 'It is at 8:00 PM already',
    })
  })

  it.each([
    [EIGHT, '2026-11-20 08:05', true],
    [view('2026-11-20 08:00', 'missed'), '2026-11-20 21:00', true],
    [view('2026-11-20 08:00', 'taken'), '2026-11-20 08:05', false],
    [EIGHT, '2026-11-21 00:05', false],
  ])('%# if it is of today and not settled', (dose, now, expected) => {
    expect(canMove(dose, at(now), SYDNEY)).toBe(expected)
  })
})
