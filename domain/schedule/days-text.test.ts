import { describe, expect, test } from 'vitest'
import { day } from '../testing/samples.ts'
import { daysText } from './days-text.ts'

describe('the days of a schedule', () => {
  test('are not said where they are every day', () => {
    expect(daysText({ kind: 'daily' })).toBeNull()
    expect(daysText({ kind: 'as-needed' })).toBeNull()
  })
  test('are said in full otherwise', () => {
    expect(daysText({ kind: 'weekdays', days: [1, 3, 7] })).toBe('Mon, Wed, Sun')
    expect(daysText({ kind: 'interval', everyDays: 2, anchorDate: day('2026-11-20') })).toBe('Every 2 days')
    expect(daysText({ kind: 'cycle', daysOn: 21, daysOff: 1, anchorDate: day('2026-11-20') })).toBe(
      '21 days on, 1 day off',
    )
  })
})
