import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import { addDays, type LocalDate, type LocalDateTime, type LocalTime } from '../lib/local-time.ts'
import type { Plan } from '../schedule/plan.ts'
import { timetableOf } from '../schedule/timetable.ts'
import { anyPlan } from '../testing/arbitrary-plans.ts'
import { oracleDoses } from '../testing/plan-oracle.ts'
import { at, day, instant, SYDNEY, samplePlan, times } from '../testing/samples.ts'
import { estimatedRunOut, runOutOf } from './run-out.ts'

const TODAY = day('2026-11-20')
const amounts = (each: string, more: object = {}) => ({ unit: 'tablet', each: each as Amount, ...more })
const outOf = (plan: Partial<Plan>, onHand: string, settled?: ReadonlySet<LocalTime>) =>
  runOutOf({ plan: samplePlan(plan), zone: SYDNEY, onHand: onHand as Amount, today: TODAY, settled })

describe('a supply runs out', () => {
  it.each<[string, Partial<Plan>, string, string | null, string | null]>([
    ['at the first dose that is not there in full', { amounts: amounts('1') }, '5', '2026-11-22', '2026-11-22'],
    ['today, if nothing is there', { amounts: amounts('1') }, '0', '2026-11-20', null],
    ['where half of a dose is left', { amounts: amounts('2') }, '5', '2026-11-21', '2026-11-20'],
    ['after thirds that add up to one', { amounts: amounts('1/3') }, '1', '2026-11-21', '2026-11-21'],
    [
      'by the amount of each time',
      { amounts: amounts('1', { byTime: { '20:00': '2' } }) },
      '6',
      '2026-11-22',
      '2026-11-21',
    ],
    [
      'by the amount of each day',
      {
        reminderTimes: times('08:00'),
        amounts: amounts('5', { byDay: { anchorDate: TODAY, amounts: ['5', '0', '4'] } }),
      },
      '9',
      '2026-11-23',
      '2026-11-22',
    ],
    [
      'later, where a pause is in between',
      { amounts: amounts('1'), pauses: [{ from: day('2026-11-21'), to: day('2026-11-30') }] },
      '3',
      '2026-12-01',
      '2026-12-01',
    ],
    ['never, where the plan ends before', { amounts: amounts('1'), endDate: day('2026-11-21') }, '4', null, null],
    ['never, where nothing is counted', {}, '4', null, null],
    ['never, where nothing is planned', { schedule: { kind: 'as-needed' }, reminderTimes: [] }, '4', null, null],
    [
      'at a dose 366 days ahead',
      { reminderTimes: times('08:00'), amounts: amounts('1') },
      '366',
      '2027-11-21',
      '2027-11-20',
    ],
    ['no later than that', { reminderTimes: times('08:00'), amounts: amounts('1') }, '367', null, null],
  ])('%s', (_rule, plan, onHand, on, lastServedOn) => {
    expect(outOf(plan, onHand)).toEqual(on === null ? null : { on, lastServedOn })
  })

  it('as if each dose were taken on time, where they count from the last one', () => {
    const first = '2026-11-20T08:00' as LocalDateTime
    const plan = samplePlan({
      schedule: { kind: 'after-taken', every: { hours: 12 }, first },
      reminderTimes: [],
      amounts: amounts('1'),
    })
    const walk = { plan, zone: SYDNEY, onHand: '4' as Amount, today: TODAY }
    expect(runOutOf(walk)).toEqual({ on: '2026-11-22', lastServedOn: '2026-11-21' })
    const open = { date: day('2026-11-20'), time: '21:00' as LocalTime, at: at('2026-11-20 21:00') }
    expect(runOutOf({ ...walk, open })).toEqual({ on: '2026-11-22', lastServedOn: '2026-11-22' })
    const late = { date: day('2026-11-17'), time: '21:00' as LocalTime, at: at('2026-11-17 21:00') }
    expect(runOutOf({ ...walk, open: late })).toEqual({ on: '2026-11-22', lastServedOn: '2026-11-22' })
    const paused = { ...plan, pauses: [{ from: day('2026-11-21'), to: day('2026-11-30') }] }
    expect(runOutOf({ ...walk, plan: paused })).toEqual({ on: '2026-12-02', lastServedOn: '2026-12-01' })
  })

  it('a dose that is logged already takes nothing', () => {
    const settled = new Set(times('08:00'))
    expect(outOf({ amounts: amounts('1') }, '1', settled)).toEqual({ on: '2026-11-21', lastServedOn: TODAY })
  })

  it('where a slow, independent reading of the plan says so, for every kind of plan', () => {
    const supplies = fc.constantFrom(...(['0', '1/3', '1', '7.5', '28', '100', '5000'] as Amount[]))
    fc.assert(
      fc.property(anyPlan, supplies, fc.integer({ min: -100, max: 400 }), fc.nat(3), (plan, onHand, offset, logged) => {
        const today = addDays(day('2026-01-01'), offset)
        const settled = new Set(
          timetableOf(
            plan,
            SYDNEY,
          )(today)
            .slice(0, logged)
            .map(({ time }) => time),
        )
        expect(runOutOf({ plan, zone: SYDNEY, onHand, today, settled })).toEqual(slowly(plan, onHand, today, settled))
      }),
      { numRuns: 300 },
    )
  })
})

/** Adds up in twelve-thousandths, of which every amount of the random plans is a whole number. */
function slowly(plan: Plan, onHand: Amount, today: LocalDate, settled: ReadonlySet<string>): object | null {
  const parts = (amount: Amount): number => {
    const [above = 0, below = 1] = amount.split('/').map(Number)
    return Math.round((above * 12_000) / below)
  }
  let left = parts(onHand)
  let lastServedOn: string | null = null
  for (const { label, amount } of oracleDoses(plan, today, addDays(today, 366), SYDNEY)) {
    const [on = '', time = ''] = label.split(' ')
    if (amount === null || (on === today && settled.has(time))) continue
    left -= parts(amount)
    if (left < 0) return { on, lastServedOn }
    lastServedOn = on
  }
  return null
}

describe('as-needed doses', () => {
  const NOW = instant('2026-11-20 12:00')
  const dosesOn = (...days: string[]) => days.map((date) => ({ at: instant(`${date} 08:00`), amount: '2' as Amount }))

  it.each<[string, string[], string, string | null]>([
    ['are estimated by the mean of 28 days', ['2026-11-01', '2026-11-08', '2026-11-15'], '6', '2026-12-18'],
    ['are not, below three doses', ['2026-11-08', '2026-11-15'], '6', null],
    ['are not by older ones', ['2026-10-01', '2026-11-08', '2026-11-15'], '6', null],
    ['are not beyond 366 days', ['2026-11-01', '2026-11-08', '2026-11-15'], '79', null],
  ])('%s', (_rule, days, onHand, expected) => {
    expect(estimatedRunOut(onHand as Amount, dosesOn(...days), NOW, TODAY)).toBe(expected)
  })
})
