import { describe, expect, test } from 'vitest'
import { weighed } from './corrections.ts'
import { hasSequel, isDoubted } from './doubts.ts'
import { matchesIn } from './near.ts'

/** Every number of a text as a value. */
const numbers = (text: string) =>
  matchesIn(text, /\d+/g).map(({ 0: words, index }) => ({ value: words, words, at: index }))
const weigh = (text: string) => {
  const found = weighed(text, numbers(text))
  return found && [found.value.value, found.isSure, found.rivals.map(({ value }) => value)]
}

describe('what competes is not sure', () => {
  test.each([
    ['at 10', '10'],
    ['10 in the morning and 10 at night', '10'],
    ['10, no, sorry, 20', '20'],
    ['10 I mean 20 no 30', '30'],
    ['not 10 but 20', '20'],
    ['moved from 10 to 2', '2'],
    ['was 10, now increased to 20', '20'],
    ['10 or no 11', '11'],
    ['10 or when needed', '10'],
    ["I'm not sure why. Take 10", '10'],
    ['take 10 with or without food', '10'],
    ["remind me, I can't remember to take my 10", '10'],
  ])('%s: %s, sure', (text, value) => {
    expect(weigh(text)).toEqual([value, true, []])
  })

  test.each([
    ['10 in the morning and 20 at night', '10', ['20']],
    ['10 or 2', '10', ['2']],
    ['either 10 or 2', '10', ['2']],
    ['10, no, 20 in the morning and 30 at night', '20', ['30']],
    ['8 with breakfast 10 with lunch 12 with dinner', '8', ['10', '12']],
    ['10 for a week then 20', '10', ['20']],
    ["I think it's 200 maybe 300", '200', ['300']],
  ])('%s: %s at most, beside it %j', (text, value, rivals) => {
    expect(weigh(text)).toEqual([value, false, rivals])
  })

  test.each([
    ['maybe 10'],
    ['10 I think'],
    ['I think it is at 10'],
    ["it might be 10 I'm not sure"],
    ['10 or eleven'],
    ['nine or 10'],
    ["on Monday at 10 with Doctor White I can't remember"],
    ['either the 10 or the blue one'],
  ])('%s: in doubt', (text) => {
    expect(weigh(text)).toEqual(['10', false, []])
  })

  test('what means the same does not compete', () => {
    const text = '07 and 7'
    const isSame = (a: { value: string }, b: { value: string }) => Number(a.value) === Number(b.value)
    expect(weighed(text, numbers(text), isSame)?.isSure).toBe(true)
  })

  test('an unsure sentence says nothing about another one', () => {
    const text = 'Take 10. I am not sure about the name.'
    expect(numbers(text).map((one) => isDoubted(text, one))).toEqual([false])
  })
})

test.each([
  ['10 for a week then half of it', true],
  ['10 straight away after that one a day', true],
  ['10 for 3 days then stop', true],
  ['10 at 8 then at 2', false],
  ['10 in the morning then in the evening', false],
  ['10 daily. Then see me', false],
])('%s: something else comes after it: %s', (text, isSo) => {
  expect(hasSequel(text, { value: '10', words: '10', at: 0 })).toBe(isSo)
})
