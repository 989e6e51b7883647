import { describe, expect, test } from 'vitest'
import { portionOf } from './amount.ts'

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
  ])('%s is %d %s', (text, amount, unit) => {
    expect(portionOf([text])).toMatchObject({ amount, unit, isSaid: true })
  })

  test.each(['125 mg/5 ml', '125 mg per 5 ml', '1000 mg', ''])(
    '%j names a strength, not a portion',
    (text) => {
      expect(portionOf([text])).toMatchObject({ amount: 1, isSaid: false })
    },
  )

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
})
