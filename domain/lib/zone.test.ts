import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate, LocalTime } from './local-time.ts'
import { instantAt, isTimeZone, localAt } from './zone.ts'

const iso = (date: string, time: string, zone: string) =>
  new Date(instantAt(date as LocalDate, time as LocalTime, zone)).toISOString()

describe('wall-clock time in a zone', () => {
  it.each([
    ['an ordinary day', '2026-06-01', '08:00', 'Australia/Sydney', '2026-05-31T22:00:00.000Z'],
    [
      'a gap moves forward by the gap (Sydney)',
      '2026-10-04',
      '02:30',
      'Australia/Sydney',
      '2026-10-03T16:30:00.000Z',
    ],
    [
      'an overlap means the first occurrence (Sydney)',
      '2026-04-05',
      '02:30',
      'Australia/Sydney',
      '2026-04-04T15:30:00.000Z',
    ],
    [
      'a gap of half an hour (Lord Howe)',
      '2026-10-04',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00.000Z',
    ],
    [
      'an overlap of half an hour (Lord Howe)',
      '2026-04-05',
      '01:45',
      'Australia/Lord_Howe',
      '2026-04-04T14:45:00.000Z',
    ],
    [
      'a zone at three quarters of an hour (Kathmandu)',
      '2026-01-01',
      '08:00',
      'Asia/Kathmandu',
      '2026-01-01T02:15:00.000Z',
    ],
    ['New York, spring', '2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['New York, autumn', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['just after the gap', '2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ])('%s', (_name, date, time, zone, expected) => {
    expect(iso(date, time, zone)).toBe(expected)
  })

  it('is undone by reading the wall, except inside a gap', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2035, 0, 1) }),
        (zone, instant) => {
          const { date, time } = localAt(instant, zone)
          const again = localAt(instantAt(date, time, zone), zone)
          expect(again).toEqual({ date, time })
        },
      ),
    )
  })

  it('refuses zones that the runtime does not know, and fixed offsets', () => {
    expect(isTimeZone('Australia/Eucla')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
    expect(isTimeZone('+10:00')).toBe(false)
  })
})
