import { expect, it } from 'vitest'
import { stopInOrder } from './stop.ts'

it('a part that fails as it ends, at once or later, keeps none of the others from ending, in their order', async () => {
  const ended: string[] = []
  const faults: unknown[] = []
  const groups = [
    [
      () => {
        throw new Error('at once')
      },
      async () => {
        await Promise.resolve()
        ended.push('app')
      },
      () => Promise.reject(new Error('later')),
    ],
    [() => ended.push('database')],
  ]
  expect(await stopInOrder(groups, (error) => faults.push((error as Error).message))).toBe(false)
  expect([ended, faults]).toEqual([
    ['app', 'database'],
    ['at once', 'later'],
  ])
  expect(await stopInOrder([[() => ended.push('again')]], (error) => faults.push(error))).toBe(true)
})
