import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { together } from './together.ts'

/** Answers each key with itself in capitals, and notes what was asked. */
function asked() {
  const questions: string[][] = []
  const find = together(async (keys: string[]) => {
    questions.push(keys)
    if (keys.includes('broken')) throw new Error('no answer')
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  return { questions, find }
}

it('what is asked for in one turn is one question, and each gets its own answer', async () => {
  const { questions, find } = asked()
  expect(await Promise.all(['a', 'b', 'nobody', 'a'].map(find))).toEqual(['A', 'B', undefined, 'A'])
  expect(questions).toEqual([['a', 'b', 'nobody']])
})

it('nothing is kept: what is asked for once a question has begun is another one', async () => {
  const { questions, find } = asked()
  const first = find('a')
  await turn()
  expect(questions).toEqual([['a']])
  expect([await find('a'), await first]).toEqual(['A', 'A'])
  expect(questions).toEqual([['a'], ['a']])
})

it('a question that fails fails for all, and the next one is asked', async () => {
  const { find } = asked()
  const both = await Promise.allSettled([find('a'), find('broken')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find('a')).toBe('A')
})
