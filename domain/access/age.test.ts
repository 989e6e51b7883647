import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../lib/local-time.ts'
import { at, day } from '../testing/samples.ts'
import { ageGroup, ageOn, CONSENT_AGE, MINIMUM_AGE, REFUSAL_PAUSE } from './age.ts'

describe('age', () => {
  it.each([
    ['2008-11-20', '2026-11-19', 17],
    ['2008-11-20', '2026-11-20', 18],
    ['2008-11-20', '2026-11-21', 18],
    ['2013-01-01', '2025-12-31', 12],
    ['2013-12-31', '2026-12-31', 13],
    ['2026-11-20', '2026-11-20', 0],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2024-02-28', 15],
    ['2008-02-29', '2024-02-29', 16],
  ])('someone born on %s is on %s %i years old', (birth, today, years) => {
    expect(ageOn(birth as LocalDate, today as LocalDate)).toBe(years)
  })

  it('grows by at most one from day to day and never shrinks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 40_000 }), (born, lived) => {
        const birth = addDays(day('1900-01-01'), born)
        const today = addDays(birth, lived)
        const step = ageOn(birth, addDays(today, 1)) - ageOn(birth, today)
        expect([0, 1]).toContain(step)
      }),
    )
  })

  it('has the limits of the specification, and a day between two tries', () => {
    expect([MINIMUM_AGE, CONSENT_AGE, REFUSAL_PAUSE]).toEqual([13, 18, 86_400_000])
  })
})

describe('the group an age belongs to', () => {
  const sydney = (birth: string, now: string) => ageGroup(day(birth), at(now), 'Australia/Sydney')

  it.each([
    ['2013-11-20', '2026-11-19 23:59', 'child'],
    ['2013-11-20', '2026-11-20 00:00', 'minor'],
    ['2008-11-20', '2026-11-19 23:59', 'minor'],
    ['2008-11-20', '2026-11-20 00:00', 'adult'],
    ['2008-02-29', '2026-02-28 23:59', 'minor'],
    ['2008-02-29', '2026-03-01 00:00', 'adult'],
    ['2027-01-01', '2026-11-20 00:00', 'child'],
  ])('born on %s, at %s in their own zone: %s', (birth, now, group) => {
    expect(sydney(birth, now)).toBe(group)
  })

  it('changes at midnight of the own zone, to the millisecond', () => {
    const midnight = at('2026-11-20 00:00', 'Australia/Sydney')
    const birth = day('2008-11-20')
    expect(ageGroup(birth, midnight - 1, 'Australia/Sydney')).toBe('minor')
    expect(ageGroup(birth, midnight, 'Australia/Sydney')).toBe('adult')
    expect(ageGroup(birth, midnight, 'America/New_York')).toBe('minor')
    expect(ageGroup(birth, midnight, 'Pacific/Auckland')).toBe('adult')
  })
})
