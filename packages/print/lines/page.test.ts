import { describe, expect, it } from 'vitest'
import { type PlacedText, pageLines } from './page.ts'

/** Returns a text 20 pixels high that begins at a place, its letters 10 pixels wide, on a page turned by `angle`. */
const at = (left: number, middle: number, text: string, { angle = 0, confidence = 0.9 } = {}): PlacedText => {
  const width = text.length * 10
  const [u, v] = [left + width / 2, middle]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { box: { x: u * cos - v * sin, y: u * sin + v * cos, width, height: 20, angle, bend: 0 }, text, confidence }
}
const linesOf = (...texts: PlacedText[]) => pageLines(texts).map(({ text }) => text)

describe('texts are put in the order of reading', () => {
  it('from top to bottom and from left to right, however they were found', () => {
    expect(linesOf(at(110, 42, 'daily'), at(0, 80, 'Dr Lee'), at(0, 40, 'TAKE ONE'), at(0, 0, 'Ramipril'))).toEqual([
      'Ramipril',
      'TAKE ONE   daily',
      'Dr Lee',
    ])
    expect(linesOf(at(90, 42, 'daily'), at(0, 40, 'TAKE ONE'))).toEqual(['TAKE ONE daily'])
  })

  it('on a page that leans or lies upside down', () => {
    for (const angle of [0.15, -0.2, Math.PI / 2, Math.PI - 0.1]) {
      const texts = [
        at(0, 40, 'one capsule', { angle }),
        at(0, 0, 'Amoxicillin', { angle }),
        at(500, 2, 'x 20', { angle }),
      ]
      expect(linesOf(...texts).map((line) => line.replace(/ {3,}/, ' | '))).toEqual([
        'Amoxicillin | x 20',
        'one capsule',
      ])
    }
  })

  it('what lies across the rest, on another side of a package, comes last and turns nothing', () => {
    const side = { angle: -Math.PI / 2 }
    const texts = [
      at(0, 0, 'Zyxolan'),
      at(0, 60, '500 mg tablets'),
      at(400, 62, '20'),
      at(-100, -40, 'keep dry', side),
      at(-100, -10, 'EXP 12', side),
    ]
    expect(linesOf(...texts).map((line) => line.replace(/ {3,}/, ' | '))).toEqual([
      'Zyxolan',
      '500 mg tablets | 20',
      'keep dry',
      'EXP 12',
    ])
  })

  it('columns begin at the same letter in every line', () => {
    const lines = linesOf(
      at(0, 0, 'Aspirin'),
      at(300, 0, 'mane'),
      at(0, 30, 'Metformin 500'),
      at(303, 31, 'bd'),
      at(0, 60, 'Iron'),
      at(298, 61, 'nocte'),
      at(500, 60, 'x'),
    )
    expect(lines).toEqual(['Aspirin         mane', 'Metformin 500   bd', 'Iron            nocte   x'])
  })

  it('a cell that goes on below is one', () => {
    const lines = linesOf(
      at(0, 0, 'Gabapentin'),
      at(300, 0, 'Take 2 capsules'),
      at(301, 30, 'two times'),
      at(298, 60, 'a day'),
      at(0, 90, 'Iron'),
      at(300, 90, 'nocte'),
      at(0, 150, 'Dr Lee'),
    )
    expect(lines).toEqual(['Gabapentin   Take 2 capsules two times a day', 'Iron         nocte', 'Dr Lee'])
  })

  it('a narrow gap begins a column if the next row begins below it', () => {
    expect(linesOf(at(0, 0, 'ONE at night'), at(130, 0, 'May cause'), at(131, 30, 'drowsiness'))).toEqual([
      'ONE at night   May cause drowsiness',
    ])
    expect(linesOf(at(0, 0, 'ONE at'), at(70, 0, 'night'), at(0, 30, 'Dr Lee'))).toEqual(['ONE at night', 'Dr Lee'])
  })

  it('what stands below the left one, or far below, is a line', () => {
    expect(linesOf(at(0, 0, 'Iron'), at(300, 0, 'mane'), at(0, 30, 'Zinc'))).toEqual(['Iron   mane', 'Zinc'])
    expect(linesOf(at(0, 0, 'Iron'), at(300, 0, 'mane'), at(300, 90, 'Zinc'))).toEqual(['Iron   mane', 'Zinc'])
  })

  it('a row that hangs below another may be a cell of it: both are unsure', () => {
    const hanging = pageLines([
      at(0, 0, 'Zinc 5 mg mane'),
      at(0, 40, 'Iron 100 mg Take ONE'),
      at(120, 70, 'twice'),
      at(0, 110, 'Lee'),
    ])
    expect(hanging.map(({ confidence }) => confidence)).toEqual([0.9, 0.8, 0.8, 0.9])
    const centred = pageLines([at(0, 0, 'Greenfield Pharmacy'), at(70, 30, 'Leeds')])
    expect(centred.map(({ confidence }) => confidence)).toEqual([0.9, 0.9])
  })

  it('a row is as sure as its least sure text', () => {
    const [row] = pageLines([at(0, 0, 'Warfarin'), at(200, 0, '5 mg', { confidence: 0.4 })])
    expect(row?.confidence).toBe(0.4)
  })

  it('nothing is no lines', () => {
    expect(pageLines([])).toEqual([])
  })
})
