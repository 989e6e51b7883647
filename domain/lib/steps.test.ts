import { expect, it } from 'vitest'
import { atOnce, type Steps, withPauses } from './steps.ts'

function* counted(log: string[]): Steps<string> {
  log.push('one')
  yield
  log.push('two')
  yield
  return 'three'
}

it('a computation in steps has the same result at once and with pauses, which come between its steps', async () => {
  const log: string[] = []
  const pause = () => Promise.resolve(void log.push('pause'))
  expect(await withPauses(counted(log), pause, () => true)).toBe('three')
  expect(log).toEqual(['one', 'pause', 'two', 'pause'])
  expect(atOnce(counted([]))).toBe('three')
})

it('one that is no longer wanted ends after the pause', async () => {
  const log: string[] = []
  expect(
    await withPauses(
      counted(log),
      () => Promise.resolve(),
      () => false,
    ),
  ).toBeUndefined()
  expect(log).toEqual(['one'])
})
