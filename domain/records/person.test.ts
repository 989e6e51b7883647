import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialOf } from './person.ts'

describe('the initial of a person', () => {
  it.each([
    ['Ada', 'A'],
    ['  mia', 'M'],
    ['e\u0301mile', 'E\u0301'],
    ['👩‍👧 Mum', '👩‍👧'],
    ['!x', '!'],
    ['', '?'],
    ['   ', '?'],
  ])('of “%s” is “%s”', (name, initial) => {
    expect(initialOf(name)).toBe(initial)
  })

  it('is what a segmenter takes for the first character', () => {
    const unit = fc.constantFrom('a', 'É', 'e\u0301', '\u0301', ' ', '7', '🇦🇺', '👍🏽', '\u200d', 'ß', 'न', 'ि')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' }), fc.string()), (name) => {
        const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name.trim())
        expect(initialOf(name)).toBe(first?.segment.toLocaleUpperCase() ?? '?')
      }),
    )
  })
})
