import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTime12, isLocalTime, localTimeOf } from '../lib/local-time.ts'
import { times } from '../testing/samples.ts'
import { sortedTimes } from './reminder-times.ts'
import { normalizeReminderTimes, parseReminderTimes } from './typed-times.ts'

describe('normalising reminder times (specification, section 5)', () => {
  it.each([
    ['12am', '00:00'],
    ['12pm', '12:00'],
    ['12:00 am', '00:00'],
    ['12:30 AM', '00:30'],
    ['12:00 pm', '12:00'],
    ['12:45pm', '12:45'],
    ['1:05 am', '01:05'],
    ['1:05 pm', '13:05'],
    ['11:59 pm', '23:59'],
    ['8am', '08:00'],
    ['8 PM', '20:00'],
    ['8:00 a.m.', '08:00'],
    ['8:00 P. M.', '20:00'],
    ['08:00', '08:00'],
    ['8:00', '08:00'],
    ['0:00', '00:00'],
    ['23:59', '23:59'],
  ])('%s is the time %s', (text, expected) => {
    expect(normalizeReminderTimes(text)).toEqual([expected])
  })

  it.each([
    '24:00',
    '25:10',
    '12:60',
    '8:5',
    '8:60 am',
    '13:00 pm',
    '0:30 am',
    '0am',
    'noon',
    'midnight',
    '8',
    '8.30',
    '08:00:00',
    'in the morning',
    '8:00 8:30',
    '-8:00',
  ])('%s passes through unchanged', (text) => {
    expect(normalizeReminderTimes(text)).toEqual([text])
  })

  it.each([
    [' 08:00 ,  20:00 ', ['08:00', '20:00']],
    ['08:00,,20:00,', ['08:00', '20:00']],
    [',', []],
    ['   ', []],
    ['', []],
    ['8:00 pm, noon, 08:00, 8pm', ['20:00', 'noon', '08:00', '20:00']],
  ])('%j is split on commas, trimmed, empties dropped, the order kept', (text, expected) => {
    expect(normalizeReminderTimes(text)).toEqual(expected)
  })

  it('reads back every time as it is shown to a person', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        const time = localTimeOf(minutes)
        expect(normalizeReminderTimes(formatTime12(time))).toEqual([time])
        expect(normalizeReminderTimes(time)).toEqual([time])
      }),
    )
  })

  it('changes nothing the second time', () => {
    const piece = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,2}(:\d{2})? ?([ap]m)?$/))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = normalizeReminderTimes(pieces.join(','))
        expect(normalizeReminderTimes(once.join(','))).toEqual(once)
      }),
    )
  })
})

describe('the reminder times of a form', () => {
  it('are sorted, each once', () => {
    expect(parseReminderTimes('8pm, 8:00, 20:00, 12am, 08:00')).toEqual({
      ok: true,
      times: ['00:00', '08:00', '20:00'],
    })
  })

  it.each([
    ['08:00, noon, 25:00', 'noon'],
    ['24:00', '24:00'],
    ['8:00 am and 9:00 am', '8:00 am and 9:00 am'],
  ])('%j is refused with its first entry that is not a time: %j', (text, entry) => {
    expect(parseReminderTimes(text)).toEqual({ ok: false, entry })
  })

  it('may be none: whether one is required depends on the schedule', () => {
    expect(parseReminderTimes(' , ')).toEqual({ ok: true, times: [] })
  })

  it('either all are times or the entry that is not one is quoted', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseReminderTimes(text)
        if (parsed.ok) expect(parsed.times.every(isLocalTime)).toBe(true)
        else expect(text).toContain(parsed.entry)
      }),
    )
  })

  it('sorting leaves the list it was given alone', () => {
    const given = times('20:00', '08:00', '20:00')
    expect(sortedTimes(given)).toEqual(['08:00', '20:00'])
    expect(given).toEqual(['20:00', '08:00', '20:00'])
  })
})
