import { expect, test } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { guessedFrom } from '#src/session/heard.ts'
import { dictatedValues } from './dictated-values.ts'
import { EMPTY_VALUES } from './form-values.ts'

const TODAY = '2026-11-20' as LocalDate
const dictated = (words: string) => dictatedValues(words, TODAY)

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

const FILLED = { reminderTimes: '8:00 AM', kept: null }

test.each([
  [
    'prednisolone 25 mg, 5 days, then down by 10 mg every 5 days at 8 am',
    {
      kind: 'phases',
      name: 'prednisolone',
      dosage: '',
      frequency: '',
      startDate: TODAY,
      isOngoing: false,
      steps: ['25', '15', '5'].map((each) => ({ days: '5', each, unit: 'mg', ...FILLED })),
    },
  ],
  [
    'sertraline 50 mg for 2 weeks, then 100 mg a day at 8 am from tomorrow',
    {
      kind: 'phases',
      startDate: '2026-11-21',
      isOngoing: true,
      steps: [
        { days: '14', each: '50', unit: 'mg', ...FILLED },
        { days: '', each: '100', unit: 'mg', ...FILLED },
      ],
    },
  ],
  [
    'warfarin 5 and 4 mg in turn at 6 pm',
    { kind: 'daily', unit: 'mg', each: '5', amountsBy: 'day', amountsInTurn: '5, 4', reminderTimes: '6:00 PM' },
  ],
  ['a patch of fentanyl every 72 hours at 8 am', { kind: 'hours', everyHours: '72', firstDose: `${TODAY}T08:00` }],
  [
    'eye drops every 2 hours from 8 am to 8 pm',
    {
      kind: 'hours',
      everyHours: '2',
      hasWindow: true,
      windowFrom: '08:00',
      windowTo: '20:00',
      frequency: '',
    },
  ],
  ['paracetamol every 8 hours at 6 am, 2 pm and 10 pm', { kind: 'daily', reminderTimes: '6:00 AM, 2:00 PM, 10:00 PM' }],
  ['alendronate 70 mg on the first of every month at 8 am', { kind: 'monthly', daysOfMonth: [1], dosage: '70 mg' }],
  ['estradiol 21 days on and 7 days off at 8 pm', { kind: 'cycle', daysOn: '21', daysOff: '7' }],
  [
    'ibuprofen 400 mg 8 hours after the last one',
    { kind: 'after-taken', afterLast: '8', afterUnit: 'hours', firstDose: '', dosage: '400 mg' },
  ],
  [
    'paracetamol 500 mg two tablets every 6 hours when needed, at least 4 hours apart, no more than 8 tablets in 24 hours',
    {
      kind: 'as-needed',
      unit: 'tablet',
      each: '2',
      strengthAmount: '500',
      strengthUnit: 'mg',
      strengthPer: 'tablet',
      minHours: '4',
      maxIn24h: '8',
    },
  ],
])('what no days and times can say: %s', (words, values) => {
  const filled = dictated(words)
  expect(filled).toMatchObject(values)
  expect(filled.instructions).toBe(words)
})

test('a taper without a first day begins today, which is a guess; nothing is asked that was answered', () => {
  const { heard, startDate } = dictated('prednisolone 25 mg, 5 days, then down by 5 every 5 days')
  expect(guessedFrom(heard, 'startDate', startDate)).toBe('')
  expect(heard?.asks).toEqual([])
})
