import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-12-01' as LocalDate }).medications
const named = (text: string) =>
  read(text).map(({ name, dosage, sources }) => [`${name}${sources.name?.confidence === 'guess' ? '?' : ''}`, dosage])

describe('what a strip of tablets names', () => {
  it.each([
    ['behind the sign of a prescription', 'RLevocetirizine Tablets IP\nMfg. Lic. No. 12', [['Levocetirizine?', '']]],
    [
      'in two lines, with the sign between them misread',
      'Metronidazole 8\nNorfloxacin\nTablets IP',
      [['Metronidazole & Norfloxacin?', '']],
    ],
    [
      'in two lines with a speck between them',
      'Aceclofenac, Paracetamol &\napaner\nChlorzoxazone Tablets',
      [['Aceclofenac, Paracetamol & Chlorzoxazone?', '']],
    ],
    [
      'behind its strength and form',
      '75 mg film-coated tablet Clopidogrel\n28 film-coated tablets',
      [['Clopidogrel', '75 mg']],
    ],
    ['above how many coated tablets are in the box', 'Zyxolan\n40 coated tablets 100 mg', [['Zyxolan?', '100 mg']]],
    ['behind the French word for what it is, a letter misread', 'DCl: Rifamycine\n10 ml', [['Rifamycine?', '']]],
    [
      'of a salt that is as much as',
      'Each tablet contains\ne q.to anhydrous Cefixime   200 mg',
      [['Cefixime', '200 mg']],
    ],
    [
      'alone, a letter misread, above what nobody can read',
      'lbuprofen\nIhunrefon.USR 200 mg\nPain Reliever',
      [['ibuprofen?', '200 mg']],
    ],
    [
      'alone, where its strengths stand beside what nobody can read',
      'Each tablet contains\nBuplexz   20mg\nIBUPROFEN\nAdby\nTABLETS BP 200/400/600 MG',
      [['Ibuprofen?', '200/400/600 mg']],
    ],
    [
      'alone, with two readings of small print beside it',
      'Each tablet contains\nBuplexz   20mg\nIBUPROFEN\nAdby 30 mg\n100 tablets',
      [['Ibuprofen?', '']],
    ],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('a number is no sign between substances where a strength follows', () => {
    expect(named('Warfarin 8\nMetformin 500 mg')).toEqual([['Metformin', '500 mg']])
  })

  it('a name that begins with an R keeps it', () => {
    expect(named('Ramipril Tablets 5 mg')).toEqual([['Ramipril', '5 mg']])
  })
})

describe('the product that a strip prints again and again', () => {
  const half = 'Eac h u nc oat ed tobler c ontains:\nlb upr ten l.P-4 00mg\nParacetamol IP 325 mg\nExcipients q.s.\n'

  it('names what is in it where one of its substances could not be read, without half of its strength', () => {
    const [only, ...others] = read(`${half}Zyxolan   Zyxolan   Zyxolam\nStore below 30\nZyxolan`)
    expect(others).toEqual([])
    expect(only).toMatchObject({ name: 'Zyxolan', dosage: '', asks: ['Paracetamol'] })
    expect(only?.sources.name?.confidence).toBe('guess')
  })

  it('is enough beside itself, however the rest of that line was read', () => {
    expect(named(`${half}Zyxolan-MD   Zyxolan-MD   Zy xo lam-MO`)).toEqual([['Zyxolan-MD?', '']])
  })

  it('is not needed where the only substance is known', () => {
    const text = 'Zyxolan   Zyxolan   Zyxolam\nEach uncoated tablet contains:\nParacetamol IP 650 mg\nZyxolan'
    expect(named(text)).toEqual([['Paracetamol', '650 mg']])
  })

  it('is none where nothing is repeated', () => {
    expect(named(`${half}Zyxolan`).map(([name]) => name)).toEqual(['Paracetamol?'])
  })

  it('is all that little print may show', () => {
    expect(named('ORAN-D   -0\nORAN-D')).toEqual([['Oran-D?', '']])
    expect(named('ORAN-D\nVisit us soon')).toEqual([])
  })
})

describe('what a package contains is one medicine', () => {
  it('where its name says that they are together', () => {
    const text = 'Phenylephrine Hydrochloride 10mg\nParacetamol 500 mg\nPhenylephrine & Paracetamol Tablets'
    expect(named(text)).toEqual([['Phenylephrine Hydrochloride / Paracetamol?', '10 mg/500 mg']])
  })

  it('not where a list names them one by one', () => {
    const names = read('Metformin 500 mg\nRamipril 5 mg\nParacetamol 500 mg').map(({ name }) => name)
    expect(names).toEqual(['Metformin', 'Ramipril', 'Paracetamol'])
  })

  it('three substances below one another, though what leads to them was not read', () => {
    const text = 'Chlorphenamine Maleate 4mg\nPhenylephrine Hydrochloride 10mg\nParacetamol 500 mg\nMfg. Lic. No. 17'
    expect(named(text)).toEqual([
      ['Chlorphenamine Maleate / Phenylephrine Hydrochloride / Paracetamol?', '4 mg/10 mg/500 mg'],
    ])
  })

  it('not with a piece of a name beside the product', () => {
    expect(named('Zyxolan D 40 mg\nEach capsule contains\nperidone IP   30 mg')).toEqual([['Zyxolan D?', '40 mg']])
  })

  it('and what may not be done with it is no direction', () => {
    const [only] = read('Each tablet contains\nASPIRIN\nOpre Isiain 75 mg\nVarning: Taking uore thon daily dose')
    expect(only).toMatchObject({ name: 'Aspirin', dosage: '75 mg', instructions: '' })
  })
})

describe('a salt and what it is as much as', () => {
  const contents = 'Each film-coated tablet contains:\n1250 mg Calcium Carbonate\nElemental Calcium 500 mg\n'

  it('are one substance, and no second medicine', () => {
    const [only, ...others] = read(contents)
    expect(others).toEqual([])
    expect(only).toMatchObject({ name: 'Calcium', dosage: '500 mg' })
    expect(only?.sources.dosage?.confidence).toBe('guess')
  })

  it('are one of what is in a tablet with others', () => {
    expect(named(`${contents}Vitamin D3 250 IU`)).toEqual([['Calcium / Vitamin D3?', '500 mg/250 units']])
  })

  it('are called as the front of the package calls all that is in it', () => {
    expect(named(`${contents}Calcium And Vitamin D Tablets`)).toEqual([['Calcium And Vitamin D?', '']])
  })
})

describe('what a product contains', () => {
  const front = 'Augmentin 625 mg\nEach film coated tablet contains amoxycillin 500 mg\nand 125 mg clavulanic acid\n'

  it('is no second medicine, whatever the package says of keeping it', () => {
    expect(named(`${front}Use within 30 days of opening`).map(([name]) => name?.replace('?', ''))).toEqual([
      'Augmentin',
    ])
  })

  it('and how many strips are in the box is no dose', () => {
    const text = 'Diclofenac Sodium, Paracetamol &\nChlorzoxazone Tablets\n15 blister strips of\n10 tablets each'
    expect(read(text)).toMatchObject([{ dosage: '', instructions: '' }])
  })
})

describe('a strength', () => {
  it('does not begin with two noughts: `500 mg` read in two', () => {
    expect(read('PARACETAMOL TABLETS IP 5 001 mg\nMfg. Lic. No. 17')).toMatchObject([
      { name: 'Paracetamol', dosage: '' },
    ])
  })

  it('with another digit before it is a guess: `325 mg` read in two', () => {
    expect(read('ACETAMINOPHEN\n22 5mg\n100 tablets')[0]?.sources.dosage?.confidence).toBe('guess')
  })

  it('is as much as is in so much of a liquid, a guess where a point may have been lost', () => {
    expect(named('Ibuprofen suspension 100 mg per 5 mL')).toEqual([['Ibuprofen', '100 mg/5 ml']])
    const sureness = (text: string) => read(text)[0]?.sources.dosage?.confidence
    expect(['7.5', '75'].map((volume) => sureness(`Ibuprofen suspension 100 mg per ${volume} mL`))).toEqual([
      'sure',
      'guess',
    ])
  })
})
