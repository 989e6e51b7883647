import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchAhead } from './idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['a browser that says nothing of its network', undefined, 1],
  ['a good network', { effectiveType: '4g', saveData: false }, 1],
  ['a slow network', { effectiveType: '3g', saveData: false }, 0],
  ['a network that costs', { effectiveType: '4g', saveData: true }, 0],
])('code that nobody asked for yet is fetched only on a good network: %s', async (_what, connection, times) => {
  vi.stubGlobal('navigator', { connection })
  const fetch = vi.fn()
  fetchAhead(fetch)
  expect(fetch).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(fetch).toHaveBeenCalledTimes(times)
})
