import { describe, expect, test } from 'vitest'
import { readDirections } from './read-directions.ts'
import { type DirectionValues, directionValues } from './values.ts'

const values = (text: string) => directionValues(readDirections(text))

describe('letters and misheard words', () => {
  test.each<[string, Partial<DirectionValues>]>([
    ['2 tabs c food', { dose: 2, withFood: 'with' }],
    ['1 cap tds cc', { dose: 1, unit: 'capsule', withFood: 'with' }],
    ['2 c tds', { dose: 2, unit: 'capsule' }],
    ['5 cc tds', { dose: 5, unit: 'ml' }],
    ['one before brekky', { dose: 1, withFood: 'before' }],
    ['take one too times a day', { dose: 1, timesPerDay: 2 }],
    ['too capsules twice a day', { dose: 2, timesPerDay: 2 }],
    ['take one to two tablets', { dose: 1, doseMax: 2 }],
    ['iv gtt AS bd', { dose: 4, unit: 'drop', route: 'otic' }],
    ['1 vial IV bd', { dose: 1, unit: 'vial', route: 'intravenous' }],
    ['2 gtt LE tds', { dose: 2, unit: 'drop', route: 'ophthalmic' }],
    ['T mane', { dose: 1 }],
  ])('%s', (text, expected) => {
    expect(values(text)).toMatchObject(expected)
  })
})

describe('what is spread goes on the skin, as far as the words say how or where: a guess', () => {
  test.each([
    'Apply sparingly bd',
    'apply a thin layer twice daily',
    'rub into the sore knee twice a day',
    'rub a little into both shoulders at night',
    'smear on the lips as needed',
    'massage into lower back tds',
    'use on the face at night',
    'apply to your left elbow daily',
  ])('%s', (text) => {
    expect(readDirections(text).route).toMatchObject({ value: 'topical', confidence: 'guess' })
  })

  test.each([
    ['apply a thin strip into the lower eyelid of both eyes at night', 'ophthalmic'],
    ['use 2 sprays in each nostril', 'nasal'],
    ['inject into the thigh once a week', undefined],
    ['use twice a day', undefined],
    ['take one for back pain', undefined],
    ['insert one at night', undefined],
    ['use the inhaler before you go on the back deck', 'inhalation'],
    ['wash the face twice a day', undefined],
  ])('%s: %s', (text, route) => {
    expect(values(text).route).toBe(route)
  })
})

describe('a complaint that comes on is when it is taken: a guess', () => {
  test.each([
    ['one capsule at the first sign of an attack', 'at the first sign of an attack'],
    ['take 2 at onset of headache', 'at onset of headache'],
    ['one tablet as soon as the migraine starts', 'as soon as the migraine starts'],
    ['take one when the pain is severe', 'when the pain is severe'],
    ['2 puffs when wheezy', 'when wheezy'],
  ])('%s', (text, words) => {
    expect(readDirections(text).asNeeded).toMatchObject({ value: true, words, confidence: 'guess' })
  })

  test.each([
    'one daily at the start of each month',
    'one daily, stop when pain free',
    'take one tablet daily, see your doctor at the first sign of a rash',
    'take one when you wake up',
    'take one daily as pain relief',
    'one daily when pain settles reduce to half',
    'take two at night on the day of the scan',
    'one at the start of your meal',
  ])('%s: no', (text) => {
    expect(values(text).asNeeded).toBeUndefined()
  })
})

test('noon beside a time on the clock is one', () => {
  expect(values('one at noon and one at 8pm').times).toEqual(['12:00', '20:00'])
})
