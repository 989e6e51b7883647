import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/lib/local-time.ts'
import { day, times } from '#domain/testing/samples.ts'
import { firstDoses, weeksWithDoses } from './dose-calendar.ts'

/** A Thursday. */
const THURSDAY = day('2026-11-26')
const twiceOn = (...ahead: number[]) =>
  ahead.map((days) => ({ date: addDays(THURSDAY, days), times: times('08:00', '20:00') }))

describe('the small calendar', () => {
  it('has the first doses only, and part of a day where they end', () => {
    expect(firstDoses(twiceOn(0, 1, 2, 3), 5).map(({ times: all }) => all.length)).toEqual([2, 2, 1])
    expect(firstDoses([], 5)).toEqual([])
  })

  it('has whole weeks from Monday, each with its doses', () => {
    const weeks = weeksWithDoses(twiceOn(0, 4))
    expect(weeks.map((week) => week[0]?.date)).toEqual(['2026-11-23', '2026-11-30'])
    expect(weeks.map((week) => week.map(({ doses }) => doses))).toEqual([
      [0, 0, 0, 2, 0, 0, 0],
      [2, 0, 0, 0, 0, 0, 0],
    ])
  })

  it('skips weeks without doses, and has at most six', () => {
    const monthly = twiceOn(...Array.from({ length: 10 }, (_, month) => month * 30))
    const weeks = weeksWithDoses(monthly)
    expect(weeks).toHaveLength(6)
    for (const week of weeks) expect(week.some(({ doses }) => doses > 0)).toBe(true)
  })
})
