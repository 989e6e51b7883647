import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REFRESH_EVERY_MS, startRefresh } from './refresh.ts'

/** A tab that can be hidden, with how often it fetched. */
function tab() {
  let visibilityState: DocumentVisibilityState = 'visible'
  const page = new EventTarget()
  Object.defineProperty(page, 'visibilityState', { get: () => visibilityState })
  const network = new EventTarget()
  const looks: AbortSignal[] = []
  const refresh = startRefresh({
    look: (signal) => void looks.push(signal),
    page: page as unknown as Document,
    network: network as unknown as Window,
  })
  return {
    looks,
    refresh,
    goOnline: () => network.dispatchEvent(new Event('online')),
    turn(to: DocumentVisibilityState) {
      visibilityState = to
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('9.10 stats and inbox', () => {
  it('are fetched at once and then every 30 s', () => {
    const { looks, refresh } = tab()
    expect(looks).toHaveLength(1)
    vi.advanceTimersByTime(29_999)
    expect(looks).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(looks).toHaveLength(2)
    vi.advanceTimersByTime(10 * REFRESH_EVERY_MS)
    expect(looks).toHaveLength(12)
    refresh.stop()
  })

  it('are not fetched while the tab is hidden, and at once when it is shown again', () => {
    const { looks, turn, refresh } = tab()
    turn('hidden')
    vi.advanceTimersByTime(60 * REFRESH_EVERY_MS)
    expect(looks).toHaveLength(1)
    turn('visible')
    expect(looks).toHaveLength(2)
    vi.advanceTimersByTime(REFRESH_EVERY_MS)
    expect(looks).toHaveLength(3)
    refresh.stop()
  })

  it('are fetched at once when the network is back, but not by a hidden tab', () => {
    const { looks, turn, goOnline, refresh } = tab()
    goOnline()
    expect(looks).toHaveLength(2)
    turn('hidden')
    goOnline()
    expect(looks).toHaveLength(2)
    refresh.stop()
  })

  it('an answer that a newer question overtook is given up, and so is everything once the page is left', () => {
    const { looks, refresh, turn } = tab()
    refresh.now()
    expect(looks.map(({ aborted }) => aborted)).toEqual([true, false])
    refresh.stop()
    turn('visible')
    vi.advanceTimersByTime(10 * REFRESH_EVERY_MS)
    expect(looks.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('are not fetched for who asks again after the page is left', () => {
    const { looks, refresh } = tab()
    refresh.stop()
    refresh.now()
    vi.advanceTimersByTime(10 * REFRESH_EVERY_MS)
    expect(looks).toHaveLength(1)
  })
})
