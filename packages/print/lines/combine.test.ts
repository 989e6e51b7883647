import { describe, expect, it } from 'vitest'
import { combine } from './combine.ts'
import { confidenceOf, type Glyph, surenessOf, textOf } from './line.ts'
import { withGaps } from './spaces.ts'

/** Returns a line as it was read, equally sure of every letter; its letters are half a height apart, spaces not counted. */
const lineOf = (text: string, confidence = 0.9): Glyph[] =>
  [...text.matchAll(/( ?)(\S)/g)].map(([, space = '', char = ''], index) => ({
    char,
    confidence,
    isApart: space !== '' && index > 0,
    at: index / 2,
  }))

const KNOWN = new Set([
  'take',
  'one',
  'tablet',
  'twice',
  'a',
  'day',
  'children',
  'of',
  'reach',
  'metformin',
  'to',
  'be',
])
const combined = (a: Glyph[], b: Glyph[]) => combine(a, b, (word) => KNOWN.has(word))

describe('two readings of a line become one', () => {
  it.each([
    [
      'spaces that only the second sees',
      'TAKE1TABLETTWICEADAY',
      'TAKE 1 TABLET TWICE A DAY',
      'TAKE 1 TABLET TWICE A DAY',
    ],
    ['spaces between letters that it misread', 'MsPeterSingh', 'Ms Peler Singh', 'Ms Peter Singh'],
    ['no space where both letters beside it are others', 'chemlst', '{ homist', 'chemlst'],
    ['a space before what it did not see goes between letters and digits', 'Ph04', 'Ph 4', 'Ph 04'],
    ['the known word', 'reach of chilkdren', 'reach of children', 'reach of children'],
    ['the known word of the first', '2 TO BE', '2 70) BE', '2 TO BE'],
    ['a sign that only the second sees is a speck', 'WellPharmacy', '‘Well Pharmacy', 'Well Pharmacy'],
    ['nothing read by the second', 'Metformin', '', 'Metformin'],
    ['nothing read by the first', '', 'Metformin', 'Metformin'],
  ])('%s', (_what, a, b, text) => {
    expect(textOf(combined(lineOf(a), lineOf(b, 0.7)))).toBe(text)
  })

  it.each([
    ['fo d', 'food'],
    ['anhou eforea', 'an hour before a'],
  ])('a gap in which the second sees a letter is none: %s', (a, b) => {
    const gaps = lineOf(a).map((glyph) => ({ ...glyph, isGap: glyph.isApart }))
    expect(textOf(combined(gaps, lineOf(b, 0.7))).split(' ').length).toBe(b.split(' ').length)
  })

  it('of two unknown words the surer one', () => {
    expect(textOf(combined(lineOf('Kepeats', 0.6), lineOf('Repeats', 0.9)))).toBe('Repeats')
    expect(textOf(combined(lineOf('Kepeats', 0.9), lineOf('Repeats', 0.6)))).toBe('Kepeats')
  })

  it('what both read is surer than either says', () => {
    expect(confidenceOf(combined(lineOf('500mg', 0.8), lineOf('500mg', 0.8)))).toBeGreaterThan(0.85)
  })

  it('a digit in which they differ makes the word unsure, however sure each is', () => {
    expect(confidenceOf(combined(lineOf('500mg', 0.99), lineOf('600mg', 0.99)))).toBeLessThan(0.6)
    expect(confidenceOf(combined(lineOf('5mg', 0.99), lineOf('.5mg', 0.99)))).toBeLessThan(0.6)
  })

  it('so does a word that is known in both readings, or in neither', () => {
    expect(confidenceOf(combined(lineOf('take', 0.99), lineOf('day', 0.9)))).toBeLessThan(0.6)
    expect(confidenceOf(combined(lineOf('Ramipril', 0.99), lineOf('Ramipriv', 0.9)))).toBeLessThan(0.6)
    expect(confidenceOf(combined(lineOf('reach', 0.99), lineOf('reacb', 0.9)))).toBeGreaterThan(0.9)
  })

  it('what is hardly read denies nothing', () => {
    expect(confidenceOf(combined(lineOf('500mg', 0.99), lineOf('6Ug', 0.3)))).toBeGreaterThan(0.9)
  })

  it('a line is not much surer than its least sure word', () => {
    const line = combined(
      lineOf('TAKE ONE TABLET TWICE A DAY 500mg', 0.99),
      lineOf('TAKE ONE TABLET TWICE A DAY 600mg', 0.99),
    )
    expect(confidenceOf(line)).toBeGreaterThan(0.9)
    expect(surenessOf(line)).toBeLessThan(0.8)
  })
})

describe('spaces follow from where the letters are', () => {
  const placed = (...letters: [char: string, at: number][]): Glyph[] =>
    letters.map(([char, at]) => ({ char, at, confidence: 0.9, isApart: false }))
  const line = placed(['n', 0], ['o', 0.5], ['o', 1], ['n', 1.5], ['a', 2.5], ['o', 3], ['n', 3.5], ['e', 4])

  it('a gap wider than the letters explain is one', () => {
    expect(textOf(withGaps(line))).toBe('noon aone')
  })

  it('wide letters are no gap', () => {
    const wide = placed(['n', 0], ['o', 0.5], ['M', 1.1], ['M', 1.8], ['o', 2.4], ['n', 2.9], ['e', 3.4])
    expect(textOf(withGaps(wide))).toBe('noMMone')
  })

  it('the other reading, with the same letters, may deny it', () => {
    expect(textOf(combined(withGaps(line), lineOf('noonaone')))).toBe('noonaone')
    expect(textOf(combined(withGaps(line), lineOf('xxxx')))).toBe('noon aone')
  })

  it('few letters do not show how wide they are', () => {
    expect(textOf(withGaps(placed(['a', 0], ['b', 0.5], ['c', 2])))).toBe('abc')
  })
})
