import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readMedication } from './medications.ts'
import { listedNames } from './medicine-names.ts'
import { nearName } from './near-names.ts'

const TODAY = '2026-11-20' as LocalDate
const read = (text: string) => readMedication(text, TODAY)

describe('a name that no list has and that sounds like a known one', () => {
  test.each([
    ['Metforman 500 mg twice a day', 'Metforman', 'Metformin'],
    ['Elaquis 5 mg twice a day', 'Elaquis', 'Eliquis'],
    ['Zarelto 20 mg with dinner', 'Zarelto', 'Xarelto'],
    ['take escitalopran 10 mg at night', 'escitalopran', 'escitalopram'],
    ['gliclazid MR 60 mg with breakfast', 'gliclazid MR', 'gliclazide MR'],
    ['simvastatine 20 mg nightly', 'simvastatine', 'simvastatin'],
    ['met for men five hundred milligrams twice daily', 'met for men', 'Metformin'],
    ['lies in a pril ten milligrams every morning', 'lies in a pril', 'Lisinopril'],
    ['omep razole 20 mg before breakfast', 'omep razole', 'Omeprazole'],
    ['rose uva statin 10 mg every night', 'rose uva statin', 'Rosuvastatin'],
    ['vent o lin 2 puffs when needed', 'vent o lin', 'Ventolin'],
    ['please take a spring 100 milligrams daily', 'a spring', 'Aspirin'],
    ['leave o thyroxine 75 micrograms every morning', 'leave o thyroxine', 'Levothyroxine'],
    ['spy row no lactone 25 mg daily', 'spy row no lactone', 'Spironolactone'],
  ])('%s: “%s” is asked to be %s', (text, words, value) => {
    const { name, asks } = read(text)
    expect(name).toEqual({ value, words, at: text.indexOf(words), confidence: 'guess' })
    expect(asks).toContain(`“${words}”: is it ${value}?`)
  })
})

describe('a name that is known, or can be nothing else, stays as it was said', () => {
  test.each([
    ['take prednisone 5 mg daily', 'prednisone'],
    ['take prednisolone 5 mg daily', 'prednisolone'],
    ['I take Xyzolex 30 milligrams every evening', 'Xyzolex'],
    ['take Zolgepril 20 mg every morning', 'Zolgepril'],
    ['give 7.5 ml of brofenil syrup four times daily', 'brofenil'],
    ['my new tablets are called Brivantel, one at night', 'Brivantel'],
    ['Ferrograd C one tablet every other day', 'Ferrograd C'],
    ['take Tolna 20 mg every morning', 'Tolna'],
    ['give Lily ramipril 5 mg in the morning', 'ramipril'],
    ['a candesartan 8 mg each morning', 'candesartan'],
  ])('%s: %s', (text, value) => {
    expect(read(text).name).toMatchObject({ value, words: value, confidence: 'sure' })
  })
})

describe('words that may be of the language or a part of a name are a guess', () => {
  test.each([
    ['blue bell 20 mg every morning', 'blue bell'],
    ['gorse o ribbel 20 mg every morning', 'ribbel'],
    ['tolna 20 mg every morning', 'tolna'],
  ])('%s: %s', (text, words) => {
    const { name } = read(text)
    expect(words).toContain(name?.words ?? '')
    expect(name?.confidence).toBe('guess')
  })
})

test('names of the list are apart: few would become another if they were not known', () => {
  const names = listedNames()
  const confused = names.filter((name) => nearName(name) !== null)
  // Most of these are two spellings of one: `aciclovir`, `acyclovir`.
  expect(confused.length).toBeLessThan(0.06 * names.length)
})
