import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amount, amountOf, amountText, fractionOf, isPlural, parseAmount } from './amount.ts'
import { amountSchema, someAmountSchema } from './amount-schema.ts'
import { nextHalf } from './half-steps.ts'

describe('what a user types as an amount', () => {
  it.each([
    ['1', '1'],
    ['007', '7'],
    ['.5', '0.5'],
    ['0.50', '0.5'],
    ['½', '0.5'],
    ['1½', '1.5'],
    ['1 ½', '1.5'],
    ['1 1/2', '1.5'],
    ['3/2', '1.5'],
    ['2/4', '0.5'],
    ['1/3', '1/3'],
    ['⅔', '2/3'],
    ['1⅓', '4/3'],
    ['1/8', '0.125'],
    ['1/16', '1/16'],
    ['0', '0'],
    ['0/7', '0'],
    [' 2.125 ', '2.125'],
    ['٢٫٥', '2.5'],
    ['۳½', '3.5'],
  ])('%s is %s', (typed, amount) => {
    expect(parseAmount(typed)).toBe(amount)
  })

  it.each(['', '-1', '1.2345', '1/0', '½½', '1,5', '1e3', 'one', '5.', '1/2/3', '123456789', '٣،٥'])(
    '%j is none',
    (typed) => {
      expect(parseAmount(typed)).toBeNull()
    },
  )
})

describe('what a user reads as an amount', () => {
  it.each([
    ['0.5', '½'],
    ['1.5', '1½'],
    ['0.125', '⅛'],
    ['4/3', '1⅓'],
    ['0.3', '0.3'],
    ['12', '12'],
    ['9/7', '1 2/7'],
    ['2/7', '2/7'],
    ['2.6', '2.6'],
  ])('%s reads %s', (amount, text) => {
    expect(amountText(amount as Amount)).toBe(text)
  })

  it('a half never reads as a whole number, however it is written', () => {
    for (const typed of ['.5', '0.5', '1/2', '½']) expect(amountText(parseAmount(typed) as Amount)).toBe('½')
  })

  it('more than one is many, and so is nothing', () => {
    expect(['0', '0.5', '1', '1.5', '2'].filter((amount) => isPlural(amount as Amount))).toEqual(['0', '1.5', '2'])
  })
})

const fractions = fc
  .record({ above: fc.bigInt({ min: 0n, max: 100_000n }), below: fc.bigInt({ min: 1n, max: 1000n }) })
  .map(({ above, below }) => ({ above, below }))

describe('exact amounts', () => {
  it('are the same text exactly when they are the same number', () => {
    fc.assert(
      fc.property(fractions, fractions, (a, b) => {
        expect(amountOf(a) === amountOf(b)).toBe(a.above * b.below === b.above * a.below)
      }),
    )
  })

  it('come back from their text, in whatever form they are read', () => {
    fc.assert(
      fc.property(fractions, (fraction) => {
        const amount = amountOf(fraction)
        const { above, below } = fractionOf(amount)
        expect(above * fraction.below).toBe(fraction.above * below)
        expect(parseAmount(amount)).toBe(amount)
        expect(parseAmount(amountText(amount))).toBe(amount)
      }),
    )
  })
})

describe('an amount in a request', () => {
  it.each([
    ['2/4', '0.5'],
    ['.25', '0.25'],
    ['10000000', '10000000'],
  ])('%s is stored as %s', (written, stored) => {
    expect(amountSchema.parse(written)).toBe(stored)
  })

  it.each(['10000001', '100000000', '1/1001', '0.1234', '-1', 'NaN'])('refuses %s', (written) => {
    expect(amountSchema.safeParse(written).success).toBe(false)
  })

  it('of a dose is more than nothing', () => {
    expect(amountSchema.parse('0/5')).toBe('0')
    expect(someAmountSchema.safeParse('0.0').error?.issues[0]?.message).toBe('must be more than 0')
  })
})

describe('half more and half less', () => {
  it.each<[string | null, string, string]>([
    [null, '1', '1'],
    ['0', '0.5', '0.5'],
    ['0.5', '1', '0.5'],
    ['1', '1.5', '0.5'],
    ['2.5', '3', '2'],
    ['0.25', '0.5', '0.5'],
    ['1/3', '0.5', '0.5'],
    ['4/3', '1.5', '1'],
  ])('of %s are %s and %s', (amount, more, less) => {
    expect(nextHalf(amount as Amount | null, 'more')).toBe(more)
    expect(nextHalf(amount as Amount | null, 'less')).toBe(less)
  })
})
