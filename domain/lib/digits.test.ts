import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betweenCommas, withWesternDigits } from './digits.ts'

describe('digits of other scripts', () => {
  it.each([
    ['٢٫٥', '2.5'],
    ['۱۲:۳۰', '12:30'],
    ['८', '8'],
    ['੧੦', '10'],
    ['８：３０', '8:30'],
    ['1/٣', '1/3'],
    ['½', '½'],
    ['5 mg', '5 mg'],
  ])('%s is %s', (typed, western) => expect(withWesternDigits(typed)).toBe(western))

  it('say the same number whatever the locale writes it with', () => {
    const systems = ['arab', 'arabext', 'deva', 'guru', 'fullwide']
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...systems), (number, system) => {
        const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(number)
        expect(withWesternDigits(written)).toBe(String(number))
      }),
    )
  })

  it('stand between commas of their script', () => {
    expect(betweenCommas('8:00, 9:00،10:00，11:00、12:00')).toEqual(['8:00', ' 9:00', '10:00', '11:00', '12:00'])
  })
})
