import { describe, expect, test } from 'vitest'
import { formatDirections } from './format.ts'
import { readDirections } from './read-directions.ts'
import { type Directions, type DirectionValues, directionValues } from './values.ts'

const values = (text: string) => directionValues(readDirections(text))
const asked = (directions: Directions) =>
  directions.asks.map(({ reason, field, words }) => [reason, field, words])

describe('directions are read as they are worded', () => {
  test.each<[string, Partial<DirectionValues>]>([
    ['Take ONE tablet TWICE a day', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
    ['one bd for 5/7', { dose: 1, timesPerDay: 2, durationDays: 5 }],
    ['1 tds pc 2/52', { dose: 1, timesPerDay: 3, withFood: 'after', durationDays: 14 }],
    ['2 every 4 hours after food', { dose: 2, everyHours: 4, withFood: 'after' }],
    ['1-0-1', { dose: 1, timesPerDay: 2, when: ['morning', 'night'] }],
    ['take one every second day', { dose: 1, everyDays: 2 }],
    ['1 tab on alternate days', { dose: 1, unit: 'tablet', everyDays: 2 }],
    ['1 cap weekly', { dose: 1, unit: 'capsule', everyDays: 7 }],
    ['10 mg three times every week', { dose: 10, unit: 'mg', timesPerWeek: 3 }],
    [
      '1 or 2 puffs q4-6h prn, max 8 puffs in 24 hours',
      {
        dose: 1,
        doseMax: 2,
        unit: 'puff',
        everyHours: 4,
        everyHoursMax: 6,
        asNeeded: true,
        maxPerDay: 8,
        maxUnit: 'puff',
      },
    ],
    [
      'one and a half tablets at 8am and 8pm',
      { dose: 1.5, unit: 'tablet', timesPerDay: 2, times: ['08:00', '20:00'] as DirectionValues['times'] },
    ],
    [
      '1 tablet in the morning and 2 at night',
      {
        unit: 'tablet',
        partDoses: [
          { when: 'morning', dose: 1 },
          { when: 'night', dose: 2 },
        ],
        timesPerDay: 2,
        when: ['morning', 'night'],
      },
    ],
    ['metformin 500 mg tablets take 1 bd', { dose: 1, unit: 'tablet', timesPerDay: 2 }],
    ['500mg 1 tds', { dose: 1, timesPerDay: 3 }],
    ['Tkae two tabelts tiwce a dya', { dose: 2, unit: 'tablet', timesPerDay: 2 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected)
  })
})

describe('a frequency is never made up (DESIGN §8)', () => {
  test.each([
    'Take as directed',
    'one tablet',
    'apply sparingly',
    'Take 2 tablets 3 times',
    'each quarter day',
    'half times a day',
    'Store below 25 degrees, keep out of reach of children',
    'Dr Lee, 12 Day Street, phone 03 9342 7000',
  ])('%s', (text) => {
    const { timesPerDay, everyHours, everyDays, timesPerWeek, everyMonths } = readDirections(text)
    expect([timesPerDay, everyHours, everyDays, timesPerWeek, everyMonths]).toEqual(Array(5).fill(null))
  })
})

describe('shorthand that has harmed people is asked, and its value a guess', () => {
  test.each([
    ['1 tab od', ['shorthand', 'timesPerDay', 'od'], 'timesPerDay'],
    ['1 tab QD', ['shorthand', 'timesPerDay', 'QD'], 'timesPerDay'],
    ['1 tab q.o.d.', ['shorthand', 'everyDays', 'q.o.d.'], 'everyDays'],
    ['10 U at night', ['shorthand', 'unit', '10 U'], 'unit'],
    ['.5 mg at night', ['shorthand', 'dose', '.5 mg'], 'dose'],
    ['5.0 mg at night', ['shorthand', 'dose', '5.0 mg'], 'dose'],
  ] as const)('%s', (text, ask, field) => {
    const read = readDirections(text)
    expect(asked(read)).toEqual([ask])
    expect(read[field]?.confidence).toBe('guess')
  })

  test('doses that change from day to day are asked', () => {
    const read = readDirections('2 tablets stat then 1 tablet daily for 4 days')
    expect(asked(read)).toEqual([['changing', 'dose', '2 tablets stat then 1 tablet']])
    expect(read.dose?.confidence).toBe('guess')
  })

  test('a frequency that changes is asked, and only its beginning read', () => {
    const read = readDirections('1 tablet twice a day for 7 days then once daily')
    expect(asked(read)).toEqual([['changing', 'timesPerDay', 'twice a day for 7 days then once daily']])
    expect(read.timesPerDay).toMatchObject({ value: 2, confidence: 'guess' })
    expect(read.durationDays?.confidence).toBe('guess')
  })

  test('a typing error that was repaired makes a guess', () => {
    expect(readDirections('1 tablet tiwce a day').timesPerDay).toMatchObject({
      value: 2,
      confidence: 'guess',
    })
  })

  test('what is written in full asks nothing and is sure', () => {
    const read = readDirections('Take 1 tablet by mouth once a day')
    expect(read.asks).toEqual([])
    expect([read.dose, read.unit, read.timesPerDay, read.route].map((fact) => fact?.confidence)).toEqual(
      Array(4).fill('sure'),
    )
  })
})

describe('the sentence that is read back', () => {
  test.each([
    [
      '1-2 tab po q4-6h prn max 8/day',
      'Take 1 to 2 tablets by mouth, every 4 to 6 hours, when needed, no more than 8 in 24 hours.',
    ],
    ['ii gtt in both eyes bd 1/52', 'Put 2 drops in the eye, twice a day, for 7 days.'],
    ['half mane, one and a half nocte', 'Take ½ in the morning and 1½ at night, twice a day.'],
    ['nothing of the kind', ''],
  ])('%s', (text, expected) => {
    expect(formatDirections(readDirections(text))).toBe(expected)
  })
})
