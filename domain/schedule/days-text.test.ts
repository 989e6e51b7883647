import { describe, expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { LocalDateTime, LocalTime } from '../lib/local-time.ts'
import { day, METFORMIN, times } from '../testing/samples.ts'
import type { DoseAmounts } from './amounts.ts'
import { daysText } from './days-text.ts'
import type { EveryHours, Schedule, Step } from './schedule.ts'

const FIRST = '2026-11-20T08:00' as LocalDateTime
const hours = (everyHours: number, window: EveryHours['window'] = null): Schedule & Step['schedule'] => ({
  kind: 'hours',
  everyHours,
  anchor: '2026-11-20T08:00' as LocalDateTime,
  window,
})
const tablets = (each: string): DoseAmounts => ({ unit: 'tablet', each: each as Amount })

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
  test.each<[Schedule, string]>([
    [{ kind: 'after-taken', every: { hours: 8 }, first: FIRST }, '8 hours after the last dose'],
    [{ kind: 'after-taken', every: { hours: 1 }, first: FIRST }, '1 hour after the last dose'],
    [{ kind: 'after-taken', every: { hours: 1.5 }, first: FIRST }, '1½ hours after the last dose'],
    [{ kind: 'after-dose', medicationId: METFORMIN, minutes: 1 }, '1 minute after another medicine'],
    [{ kind: 'after-taken', every: { days: 7 }, first: FIRST }, '7 days after the last dose, at 8:00 AM'],
    [{ kind: 'monthly', daysOfMonth: [1] }, 'On the 1st of each month'],
    [{ kind: 'monthly', daysOfMonth: [-1, 2, 13, 23] }, 'On the 2nd, 13th, 23rd and last day of each month'],
    [hours(8), 'Every 8 hours'],
    [hours(1), 'Every hour'],
    [hours(1.5, { from: '08:00' as LocalTime, to: '20:30' as LocalTime }), 'Every 1½ hours from 8:00 AM to 8:30 PM'],
    [
      {
        kind: 'phases',
        steps: [
          { days: 5, schedule: { kind: 'daily' }, reminderTimes: times('08:00'), amounts: tablets('5') },
          { days: 1, schedule: { kind: 'weekdays', days: [1, 4] }, reminderTimes: times('08:00', '20:00') },
          { days: null, schedule: hours(12), reminderTimes: [], amounts: tablets('0.5') },
        ],
      },
      '5 days: 5 tablets at 8:00 AM, then 1 day: on Mon, Thu at 8:00 AM and 8:00 PM, then ½ tablet every 12 hours',
    ],
  ])('are said of every kind: %j', (schedule, expected) => {
    expect(daysText(schedule)).toBe(expected)
  })

  test.each([
    [30, '30 minutes after Omeprazole'],
    [60, '1 hour after Omeprazole'],
    [61, '1 hour 1 minute after Omeprazole'],
    [90, '1½ hours after Omeprazole'],
    [1440, '24 hours after Omeprazole'],
  ])('name the medicine that is followed: %i', (minutes, expected) => {
    const schedule: Schedule = { kind: 'after-dose', medicationId: METFORMIN, minutes }
    expect(daysText(schedule, [{ id: METFORMIN, name: 'Omeprazole' }])).toBe(expected)
  })
})
