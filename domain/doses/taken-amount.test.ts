import { expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { sampleEvent } from '../testing/samples.ts'
import { takenAmountOf, takenOf } from './taken-amount.ts'

const { snapshot } = sampleEvent(1)
const planned = { snapshot: { ...snapshot, amount: '1.5' as Amount, unit: 'tablet' } }

test.each<[string, Partial<DoseEvent>, string | null]>([
  ['as planned', planned, '1.5'],
  ['more than planned', { ...planned, takenAmount: '2' as Amount, amount: 2, unit: 'tablet' }, '2'],
  ['a third, which no number says', { ...planned, takenAmount: '1/3' as Amount, amount: 1 / 3, unit: 'tablet' }, '1/3'],
  ['a number of an older client', { amount: 0.5, unit: 'tablet' }, '0.5'],
  ['its unit written otherwise', { amount: 2, unit: 'Tablet ' }, '2'],
  ['a number that nobody meant exactly', { amount: 1 / 3, unit: 'tablet' }, null],
  ['a number in another unit', { amount: 5, unit: 'ml' }, null],
  ['a number without a unit', { amount: 5 }, null],
  ['planned in another unit', { snapshot: { ...snapshot, amount: '5' as Amount, unit: 'mL' } }, null],
  ['nothing said', {}, null],
  ['no dose taken', { ...planned, kind: 'skipped' }, null],
])('%s', (_what, fields, expected) => {
  expect(takenAmountOf(sampleEvent(1, fields), 'tablet')).toBe(expected)
})

test('without a unit of the plan, what the user named counts', () => {
  expect(takenOf(sampleEvent(1, { amount: 2, unit: null }))).toEqual({ amount: '2', unit: null })
})
