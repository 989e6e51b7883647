import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, type LocalDateTime } from '#domain/lib/local-time.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { at, day, instant, SYDNEY, sampleMedication, times } from '#domain/testing/samples.ts'
import { nextSlotAt } from './next-slot.ts'

const NOW = at('2026-11-20 12:00')
const next = (plan: Partial<Plan>, from = NOW) => {
  const medication = sampleMedication({}, [plan])
  return nextSlotAt(medication, from, SYDNEY, doseLogOf({ medications: [medication], events: [] }))
}

describe('R2.1 the next planned dose', () => {
  it.each<[string, Partial<Plan>, string | null]>([
    ['today', {}, '2026-11-20 20:00'],
    ['of this very instant', { reminderTimes: times('12:00') }, '2026-11-20 12:00'],
    ['on the next chosen weekday', { schedule: { kind: 'weekdays', days: [4] } }, '2026-11-26 08:00'],
    [
      'at the end of the longest interval',
      { schedule: { kind: 'interval', everyDays: 365, anchorDate: day('2026-11-19') } },
      '2027-11-19 08:00',
    ],
    [
      'after the longest pause',
      { schedule: { kind: 'cycle', daysOn: 1, daysOff: 365, anchorDate: day('2026-11-19') } },
      '2027-11-20 08:00',
    ],
    [
      'at the first dose of those that count from the last one, in years',
      { schedule: { kind: 'after-taken', every: { days: 7 }, first: '2036-02-29T09:00' as LocalDateTime } },
      '2036-02-29 09:00',
    ],
    ['at a start in years', { startDate: day('2036-02-29') }, '2036-02-29 08:00'],
    [
      'of an interval that begins in years',
      {
        startDate: day('2036-02-29'),
        schedule: { kind: 'interval', everyDays: 365, anchorDate: day('2036-02-28') },
      },
      '2037-02-27 08:00',
    ],
    ['on the last day of the month', { schedule: { kind: 'monthly', daysOfMonth: [-1] } }, '2026-11-30 08:00'],
    [
      'so many hours after the anchor',
      {
        schedule: { kind: 'hours', everyHours: 36, anchor: '2026-11-19T09:00' as LocalDateTime, window: null },
        reminderTimes: [],
      },
      '2026-11-20 21:00',
    ],
    [
      'of the step after one of years without doses',
      {
        startDate: day('2026-11-01'),
        reminderTimes: [],
        schedule: {
          kind: 'phases',
          steps: [
            { days: 3650, schedule: { kind: 'as-needed' }, reminderTimes: [] },
            { days: null, schedule: { kind: 'daily' }, reminderTimes: times('08:00') },
          ],
        },
      },
      '2036-10-29 08:00',
    ],
    ['after a pause of years', { pauses: [{ from: day('2026-11-20'), to: day('2030-01-31') }] }, '2030-02-01 08:00'],
    ['never, while a pause lasts', { pauses: [{ from: day('2026-11-20'), to: null }] }, null],
    ['on the last week of the last year', { startDate: day('9999-12-25') }, '9999-12-25 08:00'],
    [
      'never, when the last date comes before the next chosen weekday',
      { startDate: day('9999-12-26'), schedule: { kind: 'weekdays', days: [6] } },
      null,
    ],
    [
      'never, when an interval goes beyond the last date',
      {
        startDate: day('9999-12-25'),
        schedule: { kind: 'interval', everyDays: 365, anchorDate: day('9999-12-24') },
      },
      null,
    ],
    ['never, after its end', { endDate: day('2026-11-19') }, null],
    ['never, when only needed', { schedule: { kind: 'as-needed' }, reminderTimes: [] }, null],
    [
      'never, when it ends before the interval does',
      {
        schedule: { kind: 'interval', everyDays: 365, anchorDate: day('2026-11-19') },
        endDate: day('2027-11-18'),
      },
      null,
    ],
  ])('is %s', (_name, plan, expected) => {
    expect(next(plan)).toBe(expected === null ? null : at(expected))
  })

  it('is none once the medication is stopped', () => {
    const stopped = sampleMedication({ stoppedAt: instant('2026-11-20 11:00') })
    expect(nextSlotAt(stopped, NOW, SYDNEY)).toBeNull()
  })

  it('is the first of the planned doses of any window behind it', () => {
    const schedule = fc.oneof(
      fc.constant({ kind: 'daily' as const }),
      fc.integer({ min: 1, max: 7 }).map((one) => ({ kind: 'weekdays' as const, days: [one] })),
      fc
        .integer({ min: 2, max: 365 })
        .map((everyDays) => ({ kind: 'interval' as const, everyDays, anchorDate: day('2026-11-01') })),
      fc.record({
        kind: fc.constant('cycle' as const),
        daysOn: fc.integer({ min: 1, max: 30 }),
        daysOff: fc.integer({ min: 1, max: 365 }),
        anchorDate: fc.constant(day('2026-10-01')),
      }),
    )
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: 400 * DAY }), (chosen, ahead) => {
        const medication = sampleMedication({}, [{ schedule: chosen }])
        const from = NOW + ahead
        const [first] = planSlots(medication, { from, to: from + 400 * DAY }, SYDNEY)
        expect(nextSlotAt(medication, from, SYDNEY)).toBe(first?.at ?? null)
      }),
      { numRuns: 30 },
    )
  })
})
