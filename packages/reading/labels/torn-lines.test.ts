import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const TODAY = '2026-11-22' as LocalDate
const read = (text: string, lineConfidences: number[] = []) => readLabel(text, { today: TODAY, lineConfidences })
const marked = (fact: { value: string; confidence: string } | null) =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`

describe('a medication that was cut between two lines', () => {
  it.each<[string, string, string]>([
    ['1. Trimethoprim 200\nmg tablets\n1 bd', 'Trimethoprim', '200 mg'],
    ['LEVOTHYROXINE 25\nMCG TABLET\nTAKE ONE DAILY', 'Levothyroxine', '25 mcg'],
    ['Ferrous\nSulfate\nStrength: 325 mg\nTake ONE daily', 'Ferrous Sulfate', '325 mg'],
    ['Medication: Ferrous\nSulfate\nStrength: 325 mg\nTake ONE daily', 'Ferrous Sulfate', '325 mg'],
    ['Drug: Sodium\nValproate\nDose: 200 mg\nTake ONE daily', 'Sodium Valproate', '200 mg'],
    ['Metoprolol\nTartrate\n50 mg tablets\nTake ONE daily', 'Metoprolol Tartrate', '50 mg'],
  ])('%s', (text, name, dosage) => {
    const { medications } = read(text)
    expect(medications.map((one) => [one.name, one.dosage])).toEqual([[name, dosage]])
    expect(medications[0]?.sources.name?.confidence).toBe('sure')
  })

  it('is a guess if one of the two lines was not read clearly', () => {
    const text = 'Trimethoprim 200\nmg tablets\nTake ONE daily'
    const nameOf = (confidences: number[]) => read(text, confidences).medications[0]?.sources.name?.confidence
    expect([nameOf([95, 95, 95]), nameOf([95, 60, 95]), nameOf([60, 95, 95])]).toEqual(['sure', 'guess', 'guess'])
  })

  it.each(['Take 2\nmg is on the box', 'Ramipril 5mg\nSandoz\nTake ONE daily', 'Mr J Barr 22\ng'])(
    '%s is not',
    (text) => {
      expect(read(text).medications.map(({ name }) => name)).toEqual(text.startsWith('Ramipril') ? ['Ramipril'] : [])
    },
  )
})

describe('a name that was cut between two lines', () => {
  it.each([
    ['Prescriber: Dr\nHelen Brown', 'Dr Helen Brown'],
    ['Qty: 60   Refills: 3   Dr. Daniel\nPatel', 'Dr Daniel Patel'],
    ['Prescribed by\nHelen Brown', 'Helen Brown?'],
    ['Dr Daniel\nLeeds', 'Dr Daniel?'],
    ['Dr Daniel\nAmcal Chemist', 'Dr Daniel?'],
  ])('%s is with %s', (text, doctor) => {
    expect(marked(read(text).doctor)).toBe(doctor)
  })

  it.each([
    ['Pharmacy:\nRiverside Chemist', 'Riverside Chemist'],
    ['Dispensed by:\nLloyds Pharmacy', 'Lloyds Pharmacy'],
    ['Dispensed by: Boots\nthe Chemists', 'Boots the Chemists'],
    ['Walgreens\nPharmacy, 34 Elm Ave', 'Walgreens Pharmacy'],
    ['Main Street\nDrug Store', 'Main Street Drug Store'],
    ['Dr Helen Brown\nChemist Warehouse Preston, 6 Low St', 'Chemist Warehouse Preston?'],
    ['Ms Jane Doe\nPharmacy', null],
    ['Take ONE daily\nPharmacy copy', null],
  ])('%s: %s', (text, pharmacy) => {
    expect(marked(read(text).pharmacy)).toBe(pharmacy)
  })
})

describe('directions that were misread are a guess', () => {
  it.each(['2 q4-6b prn', 'TAKE l TABLET ONCE A WEEK', 'Take ONE capsulc daily', 'l qid ac', 'l 8 hourly'])(
    '%s',
    (directions) => {
      expect(read(`Naproxen 250mg\n${directions}`).medications[0]?.sources.instructions?.confidence).toBe('guess')
    },
  )

  it.each(['1 q4-6h prn', '1 tab q12h x7d', 'Take ONE at 8am and 6pm', '2 puffs 4 hrly'])('%s is not', (directions) => {
    expect(read(`Naproxen 250mg\n${directions}`).medications[0]?.sources.instructions?.confidence).toBe('sure')
  })

  it('several medications below the first directions may each have those of another', () => {
    const { medications } = read(
      'Take ONE at night\n1. Ramipril 5mg\n1 mane\n2. Aspirin 100mg\n1 tds\n3. Digoxin 62.5mcg',
    )
    expect(medications.map(({ sources }) => sources.frequency?.confidence)).toEqual(['guess', 'guess', 'guess'])
  })
})

describe('directions that may belong to another medication are a guess', () => {
  const sure = (text: string) => read(text).medications.map(({ sources }) => sources.frequency?.confidence)

  it('twice for one, none for another', () => {
    const text = 'Ramipril 5mg\nTake ONE mane\nSig: 2 tab nocte\nAspirin 100mg\nDigoxin 62.5mcg\nTake ONE daily'
    expect(sure(text)).toEqual(['guess', undefined, 'sure'])
  })

  it('twice for one is in order where each has its own', () => {
    expect(sure('Ramipril 5mg\nTake ONE mane\nTake with food\nAspirin 100mg\nTake ONE daily')).toEqual(['sure', 'sure'])
  })
})

describe('names that ran together', () => {
  it.each([
    ['Doctor: DrMargaretEvans', 'Dr Margaret Evans?'],
    ['Dr OliviaSmithMBBSFRACGP', 'Dr Olivia Smith?'],
    ['Dr McDonald', 'Dr McDonald'],
  ])('%s is %s', (text, doctor) => {
    expect(marked(read(text).doctor)).toBe(doctor)
  })

  it.each([
    ['Dispensedby:WellPharmacy', 'Well Pharmacy?'],
    ['MainStreetDrugStore', 'Main Street Drug Store?'],
  ])('%s is %s', (text, pharmacy) => {
    expect(marked(read(text).pharmacy)).toBe(pharmacy)
  })
})
