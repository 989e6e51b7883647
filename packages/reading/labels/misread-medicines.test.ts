import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-22' as LocalDate }).medications

describe('names with misread letters', () => {
  it.each([
    ['PREDNIS0L0NE 5mg', 'Prednisolone'],
    ['SlMVASTATlN 20mg', 'Simvastatin'],
    ['F0LIC ACID 5mg', 'Folic Acid'],
    ['Fur0semide 40mg', 'Furosemide'],
    ['Zyx0lan 5mg', 'Zyxolan'],
    // The edge of the picture.
    ['AMIPRIL 5mg', 'Ramipril'],
    ['MLODIPINE 10mg', 'Amlodipine'],
  ])('%s is %s, a guess', (line, name) => {
    const [found] = read(`${line} tablets\nTake ONE daily`)
    expect(found?.name).toBe(name)
    expect(found?.sources.name).toEqual({ words: line.split(/ \d/)[0], confidence: 'guess' })
  })

  it.each([
    ['Etoricoxib 60mg', 'Etoricoxib'],
    ['VITAMIN B12 1000mcg', 'Vitamin B12'],
    ['Sultamol 5mg', 'Sultamol'],
    ['MS Contin 10mg', 'MS Contin'],
    ['Humalog U-100', 'Humalog'],
  ])('%s stays %s', (line, name) => {
    expect(read(`${line}\nTake ONE daily`)[0]?.name).toBe(name)
  })

  it('a unit that the edge cut off may be one of two: the number alone', () => {
    const [found] = read('GABAPENTIN 300m\nAKE ONE CAPSULE TWICE A DA')
    expect(found).toMatchObject({ name: 'Gabapentin', dosage: '300', frequency: 'twice daily' })
    expect(found?.sources.dosage?.confidence).toBe('guess')
    expect(found?.sources.frequency?.confidence).toBe('guess')
  })
})

describe('directions with misread letters', () => {
  it.each([
    ['TAKE 0NE DAlLY', 'TAKE ONE DAILY'],
    ['TAKE TW0 AT NlGHT', 'TAKE TWO AT NIGHT'],
    ['1tds', '1 tds'],
    ['Take 5mcg daily', 'Take 5mcg daily'],
    ['Take ONE at 6arn, 10am and 2prn', 'Take ONE at 6am, 10am and 2pm'],
    ['1prn for pain', '1 prn for pain'],
    ['2 tabs at 8am, 1prn for pain', '2 tabs at 8am, 1prn for pain'],
  ])('%s: %s', (printed, instructions) => {
    const [found] = read(`Gabapentin 300mg\n${printed}`)
    expect(found?.instructions).toBe(instructions)
    expect(found?.sources.instructions?.words).toBe(printed)
    if (printed !== instructions) expect(found?.sources.frequency?.confidence).toBe('guess')
  })
})

describe('what stands around a name', () => {
  it.each([
    ['Sandoz Amlodipine 5mg tablets', 'Amlodipine'],
    ['TEVA RAMIPRIL 5 MG CAP', 'Ramipril'],
    ['Ramipril (Tritace) 5mg caps', 'Ramipril'],
    ['Prozac now FLUOXETINE 20mg caps', 'Fluoxetine'],
    ['Amlodipine Sandoz 5mg tablets', 'Amlodipine Sandoz'],
    ['Actavis 5mg tablets', 'Actavis'],
  ])('%s is %s', (line, name) => {
    expect(read(`${line}\nONE mane`)[0]?.name).toBe(name)
  })

  it.each([
    ['Ramipril 5mg cap Sig: 1 mane', '1 mane'],
    ['Ventolin 100mcg pMDI Sig. 2 puffs qid', '2 puffs qid'],
    ['Ventolin 100mcg HFA 2 puffs qid', '2 puffs qid'],
  ])('%s: the directions begin behind what leads to them', (line, instructions) => {
    expect(read(line)[0]?.instructions).toBe(instructions)
  })

  it('a known name with a number above directions is a medicine, the number a guess', () => {
    const [found, ...others] = read('IBUPROFEN 400\n24 tabs\nTake ONE tablet three times a day')
    expect(found).toMatchObject({ name: 'Ibuprofen', dosage: '400', frequency: '3 times daily' })
    expect(found?.sources.dosage?.confidence).toBe('guess')
    expect(others).toEqual([])
  })

  it.each(['HARBOUR 400\nTake ONE daily', 'Take now NAPROXEN 250mg'])('%s: no medicine', (text) => {
    expect(read(text)).toEqual([])
  })

  it.each([
    ['Aspirin 12\nHigh Street', 'Aspirin'],
    ['Ibuprofen 24\nMr K Low', 'Ibuprofen'],
  ])('%s: a name to be checked, and the number is none of its', (text, name) => {
    expect(read(text)).toMatchObject([{ name, dosage: '', sources: { name: { confidence: 'guess' } } }])
  })

  it('the number in the box is no second medicine', () => {
    expect(read('Ramipril 5mg\nRamipril 60\nTake ONE daily')).toHaveLength(1)
  })
})

describe('a packed week', () => {
  it('several medicines in a line, and one at several times of day, without a frequency that nobody printed', () => {
    const found = read(
      'Breakfast: Ramipril 5mg x1, Aspirin 100mg x1\nLunch: -\nBed: Temazepam 10mg x1, Ramipril 5mg x1',
    )
    expect(found.map(({ name, dosage, frequency }) => [name, dosage, frequency])).toEqual([
      ['Ramipril', '5 mg', ''],
      ['Aspirin', '100 mg', ''],
      ['Temazepam', '10 mg', ''],
    ])
  })

  it.each([
    ['Morning: Ramipril 5mg, with food', ['5 mg']],
    ['Morning: Metformin 500mg\nBed: Metformin 1g', ['500 mg', '1 g']],
    ['Ramipril 5mg, Aspirin 100mg', ['5 mg']],
  ])('%s', (text, dosages) => {
    expect(read(text).map(({ dosage }) => dosage)).toEqual(dosages)
  })
})
