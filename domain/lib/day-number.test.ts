import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayNumberOf, isoWeekdayOf } from './day-number.ts'

const DAY_MS = 86_400_000
/** January 1 of the year 1 and December 31, 9999. */
const [FIRST, LAST] = [-719_162, 2_932_896]

describe('the number of a day', () => {
  it.each([
    ['0001-01-01', FIRST],
    ['1900-02-28', -25_509],
    ['1900-03-01', -25_508],
    ['1969-12-31', -1],
    ['1970-01-01', 0],
    ['2000-02-29', 11_016],
    ['2026-11-26', 20_783],
    ['9999-12-31', LAST],
  ])('of %s is %i', (date, number) => {
    expect(dayNumberOf(date)).toBe(number)
    expect(dateOfDay(number)).toBe(date)
  })

  it('agrees with the calendar of the runtime, from the year 1 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (number) => {
        const date = new Date(number * DAY_MS)
        expect(dateOfDay(number)).toBe(date.toISOString().slice(0, 10))
        expect(dayNumberOf(date.toISOString())).toBe(number)
        expect(isoWeekdayOf(number)).toBe(date.getUTCDay() || 7)
      }),
      { numRuns: 2000 },
    )
  })
})
