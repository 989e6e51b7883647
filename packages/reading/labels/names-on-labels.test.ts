import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-22' as LocalDate }).medications
const named = (text: string) =>
  read(text).map(({ name, dosage, frequency, sources }) => [
    `${name}${sources.name?.confidence === 'guess' ? '?' : ''}`,
    dosage,
    frequency,
  ])

describe('a brand and its substance on neighbouring lines are one medication', () => {
  it.each<[string, string[]]>([
    ['Lipitor 40mg Tablets\nAtorvastatin 40mg\nTake ONE at night', ['Lipitor?', '40 mg', 'once daily at night']],
    ['NORVASC 5MG\nAMLODIPINE BESYLATE 5 MG TABLET\nTAKE ONE DAILY', ['Norvasc?', '5 mg', 'once daily']],
    ['Atorvastatin 40mg tabs\nLIPITOR 40 mg\n1 nocte', ['Atorvastatin?', '40 mg', 'once daily at night']],
    ['Ventolin Inhaler 100mcg\nsalbutamol 100mcg/dose\nInhale 2 puffs bd', ['Ventolin?', '100 mcg', 'twice daily']],
    ['LIPITOR\n(atorvastatin)\n40 mg tablets\nTake ONE daily', ['Lipitor', '40 mg', 'once daily']],
    ['Coversyl 5mg tablets\nperindopril arginine\nTake ONE daily', ['Coversyl', '5 mg', 'once daily']],
    ['Panadol Osteo\nParacetamol 665mg tablets\n2 tds', ['Paracetamol', '665 mg', '3 times daily']],
    ['Atorvastatin 40mg\nCompare to LIPITOR 40 mg\n1 nocte', ['Atorvastatin', '40 mg', 'once daily at night']],
    ['Atorvastatin 40mg\nReplaces LIPITOR 40 mg\n1 nocte', ['Atorvastatin', '40 mg', 'once daily at night']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual([expected])
  })

  it('the other name is asked', () => {
    const [found] = read('Lipitor 40mg Tablets\nAtorvastatin 40mg\nTake ONE at night')
    expect(found?.asks).toEqual(['Atorvastatin 40mg'])
  })

  it('each brand of a label has its own', () => {
    const text = 'Zestril 10mg\nlisinopril 10 mg\nTake 1 daily\nLasix 40mg\nfrusemide 40mg\nTake 1 mane'
    expect(named(text)).toEqual([
      ['Zestril?', '10 mg', 'once daily'],
      ['Lasix?', '40 mg', 'once daily in the morning'],
    ])
  })

  it.each([
    ['two substances', 'Metformin 500mg\nParacetamol 500mg\nTake TWO daily'],
    ['two brands', 'Lipitor 40mg\nNorvasc 40mg\nTake ONE daily'],
    ['two strengths', 'Lipitor 40mg\nMetformin 500mg\nTake ONE daily'],
    ['a list without directions', 'Lipitor 40mg\nAtenolol 40mg'],
    ['directions between', 'Lipitor 40mg\nTake ONE daily\nAtenolol 40mg\nTake ONE daily'],
  ])('%s are two', (_what, text) => {
    expect(read(text)).toHaveLength(2)
  })
})

describe('a purpose or a part of the body is no name', () => {
  it.each([
    'For blood pressure 5mg',
    'Blood pressure tablets',
    'Pain relief 500mg tablets',
    'Both Eyes 0.5% drops',
    'Left knee 1% gel',
    'Heart tablet 5mg',
    'Cholesterol 20mg',
    'Infection 250mg caps',
  ])('%s', (line) => {
    expect(read(`${line}\nTake ONE daily`)).toEqual([])
  })

  it.each([
    'Chest 500 mg\nAmoxicillin 500mg capsules',
    'For pain: Amoxicillin 500mg',
    'Infection: Amoxicillin 500mg',
    'Fluid tablet\nAmoxicillin 500mg',
  ])('%s: the name is beside it', (text) => {
    expect(named(`${text}\nTake ONE daily`)).toEqual([['Amoxicillin', '500 mg', 'once daily']])
  })
})

describe('somebody’s name or address is none', () => {
  it.each([
    ['14 Hill Road Metformin 500mg', 'Metformin?'],
    ['Corbett Close 12 Metformin 500mg', 'Metformin'],
    ['Corbett Close 12   Metformin 500mg', 'Metformin'],
    ['Unit 4 Metformin 500mg', 'Metformin?'],
    ['Mrs Jane Doe Metformin 500mg', 'Metformin?'],
    ['Leeds Metformin 500mg', 'Leeds Metformin?'],
    ['Sandoz Metformin 500mg', 'Metformin'],
    ['Isosorbide mononitrate 500mg', 'Isosorbide mononitrate'],
    ['Sodium valproate 500mg', 'Sodium valproate'],
  ])('%s is %s', (line, name) => {
    expect(named(`${line}\nTake ONE daily`)).toEqual([[name, '500 mg', 'once daily']])
  })
})
