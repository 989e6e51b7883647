import type { Clock } from '../platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Moves it forward by this many milliseconds. */
  advance(ms: number): void
  set(instant: string | number): void
}

export function testClock(start = '2026-03-02T09:00:00.000Z'): TestClock {
  let now = Date.parse(start)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    set: (instant) => {
      now = typeof instant === 'number' ? instant : Date.parse(instant)
    },
  }
}
