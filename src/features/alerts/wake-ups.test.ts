import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onWakeUps } from './wake-ups.ts'

const SECOND = 1000
let page: EventTarget
let end: () => void
const wake = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
  wake.mockClear()
  end = onWakeUps(wake)
  wake.mockClear()
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Nothing runs for that many seconds; then the page's timer runs once. */
function tickAfter(seconds: number): void {
  vi.setSystemTime(Date.now() + (seconds - 1) * SECOND)
  vi.advanceTimersByTime(SECOND)
}

it('R5.12 looks every 30 seconds while its timers run', () => {
  vi.advanceTimersByTime(29 * SECOND)
  expect(wake).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(61 * SECOND)
  expect(wake).toHaveBeenCalledTimes(3)
})

it('R5.12 looks at every tick of a tab that is given one a minute', () => {
  for (let minute = 1; minute <= 5; minute += 1) {
    tickAfter(60)
    expect(wake).toHaveBeenCalledTimes(minute)
  }
})

it('R5.12 looks at the first tick after a sleep, however short, and after a clock that was set back', () => {
  tickAfter(7)
  expect(wake).toHaveBeenCalledTimes(1)
  tickAfter(-3600)
  expect(wake).toHaveBeenCalledTimes(2)
})

it.each(['visibilitychange', 'resume', 'focus', 'online', 'pageshow'])('R5.12 looks at once on %s', (event) => {
  page.dispatchEvent(new Event(event))
  expect(wake).toHaveBeenCalledTimes(1)
  end()
  page.dispatchEvent(new Event(event))
  vi.advanceTimersByTime(60 * SECOND)
  expect(wake).toHaveBeenCalledTimes(1)
})
