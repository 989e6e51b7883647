import { expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import { dosageText } from './dosage-text.ts'

const amounts = { unit: 'tablet', each: '2' as Amount }
const strength = (per: string) => ({ amount: '500' as Amount, unit: 'mg', per })

test.each([
  ['what was typed wins', { dosage: '1 g', amounts, strength: strength('tablet') }, '1 g'],
  ['of the unit that is counted', { dosage: '', amounts, strength: strength('tablet') }, '2 tablets of 500 mg'],
  ['of something else', { dosage: '', amounts, strength: strength('5 mL') }, '2 tablets, 500 mg per 5 mL'],
  ['the strength alone', { dosage: '', strength: strength('tablet') }, '500 mg'],
  ['the amount alone', { dosage: '', amounts, strength: null }, '2 tablets'],
  ['nothing', { dosage: '' }, ''],
])('the dosage in words: %s', (_, medication, text) => {
  expect(dosageText(medication)).toBe(text)
})
