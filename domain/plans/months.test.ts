import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, type LocalDate } from '../lib/local-time.ts'
import { addMonths } from '../lib/months.ts'
import { localAt } from '../lib/zone.ts'
import { at, day, SYDNEY } from '../testing/samples.ts'
import { monthsAfter } from './months.ts'

describe('P3.2 calendar months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-03-31', 1, '2026-04-30'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-05-17', 36, '2029-05-17'],
    ['2026-05-17', 0, '2026-05-17'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(day(from), months)).toBe(to)
  })

  it('keep the day of the month, or end on the last one', () => {
    fc.assert(
      fc.property(fc.nat(40_000), fc.nat(120), (days, months) => {
        const from = addDays('2000-01-01' as LocalDate, days)
        const to = addMonths(from, months)
        const isLastDay = addDays(to, 1).endsWith('-01')
        expect(to.slice(8) === from.slice(8) || (isLastDay && to.slice(8) < from.slice(8))).toBe(true)
        const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
        const [toYear = 0, toMonth = 0] = to.split('-').map(Number)
        expect((toYear - fromYear) * 12 + toMonth - fromMonth).toBe(months)
        expect(daysBetween(from, to)).toBeGreaterThanOrEqual(28 * months)
      }),
    )
  })

  it('end at the same time on the wall of the person, also beyond a changeover', () => {
    // Daylight saving ends in Sydney on April 5, 2026.
    const start = at('2026-03-10 18:30') + 12_345
    const end = monthsAfter(start, 1, SYDNEY)
    expect(end).toBe(at('2026-04-10 18:30') + 12_345)
    expect(end - start).toBe((31 * 24 + 1) * 3_600_000)
  })

  it('are those of the zone: March 1 in Sydney is February 28 in UTC and has 31 days', () => {
    const start = at('2026-03-01 08:00')
    expect(new Date(start).toISOString()).toBe('2026-02-28T21:00:00.000Z')
    expect(localAt(monthsAfter(start, 1, SYDNEY), SYDNEY)).toEqual({ date: '2026-04-01', time: '08:00' })
  })
})
