import { describe, expect, it } from 'vitest'
import { withoutColumns } from './columns.ts'

describe('columns of a label', () => {
  it('directions beside the pharmacy are read one below the other', () => {
    const lines = [
      'Take ONE tablet   Harbour',
      'by mouth at       Pharmacy',
      'night             5550 1234',
      'Dr C Moss',
    ]
    expect(withoutColumns(lines)).toEqual([
      'Take ONE tablet',
      'by mouth at',
      'night',
      'Harbour',
      'Pharmacy',
      '5550 1234',
      'Dr C Moss',
    ])
  })

  it('the directions may stand on the right', () => {
    const lines = ['Harbour       Take ONE tablet', 'Pharmacy      by mouth at', '5550 1234     night']
    expect(withoutColumns(lines).slice(3)).toEqual(['Take ONE tablet', 'by mouth at', 'night'])
  })

  it.each([
    [['Ramipril 5mg     Take ONE daily', 'Aspirin 100mg    Take ONE at night', 'Digoxin 62.5mcg  ONE mane']],
    [['Ramipril         Take ONE daily', 'Aspirin          Take ONE at night', 'Digoxin          ONE mane']],
    [['Ramipril         5mg', 'Aspirin          100mg', 'Digoxin          62.5mcg']],
    [['Take ONE tablet   Harbour', 'by mouth at       Pharmacy', 'night']],
    [['Take ONE tablet   Harbour', 'by mouth at night      Pharmacy', 'with food   5550 1234']],
    [['Name      K Low', 'Town      Harbour', 'Doctor    C Moss']],
    [['Take ONE tablet   with food', 'by mouth at       or milk', 'night             daily']],
    [['Ramipril 5mg tablets', 'Take ONE daily', 'Dr C Moss   02/11/26']],
  ])('%j stay', (lines) => {
    expect(withoutColumns(lines)).toEqual(lines)
  })
})
