import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LONGEST_PAUSE } from './backoff.ts'
import type { PassEnd } from './engine.ts'
import { createScheduler } from './scheduler.ts'

function stage(ends: PassEnd[]) {
  const timers: { run(): void; ms: number }[] = []
  const seen: PassEnd[] = []
  let passes = 0
  const asked: unknown[] = []
  let open: (() => void) | null = null
  const scheduler = createScheduler({
    pass: ({ pull, upTo }) => {
      passes += 1
      asked.push(pull ? upTo : 'nothing')
      return new Promise((resolve) => {
        open = () => resolve(ends.shift() ?? { kind: 'synced' })
      })
    },
    clock: { now: () => 0, random: () => 0.5 },
    timers: {
      set: (run, ms) => timers.push({ run, ms }),
      clear: () => {},
    },
    onEnd: (end) => seen.push(end),
    onError: (error) => {
      throw error
    },
  })
  const finish = async () => {
    open?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { scheduler, timers, seen, asked, finish, passes: () => passes }
}

describe('when passes run', () => {
  it('one pass at a time; requests meanwhile make one more, not many', async () => {
    const { scheduler, finish, passes } = stage([])
    scheduler.request()
    scheduler.request()
    scheduler.request()
    expect(passes()).toBe(1)
    await finish()
    expect(passes()).toBe(2)
    await finish()
    expect(passes()).toBe(2)
  })

  it('S6.1 waits longer after each temporary end, and never less than Retry-After', async () => {
    const { scheduler, timers, finish } = stage([
      { kind: 'temporary', after: null },
      { kind: 'temporary', after: null },
      { kind: 'temporary', after: 600_000 },
    ])
    scheduler.request()
    await finish()
    expect(timers.at(-1)?.ms).toBe(750)
    timers.at(-1)?.run()
    await finish()
    expect(timers.at(-1)?.ms).toBe(1500)
    timers.at(-1)?.run()
    await finish()
    expect(timers.at(-1)?.ms).toBe(600_000)
  })

  it('S6.1 a request does not come back sooner than Retry-After asked, and is not forgotten', async () => {
    const { scheduler, timers, finish, passes } = stage([{ kind: 'temporary', after: 60_000 }])
    scheduler.request()
    scheduler.request()
    await finish()
    scheduler.request()
    expect(passes()).toBe(1)
    timers.find(({ ms }) => ms === 60_000)?.run()
    expect(passes()).toBe(2)
  })

  it('S9.1 without Retry-After a request ends the waiting', async () => {
    const { scheduler, finish, passes } = stage([{ kind: 'temporary', after: null }])
    scheduler.request()
    await finish()
    scheduler.request()
    expect(passes()).toBe(2)
  })

  it('a success ends the growing', async () => {
    const { scheduler, timers, finish } = stage([
      { kind: 'temporary', after: null },
      { kind: 'synced' },
      { kind: 'temporary', after: null },
    ])
    scheduler.request()
    await finish()
    scheduler.request()
    await finish()
    scheduler.request()
    await finish()
    expect(timers.at(-1)?.ms).toBe(750)
  })

  it('S6.2 a gate schedules nothing: only something new asks again', async () => {
    const { scheduler, timers, seen, finish } = stage([{ kind: 'gate', gate: 'consent' }])
    scheduler.request()
    await finish()
    expect(seen).toEqual([{ kind: 'gate', gate: 'consent' }])
    expect(timers).toEqual([])
  })

  it('S14.3 a person whom the server does not know is asked about again after a while, by itself', async () => {
    const { scheduler, timers, seen, finish, passes } = stage([{ kind: 'gate', gate: 'person-unknown' }])
    scheduler.request()
    await finish()
    timers.at(-1)?.run()
    await finish()
    expect([passes(), seen.at(-1)]).toEqual([2, { kind: 'synced' }])
  })

  it('after stop nothing runs', async () => {
    const { scheduler, passes } = stage([])
    scheduler.stop()
    scheduler.request()
    expect(passes()).toBe(0)
  })

  it('S9.1 a pass for change notifications alone is told the newest; for any other reason, and after a failure, it asks for everything', async () => {
    const notification = (seq: number) => ({ user: 'ann', epoch: 'first', seq, medications: 1, doses: seq })
    const { scheduler, asked, finish } = stage([
      { kind: 'synced' },
      { kind: 'synced' },
      { kind: 'temporary', after: null },
    ])
    scheduler.request(notification(4))
    scheduler.request(notification(5))
    scheduler.request(notification(6))
    await finish()
    scheduler.request()
    scheduler.request(notification(7))
    await finish()
    await finish()
    scheduler.request(notification(8))
    await finish()
    expect(asked).toEqual([notification(4), notification(6), undefined, undefined])
  })

  it('S9.2 what was overtaken on the way takes nothing from a newer one; after another epoch it asks for everything', async () => {
    const notification = (seq: number, epoch = 'first') => ({ user: 'ann', epoch, seq, medications: seq, doses: seq })
    const { scheduler, asked, finish } = stage([])
    scheduler.deliver()
    scheduler.request(notification(6))
    scheduler.request(notification(5))
    await finish()
    scheduler.request(notification(2, 'second'))
    scheduler.request(notification(7))
    await finish()
    await finish()
    expect(asked).toEqual(['nothing', notification(6), undefined])
  })

  it('S9.1 a write is delivered without asking for anything; after a failure the next pass asks', async () => {
    const { scheduler, asked, finish } = stage([{ kind: 'synced' }, { kind: 'temporary', after: null }])
    scheduler.deliver()
    await finish()
    scheduler.deliver()
    await finish()
    scheduler.deliver()
    await finish()
    expect(asked).toEqual(['nothing', 'nothing', undefined])
  })
})

describe('an error of its own (a full disk, a bug)', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /**
   * Runs passes one after the other, with the given outcomes and then without failures; records when each began, in
   * milliseconds.
   */
  function failing(outcomes: ('fails' | PassEnd)[], random: () => number) {
    const began: number[] = []
    const errors: unknown[] = []
    const scheduler = createScheduler({
      pass: async () => {
        began.push(Date.now())
        const outcome = outcomes.shift() ?? { kind: 'synced' as const }
        if (outcome === 'fails') throw new Error('The disk is full.')
        return outcome
      },
      clock: { now: () => Date.now(), random },
      timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
      onEnd: () => {},
      onError: (error) => errors.push(error),
    })
    const pauses = () => began.slice(1).map((at, index) => at - (began[index] ?? 0))
    return { scheduler, pauses, errors }
  }

  it('is reported, and the pause after it grows like that of a temporary end, both counted together', async () => {
    const { scheduler, pauses, errors } = failing(
      ['fails', 'fails', { kind: 'temporary', after: null }, 'fails'],
      () => 1,
    )
    scheduler.request()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pauses()).toEqual([1000, 2000, 4000, 8000])
    expect(errors).toHaveLength(3)
  })

  it('has a pause by chance, so that devices do not return together, and never more than five minutes of it', async () => {
    const chances = [0, 0.5, 1]
    const { scheduler, pauses } = failing(Array(14).fill('fails'), () => chances.shift() ?? 1)
    scheduler.request()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(pauses().slice(0, 3)).toEqual([500, 1500, 4000])
    expect(pauses().at(-1)).toBe(LONGEST_PAUSE)
  })

  it('begins at the shortest pause again once a pass went well', async () => {
    const { scheduler, pauses } = failing(['fails', 'fails', { kind: 'synced' }, 'fails'], () => 1)
    scheduler.request()
    await vi.advanceTimersByTimeAsync(3000)
    scheduler.request()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pauses()).toEqual([1000, 2000, 0, 1000])
  })

  it('schedules nothing after the stop', async () => {
    const { scheduler, pauses } = failing(['fails', 'fails'], () => 1)
    scheduler.request()
    scheduler.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pauses()).toEqual([])
  })
})
