import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { datesIn } from './dates.ts'

const said = (text: string): string[] =>
  datesIn(text, '2026-11-20' as LocalDate, 'next-such-day').map(({ value, isSure }) => `${value}${isSure ? '' : '?'}`)

describe('a visit that nobody has booked', () => {
  test.each([
    ['see me again in 4 weeks, they’ll send a letter'],
    ['come back in 8 weeks, haven’t booked it yet'],
    ['review in 3 months with dr patel, waiting for a date'],
    ['physio in a fortnight, i still have to book it'],
    ['dr patel in 6 weeks, no appointment yet'],
    ['dr patel in 6 weeks, date to be confirmed'],
    ['in 2 weeks but it’s not booked'],
    ['scan in 5 weeks, the hospital will write with the date'],
  ])('%j has no day', (text) => {
    expect(said(text)).toEqual([])
  })

  test.each([
    ['dr patel in 6 weeks', ['2027-01-01?']],
    ['dr patel in 2 weeks at 9', ['2026-12-04']],
    ['dr patel in 2 weeks at 9, date not confirmed', ['2026-12-04?']],
    ['in 10 days, i’ve booked it', ['2026-11-30']],
    ['3 December at 9 and another one in 6 weeks, not booked yet', ['2026-12-03', '2027-01-01?']],
    ['3 December, no time yet', ['2026-12-03']],
    ['tomorrow, they’ll send a letter', ['2026-11-21']],
    ['in 2 weeks at 9, don’t be late', ['2026-12-04']],
    ['dr patel in a fortnight at noon', ['2026-12-04']],
  ])('%j: %j', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})
