import { describe, expect, it } from 'vitest'
import { alphabetOf } from './alphabet.ts'
import { lettersIn } from './ctc.ts'
import { textOf } from './line.ts'

/** None, then a, b, a Chinese letter, a wide colon, then the space. */
const ALPHABET = alphabetOf('a\nb\n的\n：\n')

/** Returns steps of which each is sure of one class. */
function stepsOf(classes: readonly number[], likely = 0.9) {
  const data = new Float32Array(classes.length * ALPHABET.length)
  for (const [step, one] of classes.entries()) data[step * ALPHABET.length + one] = likely
  return { data, steps: classes.length, classes: ALPHABET.length }
}

describe('the letters of a line', () => {
  it.each([
    ['one that fills several steps is one', [0, 1, 1, 0, 2, 0], 'ab'],
    ['two of the same are parted by none', [1, 0, 1, 2], 'aab'],
    ['a space is not a letter', [1, 5, 2], 'a b'],
    ['a space at the end says nothing', [1, 5, 5], 'a'],
    ['signs of other scripts become ours', [1, 4], 'a:'],
    ['nothing', [0, 0], ''],
  ])('%s', (_what, classes, text) => {
    expect(textOf(lettersIn(stepsOf(classes), ALPHABET, 0.1))).toBe(text)
  })

  it('are as sure as their surest step, and in the middle of their steps', () => {
    const steps = stepsOf([0, 1, 1, 0])
    steps.data[ALPHABET.length + 1] = 0.5
    const [letter] = lettersIn(steps, ALPHABET, 0.1)
    expect(letter?.confidence).toBeCloseTo(0.9, 5)
    expect(letter?.at).toBeCloseTo(0.2, 5)
  })

  it('another script is not read, what it resembles is read with its low probability', () => {
    const steps = stepsOf([3])
    steps.data[2] = 0.08
    expect(lettersIn(steps, ALPHABET, 0.1)).toMatchObject([{ char: 'b', confidence: expect.closeTo(0.08, 5) }])
  })
})
