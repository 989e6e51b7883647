import { expect, it } from 'vitest'
import { whenNeeded } from './when-needed.ts'

it('is made at the first call, once, also for those who ask meanwhile', async () => {
  let made = 0
  const get = whenNeeded(async () => ({ number: ++made }))
  expect(made).toBe(0)
  const [one, other] = await Promise.all([get(), get()])
  expect([one, other, await get()]).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }])
  expect(one).toBe(other)
})

it('is tried again by the next call after it failed', async () => {
  let tries = 0
  const get = whenNeeded(async () => {
    tries += 1
    if (tries === 1) throw new Error('not now')
    return tries
  })
  await expect(get()).rejects.toThrow('not now')
  expect(await get()).toBe(2)
})
