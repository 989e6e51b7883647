import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { at, day, SYDNEY } from '#domain/testing/samples.ts'
import { logOf, regimens } from '#domain/testing/year-of-doses.ts'
import { firstOfMonth, lastOfMonth } from './month.ts'
import { jointly, slotsWithin } from './use-history-doses.ts'

const TODAY = day('2026-11-20')
const RECENT = { from: addDays(TODAY, -29), to: TODAY }
const monthOf = (date: LocalDate) => ({ from: firstOfMonth(date), to: lastOfMonth(date) })

const medications = regimens([
  { number: 1, name: 'Metformin XR', reminderTimes: ['08:00', '20:00'] },
  { number: 2, name: 'Perindopril', reminderTimes: ['07:30'] },
])

describe('the doses of a month and of the last 30 days', () => {
  it.each([
    [day('2026-11-03'), { from: day('2026-10-22'), to: day('2026-11-30') }],
    [day('2026-10-22'), { from: day('2026-10-01'), to: TODAY }],
    [day('2026-12-24'), null],
    [day('2026-09-30'), null],
  ])('are read together where they meet: with %s chosen', (chosen, joint) => {
    expect(jointly(monthOf(chosen), RECENT)).toEqual(joint)
  })

  it('are the same read together as read apart', () => {
    const fates = fc.constantFrom('missed' as const, 'skipped' as const, 0, 7)
    fc.assert(
      fc.property(
        fc.integer({ min: -70, max: 40 }).map((days) => addDays(TODAY, days)),
        fc.array(fates, { minLength: 5, maxLength: 40 }),
        (chosen, fate) => {
          const month = monthOf(chosen)
          const joint = jointly(month, RECENT)
          fc.pre(joint !== null)
          let dose = 0
          const events = logOf(medications, day('2026-08-20'), TODAY, () => fate[dose++ % fate.length] ?? 'missed')
          const read = (range: { from: LocalDate; to: LocalDate }) => ({
            ...doseViews({ medications, events, ...range, zone: SYDNEY, now: at('2026-11-20 12:00') }),
            range,
          })
          const both = read(joint)
          expect(slotsWithin(both, RECENT)).toEqual(read(RECENT).slots)
          expect(slotsWithin(both, month)).toEqual(read(month).slots)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('are not known from a read of other dates', () => {
    const views = { slots: [], extras: [], range: monthOf(TODAY) }
    expect(slotsWithin(views, RECENT)).toBeUndefined()
    expect(slotsWithin(undefined, RECENT)).toBeUndefined()
    expect(slotsWithin(views, monthOf(TODAY))).toEqual([])
  })
})
