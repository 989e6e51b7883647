import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLocalDate, isLocalTime, type LocalDate } from '../calendar.ts'
import { plainText } from '../words/plain-text.ts'
import { readMedication } from './medications.ts'

/** Set by `npm run test:long`. */
const LONG = process.env.TEST_LONG === '1'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)
const times = (text: string) => read(text).reminderTimes.map(({ value }) => value)

describe('the rules of the specification (section 5, medication voice parsing)', () => {
  test.each([
    ['500mg', '500 mg'],
    ['take 2 tablets', '2 tablets'],
    ['1 capsule', '1 capsule'],
    ['10 ml', '10 ml'],
    ['1 g', '1 g'],
    ['10 units', '10 units'],
    ['2.5 mg', '2.5 mg'],
    ['1,000 mg', '1000 mg'],
    ['point five milligrams', '0.5 mg'],
    ['two point seven five mg', '2.75 mg'],
  ])('dosage is a number followed by a unit: %s', (text, dosage) => {
    expect(read(text).dosage).toMatchObject({ value: dosage, confidence: 'sure' })
  })

  test.each([
    ['once', 'once'],
    ['twice', 'twice'],
    ['three times', '3 times'],
    ['daily', 'daily'],
    ['morning', 'morning'],
    ['evening', 'evening'],
    ['night', 'night'],
  ])('frequency is a word of a list: %s', (text, frequency) => {
    expect(read(`Aspirin ${text}`).frequency?.value).toBe(frequency)
  })

  test.each([
    ['8:30 am', ['08:30']],
    ['at 14:00', ['14:00']],
    ['at 8 am and 8:15 pm', ['08:00', '20:15']],
    ['12 am and 12 pm', ['00:00', '12:00']],
    ['9 pm, 9 am, 9 pm', ['09:00', '21:00']],
  ])('times: %s', (text, expected) => {
    expect(times(text)).toEqual(expected)
  })

  test.each([
    ['start today', '2026-11-20'],
    ['start tomorrow', '2026-11-21'],
    ['one tonight', '2026-11-20'],
    ['5 March 2025', '2025-03-05'],
    ['March 5', '2026-03-05'],
    ['from the 5th of March', '2026-03-05'],
    ['it is for today, start on 1 December 2026', '2026-12-01'],
  ])('start date: %s', (text, date) => {
    expect(read(text).startDate?.value).toBe(date)
  })

  test.each([['ongoing'], ['indefinitely'], ['continuous'], ['take it indefinite']])(
    '%s makes it ongoing and clears the end date',
    (word) => {
      const { isOngoing, endDate } = read(`Aspirin daily until 5 December 2026, ${word}`)
      expect({ isOngoing: isOngoing?.value, endDate }).toEqual({ isOngoing: true, endDate: null })
    },
  )

  test('the whole text becomes the instructions', () => {
    expect(read(' um, take it with food ').instructions).toBe('um, take it with food')
  })
})

describe('what is corrected while it is said', () => {
  test.each([
    ['aspirin ten milligrams, no, sorry, twenty', '20 mg'],
    ['aspirin 10 mg, I mean 20 mg', '20 mg'],
    ['aspirin 10 mg, scratch that, 5 mg', '5 mg'],
    ['aspirin, not 10 mg but 20 mg', '20 mg'],
    ['increase aspirin from 10 mg to 20 mg', '20 mg'],
    ['two tablets, no, three', '3 tablets'],
    ['aspirin 100 mg, no longer than a week', '100 mg'],
    ['aspirin 100 mg, no more than 300 mg a day', '100 mg'],
  ])('%s: %s', (text, dosage) => {
    expect(read(text).dosage?.value).toBe(dosage)
  })

  test('a time, a frequency, a name and a date', () => {
    const said = read(
      'metformin, I mean metoprolol, twice, no, three times a day, at 9, sorry, 10 am until 1 December, no, 2 December',
    )
    expect(said).toMatchObject({
      name: { value: 'metoprolol' },
      frequency: { value: '3 times' },
      reminderTimes: [{ value: '10:00' }],
      endDate: { value: '2026-12-02' },
    })
  })
})

describe('courses', () => {
  test.each([
    ['for ten days starting today', '2026-11-29'],
    ['start tomorrow, for a week', '2026-11-27'],
    ['from 1 December 2026 for a month', '2026-12-31'],
    ['today, a 7 day course', '2026-11-26'],
    ['until Friday', '2026-11-27'],
    ['until the 30th', '2026-11-30'],
    ['until 1/12/2026', '2026-12-01'],
  ])('%s: its last day is %s', (text, end) => {
    expect(read(`Aspirin 100 mg daily ${text}`).endDate?.value).toBe(end)
  })

  test('without a first day it begins today, and that is a guess', () => {
    expect(read('Aspirin daily for ten days')).toMatchObject({
      startDate: { value: TODAY, confidence: 'guess' },
      endDate: { value: '2026-11-29', confidence: 'guess' },
    })
  })

  test.each([
    ['I have been taking it for 2 years'],
    ['see me in two weeks'],
    ['my appointment is on 5 December 2026'],
    ['a supply of 30 days'],
  ])('%s: no dates', (text) => {
    expect(read(text)).toMatchObject({ startDate: null, endDate: null })
  })
})

