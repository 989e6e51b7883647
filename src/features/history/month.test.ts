import { describe, expect, test } from 'vitest'
import { addMonths } from '#domain/lib/months.ts'
import { day } from '#domain/testing/samples.ts'
import { dayOfKey, lastOfMonth, monthName, weeksOf } from './month.ts'

describe('the grid of a month', () => {
  test('begins on the Monday of its first week and leaves other months out', () => {
    const weeks = weeksOf(day('2026-11-20'))
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  })

  test('of a February that fills four weeks has four', () => {
    expect(weeksOf(day('2027-02-10'))).toHaveLength(4)
  })

  test.each(['2026-01-31', '2026-11-20', '2028-02-29', '2026-12-31'])('of %s holds every day once', (date) => {
    const days = weeksOf(day(date)).flat().filter(Boolean)
    expect(days).toHaveLength(Number(lastOfMonth(day(date)).slice(8)))
    expect(new Set(days).size).toBe(days.length)
  })
})

test.each([
  ['2026-11-20', -1, '2026-10-20'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-05', 1, '2027-01-05'],
  ['2026-01-05', -1, '2025-12-05'],
])('%s moved by %d months is %s', (date, months, moved) => {
  expect(addMonths(day(date), months)).toBe(moved)
})

test.each([
  ['ArrowLeft', '2026-10-31'],
  ['ArrowRight', '2026-11-02'],
  ['ArrowUp', '2026-10-25'],
  ['ArrowDown', '2026-11-08'],
  ['Home', '2026-10-26'],
  ['End', '2026-11-01'],
  ['PageUp', '2026-10-01'],
  ['PageDown', '2026-12-01'],
  ['Enter', null],
])('%s moves Sunday, November 1 to %s', (key, moved) => {
  expect(dayOfKey(key, day('2026-11-01'))).toBe(moved)
})

test('a month is named with its year', () => {
  expect(monthName(day('2026-11-20'))).toBe('November 2026')
})
