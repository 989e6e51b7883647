import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { AppointmentId } from '../lib/ids.ts'
import { addDays } from '../lib/local-time.ts'
import { DEFAULT_SUPPLY } from '../supply/default-supply.ts'
import type { SupplyState } from '../supply/supply-state.ts'
import { at, day, instant, SYDNEY, sampleAppointment, sampleId, sampleMedication } from '../testing/samples.ts'
import { lastVisitBefore, supplyLinesOf } from './visit.ts'

const TODAY = day('2026-11-20')
const visit = sampleAppointment()
const past = (number: number, date: string, doctorName = 'Dr. Ivy Lee', isCompleted = true) =>
  sampleAppointment({ id: sampleId<AppointmentId>(number), appointmentDate: day(date), doctorName, isCompleted })

describe('the last visit', () => {
  it.each([
    ['none', [], null],
    ['itself', [{ ...visit, isCompleted: true }], null],
    ['the latest', [past(1, '2026-05-01'), past(2, '2026-08-01')], '2026-08-01'],
    [
      'the same doctor, however typed',
      [past(1, '2026-05-01', 'dr.  ivy LEE'), past(2, '2026-08-01', 'Ng')],
      '2026-05-01',
    ],
    ['another doctor if there is no other', [past(1, '2026-05-01', 'Ng')], '2026-05-01'],
    ['not one that nobody marked as completed', [past(1, '2026-05-01', 'Dr. Ivy Lee', false)], null],
    ['not one to come', [past(1, '2026-11-21')], null],
  ])('%s', (_which, all, expected) => {
    expect(lastVisitBefore(visit, all, TODAY)).toBe(expected)
  })

  it('is before the visit and not after today, in whatever order the appointments are', () => {
    const some = fc.array(
      fc.tuple(fc.integer({ min: -200, max: 20 }), fc.constantFrom('Dr. Ivy Lee', 'Ng'), fc.boolean()),
    )
    fc.assert(
      fc.property(some, (list) => {
        const all = list.map(([days, doctor, done], index) => past(100 + index, addDays(TODAY, days), doctor, done))
        const last = lastVisitBefore(visit, all, TODAY)
        expect(lastVisitBefore(visit, all.toReversed(), TODAY)).toBe(last)
        if (last === null) return
        expect(last <= TODAY && last < visit.appointmentDate).toBe(true)
        expect(all.some(({ appointmentDate, isCompleted }) => isCompleted && appointmentDate === last)).toBe(true)
      }),
    )
  })
})

describe('what is left, for a visit', () => {
  const state: SupplyState = {
    unit: 'tablet',
    onHand: { amount: '12' as Amount, excess: '0' as Amount },
    runsOutOn: day('2026-12-03'),
    isEstimate: false,
    daysLeft: 13,
    bookBy: null,
    latest: null,
  }
  const lines = (supplies: Parameters<typeof supplyLinesOf>[0]) =>
    supplyLinesOf(supplies, { now: at('2026-11-20 12:00'), zone: SYDNEY })

  it('names amount, repeats and the end of the script, as far as they are known', () => {
    const supply = { ...DEFAULT_SUPPLY, repeatsLeft: 1, scriptExpiresOn: day('2027-01-01') }
    expect(lines([{ medication: sampleMedication({ supply }), state }])).toEqual([
      {
        name: 'Metformin XR',
        left: '12 tablets left, until Thu, Dec 3',
        script: '1 repeat left, script until Jan 1, 2027',
      },
    ])
    expect(lines([{ medication: sampleMedication({ supply: DEFAULT_SUPPLY }), state: null }])).toEqual([
      { name: 'Metformin XR', left: 'Not counted yet', script: '' },
    ])
  })

  it('leaves out what was stopped', () => {
    expect(lines([{ medication: sampleMedication({ stoppedAt: instant('2026-11-05 00:00') }), state }])).toEqual([])
  })
})
