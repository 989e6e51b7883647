import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import { addDays, type LocalDateTime, type LocalTime } from '../lib/local-time.ts'
import { day, samplePlan, times } from '../testing/samples.ts'
import type { Plan } from './plan.ts'
import type { Schedule } from './schedule.ts'
import { isEmpty, lastDateOf, timetableOf } from './timetable.ts'

const SYDNEY = 'Australia/Sydney'

/** Shows the doses of some dates: `20 08:00 2, 20:00 1 | 21 …`. */
function shown(plan: Partial<Plan>, from: string, days: number, zone = SYDNEY): string {
  const timetable = timetableOf(samplePlan(plan), zone)
  return Array.from({ length: days }, (_, index) => addDays(day(from), index))
    .map((date) => {
      const doses = timetable(date).map(({ time, amount }) => (amount === null ? time : `${time} ${amount}`))
      return `${date.slice(8)} ${doses.join(', ') || '-'}`
    })
    .join(' | ')
}

const hours = (everyHours: number, anchor: string, window: [string, string] | null = null): Partial<Plan> => ({
  reminderTimes: [],
  schedule: {
    kind: 'hours',
    everyHours,
    anchor: anchor as LocalDateTime,
    window: window && { from: window[0] as LocalTime, to: window[1] as LocalTime },
  },
})

const tablets = (each: string, more: Partial<Plan['amounts']> = {}): Plan['amounts'] => ({
  unit: 'tablet',
  each: each as Amount,
  ...more,
})

describe('every few hours', () => {
  it('without a window hours pass from the anchor, and nothing is due before it', () => {
    expect(shown(hours(8, '2026-11-20T07:00'), '2026-11-19', 3)).toBe(
      '19 - | 20 07:00, 15:00, 23:00 | 21 07:00, 15:00, 23:00',
    )
  })

  it('half hours and more than a day are counted the same way', () => {
    expect(shown(hours(36, '2026-11-20T09:00'), '2026-11-20', 4)).toBe('20 09:00 | 21 21:00 | 22 - | 23 09:00')
    expect(shown(hours(4.5, '2026-11-20T08:00'), '2026-11-20', 1)).toBe('20 08:00, 12:30, 17:00, 21:30')
  })

  it('hours pass whatever the clocks do', () => {
    // Sydney: forward at 2:00 on October 4, back at 3:00 on April 4.
    expect(shown(hours(8, '2026-10-03T08:00'), '2026-10-03', 3)).toBe(
      '03 08:00, 16:00 | 04 00:00, 09:00, 17:00 | 05 01:00, 09:00, 17:00',
    )
    expect(shown(hours(8, '2027-04-03T08:00'), '2027-04-03', 2)).toBe('03 08:00, 16:00 | 04 00:00, 07:00, 15:00, 23:00')
  })

  it('a minute that the clock shows twice is one dose', () => {
    expect(shown(hours(1, '2027-04-04T01:00'), '2027-04-04', 1)).toMatch(/^04 01:00, 02:00, 03:00, 04:00,/)
  })

  it('with a window each day begins anew, on the wall clock, up to its end', () => {
    expect(shown(hours(4, '2026-10-03T10:00', ['07:00', '19:00']), '2026-10-03', 2)).toBe(
      '03 07:00, 11:00, 15:00, 19:00 | 04 07:00, 11:00, 15:00, 19:00',
    )
    expect(shown(hours(5, '2026-11-20T10:00', ['08:00', '22:00']), '2026-11-20', 1)).toBe('20 08:00, 13:00, 18:00')
  })
})

