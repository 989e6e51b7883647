import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import { at, day, METFORMIN, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { adherenceByMedication, adherenceOf, percentOf } from './adherence.ts'
import { doseViews } from './dose-views.ts'
import type { DoseState } from './slot-state.ts'

const of = (...states: DoseState[]) => adherenceOf(states.map((state) => ({ state })))

describe('adherence', () => {
  it('counts taken, skipped and missed doses, and none that is upcoming or can still be taken', () => {
    expect(of('taken', 'taken', 'skipped', 'missed', 'upcoming', 'due', 'late', 'snoozed')).toEqual({
      counted: 4,
      taken: 2,
      skipped: 1,
      missed: 1,
      percent: 50,
    })
  })

  it('has no percentage when nothing counts', () => {
    expect(of().percent).toBeNull()
    expect(of('upcoming', 'due', 'late', 'snoozed').percent).toBeNull()
  })

  it('is a whole percentage: 0 and 100 at the ends, rounded between', () => {
    expect(of('missed').percent).toBe(0)
    expect(of('taken').percent).toBe(100)
    expect(of('taken', 'taken', 'missed').percent).toBe(67)
    expect(of('taken', 'missed', 'skipped').percent).toBe(33)
  })

  it('is 100 only when all were taken, and 0 only when none were', () => {
    expect(percentOf(363, 364)).toBe(99)
    expect(percentOf(1, 364)).toBe(1)
    expect(percentOf(0, 0)).toBeNull()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat({ max: 5000 }), (counted, some) => {
        const taken = Math.min(some, counted)
        const percent = percentOf(taken, counted) ?? -1
        expect(percent === 100).toBe(taken === counted)
        expect(percent === 0).toBe(taken === 0)
        expect(Math.abs(percent - (100 * taken) / counted)).toBeLessThan(1)
      }),
    )
  })

  it('never shrinks when a missed dose is logged as taken', () => {
    const states = fc.array(fc.constantFrom<DoseState>('taken', 'skipped', 'missed', 'late', 'upcoming'))
    fc.assert(
      fc.property(states, (some) => {
        const before = of(...some, 'missed')
        const after = of(...some, 'taken')
        expect(after.counted).toBe(before.counted)
        expect(after.percent).toBeGreaterThanOrEqual(before.percent ?? 0)
        expect(before.taken + before.skipped + before.missed).toBe(before.counted)
      }),
    )
  })

  it('is told apart by medication, and counts a logged dose that no schedule yields any more', () => {
    const other = sampleId<MedicationId>(2)
    const date = day('2026-11-20')
    const { slots } = doseViews({
      medications: [
        sampleMedication({}, [{ reminderTimes: times('09:00', '10:00') }]),
        sampleMedication({ id: other }, [{ reminderTimes: times('08:00') }]),
      ],
      events: [sampleEvent(1), sampleEvent(2, { medicationId: other, kind: 'skipped' })],
      from: date,
      to: date,
      zone: SYDNEY,
      now: at('2026-11-22 00:00'),
    })
    const each = adherenceByMedication(slots)
    expect([...each.keys()].sort()).toEqual([METFORMIN, other])
    expect(each.get(METFORMIN)).toEqual({ counted: 2, taken: 1, skipped: 0, missed: 1, percent: 50 })
    expect(each.get(other)).toEqual({ counted: 1, taken: 0, skipped: 1, missed: 0, percent: 0 })
  })
})
