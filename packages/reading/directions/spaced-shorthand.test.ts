import { describe, expect, test } from 'vitest'
import { readDirections } from './read-directions.ts'
import { type DirectionValues, directionValues } from './values.ts'

const values = (text: string) => directionValues(readDirections(text))
const atNight = { dose: 1, unit: 'tablet', timesPerDay: 1, when: ['night'] }

describe('shorthand printed letter by letter', () => {
  test.each([
    '1 tab q h s',
    '1 tab Q.H.S.',
    'TAKE 1 TABLET Q HS',
    '1 tab q. h. s.',
    '1 tab QH S',
    '1 tab q h.s.',
    '1 tab Q.HS.',
    '1 tab q.h. s.',
    '1 tab q/h/s',
    '1 tab q-h-s',
    '1 tab qhs',
  ])('%s is at bedtime, never every hour', (text) => {
    expect(values(text)).toEqual(atNight)
  })

  test.each<[string, Partial<DirectionValues>]>([
    ['1 b i d', { dose: 1, timesPerDay: 2 }],
    ['1 t. d. s.', { dose: 1, timesPerDay: 3 }],
    ['2 tabs p r n', { dose: 2, unit: 'tablet', asNeeded: true }],
    ['1 cap q i d prn', { dose: 1, unit: 'capsule', timesPerDay: 4, asNeeded: true }],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })

  test.each<[string, Partial<DirectionValues>]>([
    ['1 tab q h', { dose: 1, unit: 'tablet', everyHours: 1 }],
    ['1 tab q 6 h', { dose: 1, unit: 'tablet', everyHours: 6 }],
    ['1 tab po q4h', { dose: 1, unit: 'tablet', route: 'oral', everyHours: 4 }],
  ])('%s stays what it is', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })
})

const timed = (...times: string[]) => ({ dose: 1, unit: 'tablet', timesPerDay: times.length, times })

describe('minutes past an hour', () => {
  test.each<[string, string[]]>([
    ['1 tablet at 8 h 30 min', ['08:30']],
    ['1 tablet at 20h15', ['20:15']],
    ['1 tablet at 8 hrs 5 mins', ['08:05']],
    ['1 tablet at 30 min past 8', ['08:30']],
    ['1 tablet at 20 minutes past 8 pm', ['20:20']],
    ['1 tablet at 10 past 7 in the morning', ['07:10']],
    ['1 tablet at 8am and 20 min to 9 pm', ['08:00', '20:40']],
  ])('%s', (text, times) => {
    expect(values(text)).toEqual(timed(...times))
  })

  test.each([
    ['1 tablet every 2 hours 30 min', 2.5],
    ['1 tablet every 1 h and 30 minutes', 1.5],
    ['1 tablet every 90 min', 1.5],
  ])('%s is an interval', (text, everyHours) => {
    expect(values(text)).toEqual({ dose: 1, unit: 'tablet', everyHours })
  })

  test.each(['1 tablet every 30 minutes', '1 tablet every 2 hours 20 min', '1 tablet every 5 min'])(
    '%s: no made-up interval',
    (text) => {
      expect(values(text)).toEqual({ dose: 1, unit: 'tablet' })
    },
  )
})

describe('two named moments are two doses', () => {
  test.each<[string, object]>([
    ['1 tablet at noon and midnight', { ...timed('00:00', '12:00'), when: ['noon'] }],
    ['1 tablet at 12 midnight and 12 noon', timed('00:00', '12:00')],
    ['ONE tablet daily, morning and night', { dose: 1, unit: 'tablet', timesPerDay: 2, when: ['morning', 'night'] }],
    ['ONE tablet AM & PM', { dose: 1, unit: 'tablet', timesPerDay: 2, when: ['morning', 'evening'] }],
    ['1 tablet with breakfast, 1 tablet qhs', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toMatchObject(expected)
  })

  test('nothing is taken when something ends at midnight', () => {
    expect(values('Nothing to eat after midnight')).toEqual({})
  })
})
