import { describe, expect, it } from 'vitest'
import { withoutColumns } from './columns.ts'

const rearranged = (lines: readonly string[]) =>
  withoutColumns(lines.map((text, line) => ({ text, line }))).map(({ text }) => text)

describe('columns of a label', () => {
  it('directions beside the pharmacy are read one below the other', () => {
    const lines = [
      'Take ONE tablet   Harbour',
      'by mouth at       Pharmacy',
      'night             5550 1234',
      'Dr C Moss',
    ]
    expect(rearranged(lines)).toEqual([
      'Take ONE tablet',
      'by mouth at',
      'night',
      'Dr C Moss',
      'Harbour',
      'Pharmacy',
      '5550 1234',
    ])
  })

  it('the directions may stand on the right', () => {
    const lines = ['Harbour       Take ONE tablet', 'Pharmacy      by mouth at', '5550 1234     night']
    expect(rearranged(lines).slice(0, 3)).toEqual(['Take ONE tablet', 'by mouth at', 'night'])
  })

  it.each<[string[], string[]]>([
    [
      ['Take ONE tablet   Harbour', 'by mouth at       Pharmacy', 'night'],
      ['Take ONE tablet', 'by mouth at', 'night', 'Harbour', 'Pharmacy'],
    ],
    [
      ['Take ONE tablet   Harbour', 'by mouth at night      Pharmacy', 'with food   5550 1234'],
      ['Take ONE tablet   Harbour', 'by mouth at night', 'with food   5550 1234', 'Pharmacy'],
    ],
    [
      [
        'RAMIPRIL 5MG CAPSULES     MRS J DOE',
        'TAKE ONE DAILY            12 HIGH STREET',
        '                          LEEDS',
      ],
      ['RAMIPRIL 5MG CAPSULES', 'TAKE ONE DAILY', 'MRS J DOE', '12 HIGH STREET', 'LEEDS'],
    ],
    [
      ['Corbett Close 12   Ramipril 5mg caps', 'Leeds LS1 4AP      Take ONE daily'],
      ['Ramipril 5mg caps', 'Take ONE daily', 'Corbett Close 12', 'Leeds LS1 4AP'],
    ],
    [
      ['Metformin 500mg tabs     Ramipril 5mg caps', 'Take ONE twice a day     Take ONE daily', 'with food'],
      ['Metformin 500mg tabs', 'Take ONE twice a day', 'with food', 'Ramipril 5mg caps', 'Take ONE daily'],
    ],
    [
      [
        'Ramipril 5mg caps  |  Harbour Chemist',
        'Take ONE daily     |  12 Smith St',
        'until finished     |  Fitzroy 3065',
      ],
      ['Ramipril 5mg caps', 'Take ONE daily', 'until finished', 'Harbour Chemist', '12 Smith St', 'Fitzroy 3065'],
    ],
    [['Ramipril 5mg   Take 1 daily   Dr Penn   30 tabs'], ['Ramipril 5mg   Take 1 daily', 'Dr Penn', '30 tabs']],
    [
      ['Ramipril 5mg caps     4 Day Street', 'Take ONE daily'],
      ['Ramipril 5mg caps', 'Take ONE daily', '4 Day Street'],
    ],
    [
      ['Drug          Strength   Sig             Qty', 'Lisinopril    10 mg      1 tab po daily    30'],
      ['Drug          Strength   Sig             Qty', 'Lisinopril   10 mg   1 tab po daily', '30'],
    ],
  ])('%j are %j', (lines, expected) => {
    expect(rearranged(lines)).toEqual(expected)
  })

  it.each([
    [['Ramipril 5mg     Take ONE daily', 'Aspirin 100mg    Take ONE at night', 'Digoxin 62.5mcg  ONE mane']],
    [['Ramipril         Take ONE daily', 'Aspirin          Take ONE at night', 'Digoxin          ONE mane']],
    [['Ramipril         5mg', 'Aspirin          100mg', 'Digoxin          62.5mcg']],
    [['Take ONE tablet   Harbour', 'by mouth at night      Swan Hill', 'with food   5550 1234']],
    [['Name      K Low', 'Town      Harbour', 'Doctor    C Moss']],
    [['Take ONE tablet   with food', 'by mouth at       or milk', 'night             daily']],
    [['Ramipril 5mg tablets', 'Take ONE daily', 'Dr C Moss   02/11/26']],
  ])('%j stay', (lines) => {
    expect(rearranged(lines)).toEqual(lines)
  })

  it('directions that were read as more of the maker are in the column', () => {
    const lines = [
      'Dizzy       MFG ACME LABS TAKE 5 ML BY MOUTH FOUR',
      'h This      TIMES DAILY FOR UP TO 7',
      'Care Whcr   DAYS AS NEEDED FOR COUGH',
      'sel Or',
    ]
    expect(rearranged(lines).slice(0, 4)).toEqual([
      'MFG ACME LABS',
      'TAKE 5 ML BY MOUTH FOUR',
      'TIMES DAILY FOR UP TO 7',
      'DAYS AS NEEDED FOR COUGH',
    ])
  })

  it('a strip beside the end of directions is no part of them', () => {
    const lines = ['TAKE 1 TABLET', 'EVERY 6 HOURS AS NEEDED', 'Alcoh ol   FOR SPASMS']
    expect(rearranged(lines)).toEqual(['TAKE 1 TABLET', 'EVERY 6 HOURS AS NEEDED', 'FOR SPASMS', 'Alcoh ol'])
    for (const whole of [
      'AND   ONE AT NIGHT',
      'WITH   FOOD',
      'in the   morning',
      'half   a tablet at night',
      'Digoxin   mane',
    ])
      expect(rearranged(['Take ONE in the morning', whole])[1]).toBe(whole)
  })
})
