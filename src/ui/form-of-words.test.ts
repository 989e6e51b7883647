import { describe, expect, test } from 'vitest'
import { formOfWords } from './form-of-words.ts'

describe('the form in a medicine’s words', () => {
  test.each([
    ['Salbutamol inhaler', '100 micrograms', 'puff'],
    ['Salbutamol', '1 to 2 puffs', 'puff'],
    ['Omeprazole', '20 mg capsules', 'capsule'],
    ['Metformin XR', '1000 mg', 'caplet'],
    ['Panadol Osteo', '665 mg, 2 tablets', 'tablet'],
    ['Warfarin', '2 tabs at night', 'tablet'],
    ['Captopril', '25 mg', 'round'],
    ['Serapax', '', 'round'],
    ['', '', 'round'],
  ])('%s, %s is drawn as %s', (name, dosage, form) => {
    expect(formOfWords(name, dosage)).toBe(form)
  })
})