describe('amounts', () => {
  it('a time not named takes the amount of each dose', () => {
    const amounts = tablets('1', { byTime: { '20:00': '1.5' as Amount } })
    expect(shown({ amounts }, '2026-11-20', 1)).toBe('20 08:00 1, 20:00 1.5')
  })

  it('by day go in turn from their date, backwards before it, and 0 is no dose', () => {
    const byDay = { anchorDate: day('2026-11-20'), amounts: ['5', '4', '0'] as Amount[] }
    const plan = { reminderTimes: times('18:00'), amounts: tablets('1', { byDay }) }
    expect(shown(plan, '2026-11-18', 5)).toBe('18 18:00 4 | 19 - | 20 18:00 5 | 21 18:00 4 | 22 -')
  })

  it('of elapsed hours are those of the local date', () => {
    const byDay = { anchorDate: day('2026-11-20'), amounts: ['2', '1'] as Amount[] }
    const plan = { ...hours(12, '2026-11-20T20:00'), amounts: tablets('9', { byDay }) }
    expect(shown(plan, '2026-11-20', 2)).toBe('20 20:00 2 | 21 08:00 1, 20:00 1')
  })
})

describe('pauses', () => {
  const cycle: Schedule = { kind: 'cycle', daysOn: 2, daysOff: 1, anchorDate: day('2026-11-20') }
  const plan = { schedule: cycle, reminderTimes: times('08:00') }

  it('have no doses, both days included, and a cycle goes on counting', () => {
    const pauses = [{ from: day('2026-11-21'), to: day('2026-11-23') }]
    expect(shown(plan, '2026-11-20', 8)).toBe(
      '20 08:00 | 21 08:00 | 22 - | 23 08:00 | 24 08:00 | 25 - | 26 08:00 | 27 08:00',
    )
    expect(shown({ ...plan, pauses }, '2026-11-20', 8)).toBe(
      '20 08:00 | 21 - | 22 - | 23 - | 24 08:00 | 25 - | 26 08:00 | 27 08:00',
    )
  })

  it('without an end last', () => {
    expect(shown({ ...plan, pauses: [{ from: day('2026-11-21'), to: null }] }, '2026-11-20', 2)).toBe('20 08:00 | 21 -')
  })
})

describe('steps', () => {
  const step = (days: number | null, each: string) => ({
    days,
    schedule: { kind: 'daily' as const },
    reminderTimes: times('08:00'),
    amounts: tablets(each),
  })
  const taper = (...steps: ReturnType<typeof step>[]): Partial<Plan> => ({
    startDate: day('2026-11-20'),
    reminderTimes: [],
    schedule: { kind: 'phases', steps },
  })

  it('follow one another from the start, and a last one with days ends the plan', () => {
    const plan = taper(step(2, '5'), step(1, '2.5'))
    expect(shown(plan, '2026-11-19', 6)).toBe('19 - | 20 08:00 5 | 21 08:00 5 | 22 08:00 2.5 | 23 - | 24 -')
    expect(lastDateOf(samplePlan(plan))).toBe('2026-11-22')
  })

  it('go on when the last one has no days, until the end date', () => {
    const plan = { ...taper(step(1, '2'), step(null, '1')), endDate: day('2026-11-22') }
    expect(shown(plan, '2026-11-20', 4)).toBe('20 08:00 2 | 21 08:00 1 | 22 08:00 1 | 23 -')
    expect(lastDateOf(samplePlan(plan))).toBe('2026-11-22')
    expect(lastDateOf(samplePlan({ ...plan, endDate: null }))).toBeNull()
  })

  it('without amounts of their own take those of the plan', () => {
    const { amounts: _, ...plain } = step(null, '1')
    const plan = { ...taper(plain as never), amounts: tablets('0.5') }
    expect(shown(plan, '2026-11-20', 1)).toBe('20 08:00 0.5')
  })
})

describe('a plan without any dose', () => {
  it.each<[string, Partial<Plan>, boolean]>([
    ['only when needed', { schedule: { kind: 'as-needed' }, reminderTimes: [] }, true],
    ['without times', { reminderTimes: [] }, true],
    ['of hours', hours(8, '2026-11-20T08:00'), false],
    ['every day', {}, false],
  ])('%s', (_name, plan, expected) => {
    expect(isEmpty(samplePlan(plan))).toBe(expected)
  })
})
