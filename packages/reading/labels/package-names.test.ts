import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readLabel } from './label.ts'

const read = (text: string) => readLabel(text, { today: '2026-11-30' as LocalDate }).medications
const named = (text: string) =>
  read(text).map(({ name, dosage, sources }) => [`${name}${sources.name?.confidence === 'guess' ? '?' : ''}`, dosage])

describe('several substances of one product are one name', () => {
  it.each([
    ['Levonorgestrel &\nEthinyloestradiol Tablets IP', 'Levonorgestrel & Ethinyloestradiol?'],
    ['Ciprofloxacin &\nDexamethasone\nEye/Ear Drops Sterile', 'Ciprofloxacin & Dexamethasone?'],
    ['Glimepiride & Metformin\nHydrochloride (SR) Tablets IP', 'Glimepiride & Metformin Hydrochloride?'],
    ['Budesonide &\nFormoterol Fumarate\nInhaler', 'Budesonide & Formoterol Fumarate?'],
  ])('cut between two lines: %s', (text, name) => {
    expect(named(`${text}\n30 tablets`)).toEqual([[name, '']])
  })

  it.each([
    ['Zyxolan\nMetronidazole\nNystatin\nOvula\nBatch 12', 'Metronidazole / Nystatin?', ''],
    [
      'Inhaler\nSalmeterol xinafoate\nFluticasone propionate\n25/50 mcg\n50 micrograms\nfluticasone propionate\n120 metered doses',
      'Salmeterol xinafoate / Fluticasone propionate?',
      '25/50 mcg',
    ],
  ])('below one another on a package: %s', (text, name, dosage) => {
    expect(named(text)).toEqual([[name, dosage]])
  })

  it('as shares of a liquid', () => {
    expect(named('Zyxolan\nMoxifloxacin 0.5%\nDexamethasone 0.1%\n5ml\nSolution\nSterile')).toEqual([
      ['Moxifloxacin / Dexamethasone?', '0.5%/0.1%'],
    ])
  })

  it('on a list they are several', () => {
    expect(named('Metronidazole 400mg\nNystatin 100000 units')).toHaveLength(2)
  })

  it('without the one behind `&`, the name is a guess', () => {
    expect(named('Aceclofenac &\n100 mg')).toEqual([['Aceclofenac?', '100 mg']])
  })
})

describe('a product that is in no list is read on a package by how it is printed, as a guess', () => {
  it.each([
    ['with a number behind it', 'Zyxolan® 40\nStrip of tablets\n10 tablets', 'Zyxolan?'],
    ['with a hyphen and a number, whatever else there is', 'ZYXOLAN-200\nCipla', 'Zyxolan?'],
    ['above its form', 'ZYXOLAN\nSYRUP\n200 ml', 'Zyxolan?'],
    ['above what it is and its form', 'ZYXOLAN\nDETOXICATING AGENT\nsyrup', 'Zyxolan?'],
    ['alone, with little other print', 'ZYXOLAN\n10 Tablets', 'Zyxolan?'],
    ['beside its form', 'Zyxolan" Capsules\n3 x 10 soft gelatin capsules', 'Zyxolan?'],
    ['a known one misread, alone', 'Cetirizlne\n10 tablets', 'Cetirizine?'],
  ])('%s', (_what, text, name) => {
    expect(named(text)).toEqual([[name, '']])
  })

  it.each([
    ['a manufacturer', 'Alembic\nTablets\n10 tablets'],
    ['a company', 'Zyxo Laboratories\nTablets\n10 tablets'],
    ['what a medicine is', 'Antibiotic\nTablets\n10 tablets'],
    ['a form', 'Gastro- Resistant\nTablets\n10 tablets'],
    ['a shop', 'Store 2365\nWalgreens'],
    ['advice', '10 tablets\nMedicine : Keep out of reach of children.'],
  ])('%s is none', (_what, text) => {
    expect(named(text)).toEqual([])
  })
})

