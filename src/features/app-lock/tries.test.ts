import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Tries } from '#src/data/app-lock.ts'
import { NO_TRIES, oneMore, settled, triesLeft, waitOf } from './tries.ts'

const NOW = Date.UTC(2026, 10, 22, 9)

/** Enters that many wrong PINs, each as soon as one is checked. Returns the pause after each, in seconds. */
function pausesAfter(wrong: number): number[] {
  const pauses: number[] = []
  let tries: Tries = NO_TRIES
  let now = NOW
  for (let count = 0; count < wrong; count += 1) {
    tries = oneMore(tries, now) ?? tries
    const wait = waitOf(tries, now)
    pauses.push(wait / 1000)
    now += wait
  }
  return pauses
}

describe('wrong PINs', () => {
  it('cost nothing four times, then 30 seconds, 1, 5, 15 and from then on 30 minutes each', () => {
    expect(pausesAfter(11)).toEqual([0, 0, 0, 0, 30, 60, 300, 900, 1800, 1800, 1800])
  })

  it('count down to the first pause', () => {
    expect([0, 1, 4, 5, 9].map((wrong) => triesLeft({ wrong, until: 0 }))).toEqual([5, 4, 1, 0, 0])
  })

  it('are not looked at, nor counted, during a pause', () => {
    const paused: Tries = { wrong: 5, until: NOW + MINUTE / 2 }
    expect(oneMore(paused, NOW + MINUTE / 2 - 1)).toBeNull()
    expect(oneMore(paused, NOW + MINUTE / 2)).toEqual({ wrong: 6, until: NOW + 1.5 * MINUTE })
  })

  it('a clock that was set back by a year makes the pause no longer than it was, and it ends', () => {
    const paused: Tries = { wrong: 5, until: NOW + MINUTE / 2 }
    const back = NOW - 365 * 24 * 60 * MINUTE
    const begunAnew = settled(paused, back)
    expect(waitOf(begunAnew, back)).toBe(MINUTE / 2)
    expect(waitOf(begunAnew, back + MINUTE / 2)).toBe(0)
  })

  it('however they are spread, after nine of them no more than one for each half hour is looked at', () => {
    const days = 3
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 400 }), (gaps) => {
        let tries: Tries = NO_TRIES
        let now = NOW
        let looked = 0
        for (const gap of gaps) {
          now += gap
          if (now > NOW + days * 24 * 60 * MINUTE) break
          const more = oneMore(tries, now)
          if (more) looked += 1
          tries = settled(more ?? tries, now)
        }
        // Nine while the pauses grow, then one per half hour.
        expect(looked).toBeLessThanOrEqual(9 + Math.ceil((now - NOW) / (30 * MINUTE)))
        expect(tries.wrong).toBe(looked)
      }),
    )
  })
})
