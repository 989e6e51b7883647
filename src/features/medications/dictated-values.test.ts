import { readMedication } from '@dosewell/reading/medication'
import { expect, test } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { guessedFrom } from '#src/session/heard.ts'
import { dictatedValues } from './dictated-values.ts'
import { EMPTY_VALUES } from './form-values.ts'

const TODAY = '2026-11-20' as LocalDate
const dictated = (words: string) => dictatedValues(words, readMedication(words, TODAY))

test('5.14 dictation fills the form; what was not said stays empty', () => {
  const words = ' Metformin 500 mg twice a day at 8 am and 20:30, start tomorrow, ongoing '
  expect(dictated(words)).toEqual({
    ...EMPTY_VALUES,
    name: 'Metformin',
    dosage: '500 mg',
    frequency: 'twice',
    reminderTimes: '8:00 AM, 8:30 PM',
    instructions: words.trim(),
    startDate: '2026-11-21',
    isOngoing: true,
    heard: { words: words.trim(), asks: [], guesses: {} },
  })
})

test.each([
  ['aspirin every second day from today', { kind: 'interval', everyDays: 2 }],
  ['aspirin on Mondays', { kind: 'weekdays', days: [1] }],
  ['aspirin only when I need it', { kind: 'as-needed', reminderTimes: '' }],
])('how often: %s', (words, values) => {
  expect(dictated(words)).toMatchObject(values)
})

test.each([
  ['prolia every six months', '', null],
  ['aspirin once', '', null],
  ['estradiol twice a week', 'weekdays', null],
  ['aspirin 100 mg', 'daily', ''],
])('how often, where no schedule was said: %s', (words, kind, guessed) => {
  const values = dictated(words)
  expect(values).toMatchObject({ kind, days: [] })
  expect(guessedFrom(values.heard, 'kind', values.kind)).toBe(guessed)
  expect(values.heard?.asks).toHaveLength(1)
})

test('a guess is marked with its words until the person changes the field', () => {
  const { heard, reminderTimes } = dictated('aspirin at 8 and 9')
  expect(guessedFrom(heard, 'reminderTimes', reminderTimes)).toBe('8”, “9')
  expect(guessedFrom(heard, 'reminderTimes', '8:00 PM')).toBeNull()
  expect(guessedFrom(heard, 'name', 'aspirin')).toBeNull()
  expect(guessedFrom(null, 'name', '')).toBeNull()
})
