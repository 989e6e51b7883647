import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  DAY,
  daysBetween,
  formatDate,
  formatLongWeekday,
  formatMonthDay,
  formatTime12,
  formatWeekday,
  isLocalDate,
  isLocalTime,
  isoWeekday,
  type LocalDate,
  type LocalTime,
  localTimeOf,
  minutesOfDay,
} from './local-time.ts'
import { localDateSchema, localTimeSchema } from './local-time-schema.ts'

const date = fc
  .integer({ min: Date.UTC(1900, 0, 1) / DAY, max: Date.UTC(2199, 11, 31) / DAY })
  .map((days) => new Date(days * DAY).toISOString().slice(0, 10) as LocalDate)
const minutes = fc.integer({ min: 0, max: 1439 })

describe('local dates', () => {
  it.each([
    ['2026-11-20', true],
    ['2024-02-29', true],
    ['2000-02-29', true],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2026-02-29', false],
    ['1900-02-29', false],
    ['2026-02-30', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['0000-01-01', false],
    ['2026-1-1', false],
    ['20261120', false],
    ['2026-11-20T00:00', false],
    ['+02026-11-20', false],
    [' 2026-11-20', false],
    ['2026-11-20\n', false],
    ['', false],
  ])('exist or do not: %j is %s', (text, exists) => {
    expect(isLocalDate(text)).toBe(exists)
    expect(localDateSchema.safeParse(text).success).toBe(exists)
  })

  it.each([
    ['2026-11-20', 1, '2026-11-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-20', 0, '2026-11-20'],
  ])('%s plus %i days is %s', (from, days, expected) => {
    expect(addDays(from as LocalDate, days)).toBe(expected)
  })

  it('come back from any walk, and count its days', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        const to = addDays(from, days)
        expect(isLocalDate(to)).toBe(true)
        expect(daysBetween(from, to)).toBe(days)
        expect(addDays(to, -days)).toBe(from)
        expect(from < to).toBe(days > 0)
      }),
    )
  })

  it('have weekdays from Monday as 1 to Sunday as 7, in turn', () => {
    expect(isoWeekday('2026-11-16' as LocalDate)).toBe(1)
    expect(isoWeekday('2026-11-22' as LocalDate)).toBe(7)
    fc.assert(
      fc.property(date, (some) => {
        expect(isoWeekday(addDays(some, 1))).toBe((isoWeekday(some) % 7) + 1)
      }),
    )
  })

  it('are written for a person as the specification writes them', () => {
    const friday = '2026-11-05' as LocalDate
    expect(formatMonthDay(friday)).toBe('Nov 5')
    expect(formatDate(friday)).toBe('Nov 5, 2026')
    expect(formatWeekday('2026-11-20' as LocalDate)).toBe('Fri')
    expect(formatLongWeekday('2026-11-20' as LocalDate)).toBe('Friday')
  })

  it('are written like the en-US calendar of the runtime writes them', () => {
    const zone = { timeZone: 'UTC' } as const
    fc.assert(
      fc.property(date, (some) => {
        const noon = new Date(`${some}T12:00:00Z`)
        const text = noon.toLocaleDateString('en-US', {
          ...zone,
          month: 'short',
          day: 'numeric',
          year: 'numeric',
        })
        expect(formatDate(some)).toBe(text)
        expect(formatWeekday(some)).toBe(noon.toLocaleDateString('en-US', { ...zone, weekday: 'short' }))
        expect(formatLongWeekday(some)).toBe(noon.toLocaleDateString('en-US', { ...zone, weekday: 'long' }))
      }),
    )
  })
})

describe('local times', () => {
  it.each([
    ['00:00', true],
    ['23:59', true],
    ['08:00', true],
    ['24:00', false],
    ['12:60', false],
    ['8:00', false],
    ['08:00:00', false],
    ['08.00', false],
    ['٠٨:٠٠', false],
    ['08:00\n', false],
    ['', false],
  ])('are 24-hour HH:MM: %j is %s', (text, good) => {
    expect(isLocalTime(text)).toBe(good)
    expect(localTimeSchema.safeParse(text).success).toBe(good)
  })

  it.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['01:00', '1:00 AM'],
    ['08:30', '8:30 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['12:01', '12:01 PM'],
    ['13:00', '1:00 PM'],
    ['18:00', '6:00 PM'],
    ['23:59', '11:59 PM'],
  ])('%s is read as %s', (time, expected) => {
    expect(formatTime12(time as LocalTime)).toBe(expected)
  })

  it('are minutes of the day and back, in the same order', () => {
    fc.assert(
      fc.property(minutes, minutes, (a, b) => {
        expect(isLocalTime(localTimeOf(a))).toBe(true)
        expect(minutesOfDay(localTimeOf(a))).toBe(a)
        expect(localTimeOf(a) < localTimeOf(b)).toBe(a < b)
      }),
    )
  })
})