describe('on which days', () => {
  test.each([
    ['daily', { kind: 'daily' }],
    ['every second day', { kind: 'interval', everyDays: 2, anchorDate: TODAY }],
    ['every 3 days from tomorrow', { kind: 'interval', everyDays: 3, anchorDate: '2026-11-21' }],
    ['on Mondays and Thursdays', { kind: 'weekdays', days: [1, 4] }],
    ['on weekdays', { kind: 'weekdays', days: [1, 2, 3, 4, 5] }],
    ['once a week', { kind: 'interval', everyDays: 7, anchorDate: TODAY }],
    ['only when I need it', { kind: 'as-needed' }],
    ['every six hours as needed', { kind: 'as-needed' }],
  ])('aspirin %s', (text, schedule) => {
    expect(read(`aspirin ${text}`).schedule?.value).toEqual(schedule)
  })

  test('how often in a week without the days is asked, not made up', () => {
    expect(read('estradiol twice a week')).toMatchObject({
      schedule: null,
      asks: ['On which days of the week?'],
    })
  })
})

describe('what is not sure', () => {
  test.each([
    ['aspirin at 8', '08:00', 'guess'],
    ['aspirin at 8 in the morning', '08:00', 'sure'],
    ['aspirin at 20:00', '20:00', 'sure'],
    ['aspirin every evening at half past seven', '19:30', 'sure'],
  ])('%s: %s is a %s', (text, time, confidence) => {
    expect(read(text).reminderTimes).toMatchObject([{ value: time, confidence }])
  })

  test.each([
    ['digoxin .5 mg daily', '0.5 mg', '“.5 mg” has no number before the point. Is it 0.5 mg?'],
    ['warfarin 5.0 mg daily', '5 mg', '“5.0 mg” is easily read as 50. Is it 5 mg?'],
    ['insulin 10U daily', '10 units', '“U” is easily read as a zero. Does it mean units?'],
  ])('%s: asked, and a guess at best', (text, dosage, ask) => {
    expect(read(text)).toMatchObject({ dosage: { value: dosage, confidence: 'guess' }, asks: [ask] })
  })

  test('shorthand that has harmed people is asked, and a guess at best', () => {
    expect(read('warfarin 3 mg OD')).toMatchObject({
      frequency: { value: 'daily', words: 'OD', confidence: 'guess' },
      asks: ['“OD” is easily misread. How often is it meant to be taken?'],
    })
  })

  test.each([
    ['as directed'],
    ['aspirin at 9:15 pm'],
    ['aspirin tomorrow morning'],
    ['an aspirin tonight'],
    ['once you get home'],
  ])('a frequency is never made up: %s', (text) => {
    expect(read(text).frequency).toBeNull()
  })
})

describe('the words', () => {
  test('every value has the words it came from, as they were said', () => {
    const said = read('um, Ibuprofen , eight hundred milligrams at, uh, half past eight p m')
    expect(said).toMatchObject({
      name: { words: 'Ibuprofen' },
      dosage: { value: '800 mg', words: 'eight hundred milligrams', at: 16 },
      reminderTimes: [{ value: '20:30', words: 'half past eight p m' }],
    })
  })

  const words = fc.constantFrom(
    ...'take my metformin Panadol Osteo called of on for the in at no, sorry I mean twice once daily every each day night morning evening week 8 8:30 ten twenty hundred half and a point oh past quarter to am p.m. mg milligrams tablets .5 1.0 U OD bd when needed until from today tomorrow Friday next March 5th 2026 1/12/26 , . not stop ongoing'.split(
      ' ',
    ),
  )
  const texts = fc.oneof(
    fc
      .array(fc.oneof({ weight: 9, arbitrary: words }, fc.string({ unit: 'grapheme', maxLength: 6 })), {
        maxLength: 30,
      })
      .map((parts) => parts.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )

  test('of any text at all: nothing is thrown, and no value is without its words in the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { instructions, asks: _, ...facts } = read(text)
        expect(instructions).toBe(text.trim())
        for (const fact of Object.values(facts).flat()) {
          if (fact === null) continue
          expect(fact.words).not.toBe('')
          expect(text.slice(fact.at, fact.at + fact.words.length)).toBe(fact.words)
        }
        const { name, reminderTimes, startDate, endDate } = facts
        if (name?.confidence === 'sure') expect(plainText(text).text).toContain(name.value)
        for (const { value } of reminderTimes) expect(isLocalTime(value)).toBe(true)
        for (const date of [startDate, endDate]) if (date) expect(isLocalDate(date.value)).toBe(true)
      }),
      { numRuns: LONG ? 2000 : 400 },
    )
  })
})
