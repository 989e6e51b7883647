import { describe, expect, it } from 'vitest'
import { at, day, SYDNEY, samplePlan, times } from '../testing/samples.ts'
import { nextDoses } from './next-doses.ts'
import type { Plan } from './plan.ts'

/** Returns the next doses as seen on Friday, November 20, 2026 at noon: `date times…` per day. */
const next = (plan: Partial<Plan>, days?: number, now = '2026-11-20 12:00') =>
  nextDoses(samplePlan(plan), at(now), SYDNEY, days).map(({ date, times }) => [date, ...times].join(' '))

describe('the next doses of a plan that is not saved yet', () => {
  it('leave out what is over today', () => {
    expect(next({})).toEqual(['2026-11-20 20:00', '2026-11-21 08:00 20:00', '2026-11-22 08:00 20:00'])
    expect(next({ reminderTimes: times('08:00') }, 1)).toEqual(['2026-11-21 08:00'])
  })

  it('include a dose of this very minute', () => {
    expect(next({ reminderTimes: times('12:00') }, 1)).toEqual(['2026-11-20 12:00'])
  })

  it('are as many days as asked for', () => {
    expect(next({}, 0)).toEqual([])
    expect(next({}, 5)).toHaveLength(5)
  })

  it('begin with a start date in the future and end with the end date', () => {
    expect(next({ startDate: day('2026-12-24'), endDate: day('2026-12-25') })).toEqual([
      '2026-12-24 08:00 20:00',
      '2026-12-25 08:00 20:00',
    ])
    expect(next({ endDate: day('2026-11-19') })).toEqual([])
    expect(next({ startDate: day('2026-01-01') }, 1)).toEqual(['2026-11-20 20:00'])
  })

  it('follow weekdays, intervals and cycles', () => {
    const reminderTimes = times('20:00')
    expect(next({ reminderTimes, schedule: { kind: 'weekdays', days: [1] } }, 2)).toEqual([
      '2026-11-23 20:00',
      '2026-11-30 20:00',
    ])
    expect(
      next({ reminderTimes, schedule: { kind: 'interval', everyDays: 365, anchorDate: day('2026-11-19') } }),
    ).toEqual(['2027-11-19 20:00', '2028-11-18 20:00'])
    expect(
      next(
        {
          reminderTimes,
          schedule: { kind: 'cycle', daysOn: 1, daysOff: 365, anchorDate: day('2026-11-20') },
        },
        1,
        '2026-11-20 21:00',
      ),
    ).toEqual(['2027-11-21 20:00'])
  })

  it('are none for "only when needed" and none without times', () => {
    expect(next({ schedule: { kind: 'as-needed' } })).toEqual([])
    expect(next({ reminderTimes: [] })).toEqual([])
  })

  it('end with the calendar and not in an endless search', () => {
    expect(next({ startDate: day('9999-12-31') }, 1)).toEqual(['9999-12-31 08:00 20:00'])
  })
})
