import { expect, it } from 'vitest'
import { halfHours, wholeNumber } from './typed-numbers.ts'

it.each([
  ['7', 7],
  ['٧', 7],
  ['۱۴', 14],
  ['٧ ايام', null],
  ['٠', null],
] as const)('%s is the whole number %s', (typed, number) => expect(wholeNumber(typed)).toBe(number))

it.each([
  ['١٫٥', 1.5],
  ['1,5', 1.5],
  ['٨', 8],
  ['١٫٢', null],
] as const)('%s are %s hours', (typed, hours) => expect(halfHours(typed)).toBe(hours))