describe('what a maker prints around a name', () => {
  it.each([
    ['a logo', 'Paracetamol gsk 500mg\n10 tablets', [['Paracetamol', '500 mg']]],
    ['a logo with a piece of the next', 'Paracetamol Sanofis 500mg\n10 tablets', [['Paracetamol', '500 mg']]],
    [
      'a pharmacopoeia behind a full stop',
      '(Mebeverine Hydrochloride. B.P) 135mg',
      [['Mebeverine Hydrochloride', '135 mg']],
    ],
    [
      'a salt beside a number of its own',
      'Propranolol     10\nHydrochloride   mg\n10mg Tablets',
      [['Propranolol', '10 mg']],
    ],
    ['how many there are', 'Ampoules of T 1ml\nCyanocobalamin\n1000 mcg/ml', [['Cyanocobalamin', '1000 mcg/ml']]],
    ['how the weight is counted', 'eq. to Azithromycin Anhydrous 250mg\n6 tablets', [['Azithromycin', '250 mg']]],
    ['the same substance misread', 'Vitamin E Capsules USP 400 mg\neopheyl Acetete 400 mg', [['Vitamin E?', '400 mg']]],
    ['a pharmacopoeia without a space', 'Metronidazolel.P 400 mg', [['Metronidazole', '400 mg']]],
    [
      'a pharmacopoeia in brackets',
      '(Metoclopramide HCI U.S.P)\n10 Ampoules\nInjection',
      [['Metoclopramide HCl?', '']],
    ],
    [
      'the form between name and strength',
      'Pantoprazole\nGastro- Resistant Tablets\nIP 40 mg',
      [['Pantoprazole?', '40 mg']],
    ],
    ['its form without a space, the name misread', 'FluconazoteTablets 200mg', [['Fluconazole?', '200 mg']]],
  ])('%s', (_what, text, expected) => {
    expect(named(text)).toEqual(expected)
  })

  it('the only strength on a package is that of its medicine, as a guess', () => {
    const [one] = read('40mg/1ml\nTriamcinolone\nAcetonide\nInjection IP\n1ml')
    expect([one?.name, one?.dosage, one?.sources.dosage?.confidence]).toEqual(['Triamcinolone', '40 mg/1 ml', 'guess'])
    expect(read('40mg\n80mg\nTriamcinolone\nInjection IP')[0]?.dosage).toBe('')
  })

  it('nobody takes a hundred grams: a unit was misread', () => {
    expect(named('Mecobalamin 500g\n3 x 10 tablets')).toEqual([['Mecobalamin', '']])
  })

  it.each([
    'Dosage: As directed by the Physician.',
    'Dosage : As dir ected by\nPh am an.',
    'To be used as direct',
    'Not to be chewed or crushed',
  ])('%s: no directions', (line) => {
    expect(read(`Azithromycin Tablets IP 500 mg\n${line}`)).toMatchObject([
      { name: 'Azithromycin', frequency: '', instructions: '' },
    ])
  })

  it('a label of a pharmacy keeps its own', () => {
    expect(read('Azithromycin 500 mg\n6 TABLETS\nUSE AS DIRECTED BY YOUR DOCTOR')[0]?.instructions).toContain(
      'USE AS DIRECTED',
    )
  })

  it('a sheet cut on both sides says in its middle what it is', () => {
    expect(named('20 mg   ZENTEL 400 mg   ZENTE\n1 tablet\nOral use')).toEqual([['Zentel', '400 mg']])
  })

  it('what the edge left of a name is no second medicine', () => {
    expect(named('IBUPROFEN 600MG\nOFEN 600MG')).toEqual([['Ibuprofen', '600 mg']])
  })
})

describe('a name that is in no list is a guess', () => {
  it.each([
    ['Aiorvastatin 10mg', 'Atorvastatin?'],
    ['Zyxovastatin 10mg', 'Zyxovastatin?'],
    ['Atorvastatin 10mg', 'Atorvastatin'],
  ])('%s', (line, name) => {
    expect(named(line)).toEqual([[name, '10 mg']])
  })
})

describe('what runs along the side of a label', () => {
  it('does not end the directions', () => {
    expect(read('TAKE 1 TABLET\nEVERY 6 HOURS\nP OUT OF REACH OF CHILDREN\nFOR PAIN\nIBUPROFEN 600MG')).toMatchObject([
      { name: 'Ibuprofen', instructions: 'TAKE 1 TABLET EVERY 6 HOURS FOR PAIN' },
    ])
  })
})
