import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { SupplyEventId } from '../lib/ids.ts'
import { addDays } from '../lib/local-time.ts'
import type { Medication } from '../records/medication.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import { anyPlan } from '../testing/arbitrary-plans.ts'
import { oracleDoses } from '../testing/plan-oracle.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '../testing/samples.ts'
import { lastTripDay, type TripLine, tripLineOf } from './trip.ts'

const NOW = at('2026-11-20 12:00')
const TODAY = day('2026-11-20')
const TABLETS = { unit: 'tablet', each: '1' as Amount }
const TRIP = { first: day('2026-11-22'), last: day('2026-11-24') }

const counted = (amount: string): SupplyEvent => ({
  id: sampleId<SupplyEventId>(700),
  medicationId: METFORMIN,
  kind: 'counted',
  amount: amount as Amount,
  at: instant('2026-11-20 07:00'),
  expiresOn: null,
  undoes: null,
  note: null,
})
const line = (
  plan: Parameters<typeof sampleMedication>[1],
  {
    onHand,
    doses = [],
    trip = TRIP,
  }: { onHand?: string; doses?: ReturnType<typeof sampleEvent>[]; trip?: typeof TRIP } = {},
): TripLine | null => {
  const medication: Medication = sampleMedication({}, plan)
  const events = onHand === undefined ? [] : [counted(onHand)]
  return tripLineOf({ medication, events, doses, followed: [], now: NOW, zone: SYDNEY }, trip)
}

describe('a trip takes', () => {
  it.each<[string, Parameters<typeof sampleMedication>[1], string, number]>([
    [
      'every dose of its days, the first and the last included',
      [{ reminderTimes: times('08:00', '20:00'), amounts: TABLETS }],
      '6',
      6,
    ],
    [
      'the amount of each time',
      [{ reminderTimes: times('08:00', '20:00'), amounts: { ...TABLETS, byTime: { '20:00': '1/2' as Amount } } }],
      '4.5',
      6,
    ],
    [
      'the amount of each day',
      [
        {
          reminderTimes: times('08:00'),
          amounts: { ...TABLETS, byDay: { anchorDate: TRIP.first, amounts: ['5', '0', '4'] as Amount[] } },
        },
      ],
      '9',
      2,
    ],
    [
      'what a taper says on its days',
      [
        {
          schedule: {
            kind: 'phases',
            steps: [
              {
                days: 3,
                schedule: { kind: 'daily' },
                reminderTimes: times('08:00'),
                amounts: { ...TABLETS, each: '4' as Amount },
              },
              { days: null, schedule: { kind: 'daily' }, reminderTimes: times('08:00'), amounts: TABLETS },
            ],
          },
          reminderTimes: [],
          startDate: TODAY,
        },
      ],
      '6',
      3,
    ],
    [
      'nothing of the days of a pause',
      [
        {
          reminderTimes: times('08:00'),
          amounts: TABLETS,
          pauses: [{ from: day('2026-11-23'), to: day('2026-11-30') }],
        },
      ],
      '1',
      1,
    ],
    ['thirds that add up', [{ reminderTimes: times('08:00'), amounts: { ...TABLETS, each: '1/3' as Amount } }], '1', 3],
  ])('%s', (_what, plan, amount, doses) => {
    expect(line(plan)).toMatchObject({
      amount,
      unit: 'tablet',
      doses,
      isEstimate: false,
      short: null,
      isCounted: false,
    })
  })

  it('doses, where the plan has no amounts', () => {
    expect(line([{ reminderTimes: times('08:00') }])).toMatchObject({ amount: null, unit: null, doses: 3 })
  })

  it('nothing of a medicine without a dose on its days', () => {
    expect(line([{ reminderTimes: times('08:00'), amounts: TABLETS, endDate: day('2026-11-21') }])).toBeNull()
  })

  it('of today only what is not logged yet', () => {
    const trip = { first: TODAY, last: TODAY }
    const plan = [{ reminderTimes: times('08:00', '20:00'), amounts: TABLETS }]
    expect(line(plan, { trip })).toMatchObject({ amount: '2' })
    expect(line(plan, { trip, doses: [sampleEvent(1, { at: instant('2026-11-20 08:00') })] })).toMatchObject({
      amount: '1',
    })
  })
})

describe('what will not last', () => {
  const plan = [{ reminderTimes: times('08:00'), amounts: TABLETS }]
  it.each<[string, TripLine['short']]>([
    // One of today and one of tomorrow are taken before.
    ['5', null],
    ['4', { amount: '1' as Amount, from: day('2026-11-24') }],
    ['2', { amount: '3' as Amount, from: day('2026-11-22') }],
    ['0', { amount: '3' as Amount, from: TODAY }],
  ])('of %s is named with what is missing', (onHand, short) => {
    expect(line(plan, { onHand })).toMatchObject({ short, isCounted: true, amount: '3' })
  })
})

describe('a medicine taken only when needed', () => {
  const plan = [{ schedule: { kind: 'as-needed' } as const, reminderTimes: [], amounts: TABLETS }]
  const taken = ['2026-11-01', '2026-11-08', '2026-11-15'].map((date, index) =>
    sampleEvent(index, { slot: null, at: instant(`${date} 08:00`) }),
  )

  it('is estimated by the last 28 days, rounded up', () => {
    // 3 in 28 days: in 19 days a little more than 2.
    const trip = { first: TODAY, last: addDays(TODAY, 18) }
    expect(line(plan, { doses: taken, trip })).toMatchObject({ amount: '3', doses: 0, isEstimate: true, short: null })
    expect(line(plan, { doses: taken, trip, onHand: '1' })?.short).toMatchObject({ amount: '2' })
  })

  it('is there without an amount below three doses', () => {
    expect(line(plan, { doses: taken.slice(1) })).toMatchObject({ amount: null, doses: 0, isEstimate: false })
  })
})

it('is what a slow, independent reading of the plan adds up, for every kind of plan', () => {
  const parts = (amount: string): number => {
    const [above = 0, below = 1] = amount.split('/').map(Number)
    return Math.round((above * 12_000) / below)
  }
  fc.assert(
    fc.property(anyPlan, fc.nat(200), fc.nat(60), fc.constantFrom('0', '7.5', '100'), (plan, begin, length, onHand) => {
      const trip = { first: addDays(TODAY, begin), last: addDays(TODAY, begin + length) }
      const found = line([plan], { trip, onHand })
      const all = oracleDoses(plan, TODAY, trip.last, SYDNEY)
      const away = all.filter(({ label }) => label.slice(0, 10) >= trip.first)
      const sum = (doses: typeof all) => doses.reduce((total, { amount }) => total + parts(amount ?? '0'), 0)
      expect(found?.doses ?? 0).toBe(away.length)
      expect(parts(found?.amount ?? '0')).toBe(sum(away))
      if (!found?.unit) return
      const missing = Math.min(sum(away), Math.max(0, sum(all) - parts(onHand)))
      expect(parts(found.short?.amount ?? '0')).toBe(missing)
      expect(found.short === null || found.short.from <= trip.last).toBe(true)
    }),
    { numRuns: 300 },
  )
})

it('is planned for a year at most', () => {
  expect(lastTripDay(TODAY)).toBe('2027-11-21')
})
