import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { LockAfter } from '#src/data/app-lock.ts'
import { patienceOf, wasAwayTooLong } from './away.ts'

const LEFT = Date.UTC(2026, 10, 22, 9)
const after = fc.constantFrom<LockAfter>(0, 1, 5, 15)

describe('a tab that was out of sight', () => {
  it.each([
    [0, 0, true],
    [1, 0.99, false],
    [1, 1, true],
    [5, 4.9, false],
    [5, 5, true],
    [15, 14.9, false],
    [15, 600, true],
  ] as const)('with %i minutes allowed and %d gone is locked: %s', (allowed, gone, isLocked) => {
    expect(wasAwayTooLong(LEFT, LEFT + gone * MINUTE, patienceOf(allowed, LEFT, null))).toBe(isLocked)
  })

  it('is locked when the clock was set back meanwhile: nobody can say how long it was', () => {
    fc.assert(
      fc.property(after, fc.integer({ min: 1, max: 1e12 }), (allowed, back) => {
        expect(wasAwayTooLong(LEFT, LEFT - back, patienceOf(allowed, LEFT, null))).toBe(true)
      }),
    )
  })

  it('may be so for five minutes with a camera or a list of files that was opened from it, and no longer for that', () => {
    expect(patienceOf(0, LEFT, LEFT - 2000)).toBe(5 * MINUTE)
    expect(patienceOf(15, LEFT, LEFT - 2000)).toBe(15 * MINUTE)
    expect(patienceOf(0, LEFT, LEFT - 11_000)).toBe(0)
  })
})
