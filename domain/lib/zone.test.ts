import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeovers } from '../testing/changeovers.ts'
import { addDays, DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from './local-time.ts'
import { endOfDay, instantAt, isTimeZone, localAt, offsetAt, startOfDay } from './zone.ts'

const iso = (date: string, time: string, zone: string) =>
  new Date(instantAt(date as LocalDate, time as LocalTime, zone)).toISOString()

describe('wall-clock time in a zone', () => {
  it.each([
    ['an ordinary day', '2026-06-01', '08:00', 'Australia/Sydney', '2026-05-31T22:00:00.000Z'],
    ['a gap moves forward by the gap (Sydney)', '2026-10-04', '02:30', 'Australia/Sydney', '2026-10-03T16:30:00.000Z'],
    [
      'an overlap means the first occurrence (Sydney)',
      '2026-04-05',
      '02:30',
      'Australia/Sydney',
      '2026-04-04T15:30:00.000Z',
    ],
    ['a gap of half an hour (Lord Howe)', '2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
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

  it('is read from the instant as it stands on the wall', () => {
    expect(localAt(Date.UTC(2026, 10, 19, 21, 0, 59, 999), 'Australia/Sydney')).toEqual({
      date: '2026-11-20',
      time: '08:00',
    })
    expect(localAt(Date.UTC(2026, 10, 20, 12, 59, 59, 999), 'Australia/Sydney')).toEqual({
      date: '2026-11-20',
      time: '23:59',
    })
    expect(localAt(Date.UTC(2026, 10, 20, 13), 'Australia/Sydney')).toEqual({
      date: '2026-11-21',
      time: '00:00',
    })
  })

  it('is the same moment again for every date a calendar can hold', () => {
    const days = fc.integer({ min: Date.parse('0001-01-01') / DAY, max: Date.parse('9999-12-31') / DAY })
    fc.assert(
      fc.property(days, fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Phoenix'), (count, zone) => {
        const date = new Date(count * DAY).toISOString().slice(0, 10) as LocalDate
        expect(localAt(instantAt(date, '12:00' as LocalTime, zone), zone).date).toBe(date)
      }),
    )
  })

  it('refuses zones that the runtime does not know, and fixed offsets', () => {
    expect(isTimeZone('Australia/Eucla')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
    expect(isTimeZone('+10:00')).toBe(false)
  })

  it('R1.7 of a zone that the runtime does not know is that of UTC', () => {
    expect(iso('2026-06-01', '08:00', 'Mars/Olympus')).toBe('2026-06-01T08:00:00.000Z')
  })

  it('throws for a time that is none, which a broken record may have', () => {
    expect(() => offsetAt(Number.NaN, 'Australia/Sydney')).toThrow(RangeError)
    expect(() => iso('2026-06-01', '8 in the morning', 'Australia/Sydney')).toThrow(RangeError)
  })

  it('makes one formatter of a zone, however it is spelled', async () => {
    // Another test may have created this zone's formatter already; a fresh module has none.
    vi.resetModules()
    const fresh = await import('./zone.ts')
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    onTestFinished(() => made.mockRestore())
    const name = 'Antarctica/Troll'
    const spellings = Array.from(name, (_, index) => name.slice(0, index) + name.slice(index).toUpperCase())
    expect(spellings.every(fresh.isTimeZone)).toBe(true)
    expect(made).toHaveBeenCalledTimes(1)
  })
})

/** Returns the `YYYY-MM-DD` and `HH:MM` of a local time given in milliseconds since the epoch. */
const wallOf = (wall: number): [LocalDate, LocalTime] => {
  const text = new Date(wall).toISOString()
  return [text.slice(0, 10) as LocalDate, text.slice(11, 16) as LocalTime]
}

describe('every changeover of every zone, from 2026 to 2036', () => {
  const all = changeovers(Date.UTC(2026, 0, 1), Date.UTC(2036, 0, 1))

  it('covers both directions, whole and half hours, and clocks that skip midnight', () => {
    const sizes = new Set(all.map(({ before, after }) => (after - before) / MINUTE))
    expect(sizes).toEqual(new Set([60, -60, 30, -30, 120, -120]))
    const skippedMidnights = all.filter((one) => one.after > one.before && (one.at + one.before) % DAY === 0)
    expect(skippedMidnights.length).toBeGreaterThan(10)
  })

  it('reads the offset on both sides to the millisecond', () => {
    for (const { zone, at, before, after } of all) {
      expect([zone, at, offsetAt(at - 1, zone), offsetAt(at, zone)]).toEqual([zone, at, before, after])
    }
  })

  it('a time that is skipped moves forward by the gap; one that occurs twice is its first occurrence', () => {
    const wrong: unknown[] = []
    for (const { zone, at, before, after } of all) {
      for (let wall = at + before - 4 * HOUR; wall < at + before + 4 * HOUR; wall += 15 * MINUTE) {
        // The old offset applies up to the last time it is shown and inside a gap, the new one afterwards.
        const expected = wall - (wall < at + Math.max(before, after) ? before : after)
        const [date, time] = wallOf(wall)
        const actual = instantAt(date, time, zone)
        if (actual !== expected) wrong.push({ zone, date, time, actual, expected })
      }
    }
    expect(wrong).toEqual([])
  })

  it('days follow each other without a hole and without an overlap, and begin with their first instant', () => {
    const wrong: unknown[] = []
    for (const { zone, at } of all) {
      const date = addDays(localAt(at, zone).date, -1)
      for (const some of [date, addDays(date, 1), addDays(date, 2)]) {
        const start = startOfDay(some, zone)
        const end = endOfDay(some, zone)
        const inside = localAt(start, zone).date === some && localAt(end - 1, zone).date === some
        const outside = localAt(start - 1, zone).date < some && localAt(end, zone).date > some
        if (!inside || !outside || end !== startOfDay(addDays(some, 1), zone)) wrong.push({ zone, some })
      }
    }
    expect(wrong).toEqual([])
  })
})
