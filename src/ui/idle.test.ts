import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchAhead, whenIdle } from './idle.ts'

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

it('work waits its turn, each in an idle moment of its own, also behind work that fails', async () => {
  let moments = 0
  vi.stubGlobal('requestIdleCallback', (work: () => void) =>
    setTimeout(() => {
      moments += 1
      work()
    }),
  )
  const ran: [string, number][] = []
  const note = (name: string) => () => void ran.push([name, moments])
  whenIdle(() => {
    note('first')()
    whenIdle(note('asked for meanwhile'))
  })
  whenIdle(() => {
    note('broken')()
    throw new Error('no code')
  })
  whenIdle(note('last'))
  await vi.runAllTimersAsync().catch(() => undefined)
  await vi.runAllTimersAsync()
  expect(ran).toEqual([
    ['first', 1],
    ['broken', 2],
    ['last', 3],
    ['asked for meanwhile', 4],
  ])
})

it('work that the page has no time for runs all the same', async () => {
  const timeouts: number[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void, { timeout }: { timeout: number }) => {
    timeouts.push(timeout)
    setTimeout(work, timeout)
  })
  const ran = vi.fn()
  for (let n = 0; n < 5; n += 1) whenIdle(ran)
  await vi.advanceTimersByTimeAsync(1500 + 3000 + 5)
  expect(ran).toHaveBeenCalledTimes(5)
  expect(Math.max(...timeouts)).toBe(3000)
})
