import { describe, expect, test } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import { sampleEvent } from '#domain/testing/samples.ts'
import { exactAmount, portionLogged, portionOf, portionPlanned, stepped } from './amount.ts'

describe('the portion in a medicine’s words', () => {
  test.each([
    ['2 tablets', 2, 'tablet'],
    ['1000 mg, 1 tablet', 1, 'tablet'],
    ['2 tabs at night', 2, 'tablet'],
    ['½ tablet', 0.5, 'tablet'],
    ['half a tablet', 0.5, 'tablet'],
    ['.5 ml', 0.5, 'ml'],
    ['0.5ml', 0.5, 'ml'],
    ['2,5 ml', 2.5, 'ml'],
    ['Two puffs', 2, 'puff'],
    ['1 drop in each eye', 1, 'drop'],
    ['10 units', 10, 'unit'],
    ['Take one capsule with food', 1, 'capsule'],
    ['one and a half tablets', 1.5, 'tablet'],
    ['1 and a half tablets', 1.5, 'tablet'],
    ['1½ tablets', 1.5, 'tablet'],
    ['1 1/2 tablets', 1.5, 'tablet'],
    ['1-1/2 tablets', 1.5, 'tablet'],
    ['1.5 tablets', 1.5, 'tablet'],
    ['1/2 tablet', 0.5, 'tablet'],
    ['half of a tablet', 0.5, 'tablet'],
    ['one half tablet', 0.5, 'tablet'],
    ['2¼ ml', 2.25, 'ml'],
    ['1,000 units', 1000, 'unit'],
    ['1000 units', 1000, 'unit'],
    ['1 tablet in the morning, 1 tablet at night', 1, 'tablet'],
    ['2 puffs as needed, max 8 puffs a day', 2, 'puff'],
    ['100 units/ml, 10 units', 10, 'unit'],
    ['2 sachets in 50 ml of water', 2, 'sachet'],
    ['1 tablet per day', 1, 'tablet'],
    ['Vitamin B12, 1 tablet', 1, 'tablet'],
  ])('%s is %d %s', (text, amount, unit) => {
    expect(portionOf([text])).toMatchObject({ amount, unit, isSaid: true })
  })

  test.each(['125 mg/5 ml', '125 mg per 5 ml', '1000 mg', ''])('%j names a strength, not a portion', (text) => {
    expect(portionOf([text])).toMatchObject({ amount: 1, isSaid: false })
  })

  test.each([
    '1-2 tablets',
    '1–2 tablets',
    '1 to 2 tablets',
    'one or two tablets',
    '1 tablet or 2 tablets',
    '2 x 1 tablet',
    '1 tablet in the morning and 2 at night',
    '1 tablet in the morning, 2 tablets at night',
    'twenty one units',
    'three hundred and one units',
    'up to 2 tablets',
    '10,000 units',
    '25/100 tablets',
    '100 units per ml',
  ])('%j names no one amount: what the form shows is a guess', (text) => {
    expect(portionOf([text])).toMatchObject({ isSaid: false })
  })

  test('a range in the first text is not settled by a later one', () => {
    expect(portionOf(['1-2 tablets', '1 tablet at night'])).toMatchObject({ unit: 'tablet', isSaid: false })
  })

  test('the first text that names one wins, then any unit, then the dose', () => {
    expect(portionOf(['500 mg', '2 capsules in the morning'])).toMatchObject({ amount: 2, unit: 'capsule' })
    expect(portionOf(['500 mg', 'Amoxicillin capsules'])).toMatchObject({ unit: 'capsule', isSaid: false })
    expect(portionOf(['500 mg'])).toMatchObject({ unit: 'dose', isSaid: false })
  })

  test('tablets and liquids go by halves, the rest by wholes', () => {
    expect(portionOf(['1 tablet']).step).toBe(0.5)
    expect(portionOf(['5 ml']).step).toBe(0.5)
    expect(portionOf(['2 puffs']).step).toBe(1)
    expect(portionOf(['500 mg']).step).toBe(1)
  })

  test('of a change is what was logged, whatever the words say by now', () => {
    const unsaid = portionOf(['500 mg'])
    const logged = (amount: number | null, unit: string | null) => sampleEvent(1, { amount, unit })
    expect(portionLogged(unsaid, logged(2, 'dose'))).toMatchObject({ amount: 2, isSaid: true })
    expect(portionLogged(portionOf(['1 capsule']), logged(0.5, 'tablet'))).toEqual({
      unit: 'tablet',
      amount: 0.5,
      exact: '0.5',
      step: 0.5,
      isSaid: true,
    })
    expect(portionLogged(unsaid, logged(1 / 3, 'tablet'))).toMatchObject({ amount: 1 / 3, isSaid: true })
    expect(portionLogged(unsaid, logged(null, null))).toBe(unsaid)
  })
})

describe('the stepper', () => {
  const exact = (amount: string) => amount as Amount

  test.each([
    ['1.5', 1, 0.5, '2'],
    ['1/3', 1, 0.5, '5/6'],
    ['5/6', -1, 0.5, '1/3'],
    ['2', -1, 1, '1'],
  ] as const)('from %s by %d in steps of %d is %s', (amount, by, step, expected) => {
    expect(stepped(exact(amount), by, step)).toBe(expected)
  })

  test('begins with the planned amount, in halves of what can be divided', () => {
    const third = portionPlanned({ amount: exact('1/3'), unit: 'tablet' })
    expect([exactAmount(third), third.step]).toEqual(['1/3', 0.5])
    expect(portionPlanned({ amount: exact('2'), unit: 'mL' }).step).toBe(0.5)
    expect(portionPlanned({ amount: exact('2'), unit: 'puff' }).step).toBe(1)
    expect(exactAmount(portionOf(['2.5 ml']))).toBe('2.5')
  })
})
