import { expect, it } from 'vitest'
import { thisDevice } from './device-store.ts'

it('a device whose name could not be told at first gets it later, and stays the same device', async () => {
  const first = await thisDevice(() => '')
  const named = await thisDevice(async () => 'Firefox on Linux')
  expect(named).toEqual({ id: first.id, name: 'Firefox on Linux' })
  expect(await thisDevice(() => 'Chrome on Linux')).toEqual(named)
})
