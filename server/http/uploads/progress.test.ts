import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/errors.ts'
import { watchProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

let isContended = false
function watched() {
  isContended = false
  const body = new PassThrough()
  const progress = watchProgress(body, {
    most: 1000,
    every: 20,
    least: 10,
    leastWhileOthersWait: 100,
    tooLarge: () => new ApiError(413, 'too_large', 'Too large.'),
    isContended: () => isContended,
  })
  /** Delivers bytes since the last check. */
  const come = async (bytes: number) => {
    if (bytes > 0) body.write(Buffer.alloc(bytes))
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(20)
  }
  const state = () =>
    Promise.race([
      progress.failed.catch((error: ApiError) => error.status),
      new Promise((resolve) => setImmediate(resolve, 'goes on')),
    ])
  return { body, progress, come, state }
}

describe('the progress of an upload', () => {
  it('may be slow, but not too slow: 408', async () => {
    const { come, state } = watched()
    await come(10)
    expect(await state()).toBe('goes on')
    await come(9)
    expect(await state()).toBe(408)
  })

  it('must be better while others wait for the place', async () => {
    const { come, state } = watched()
    await come(99)
    isContended = true
    await come(100)
    expect(await state()).toBe('goes on')
    await come(99)
    expect(await state()).toBe(408)
  })

  it('ends at what may come at most, whatever was announced: 413', async () => {
    const { come, state } = watched()
    await come(1000)
    expect(await state()).toBe('goes on')
    await come(1)
    expect(await state()).toBe(413)
  })

  it('is looked at no more once it has ended', async () => {
    const { body, progress, come, state } = watched()
    progress.stop()
    await come(0)
    expect([await state(), body.listenerCount('data')]).toEqual(['goes on', 0])
  })
})
