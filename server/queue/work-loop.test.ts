import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doubling } from './backoff.ts'
import { type Rest, type WorkLoop, type WorkLoopOptions, workLoop } from './work-loop.ts'

let loop: WorkLoop
let turns: number
let faults: unknown[]
beforeEach(() => {
  vi.useFakeTimers()
  turns = 0
  faults = []
})
afterEach(async () => {
  await loop.stop()
  vi.useRealTimers()
})

function started(rest: Rest, more: Partial<WorkLoopOptions> = {}): void {
  const turn = async () => {
    turns += 1
    return rest
  }
  loop = workLoop({ turn, afterFault: { atLeast: 1000 }, onFault: (error) => faults.push(error), ...more })
  loop.start()
}

const passed = async (ms: number): Promise<number> => {
  await vi.advanceTimersByTimeAsync(ms)
  return turns
}

describe('a loop of turns', () => {
  it('takes the first turn at once and the next when its rest is over', async () => {
    started({ upTo: 100 })
    expect(await passed(0)).toBe(1)
    expect(await passed(99)).toBe(1)
    expect(await passed(1)).toBe(2)
  })

  it('a wake ends the rest, but not the part that is taken whatever happens', async () => {
    started({ atLeast: 50, upTo: 1000 })
    await passed(0)
    loop.wake()
    expect(await passed(49)).toBe(1)
    expect(await passed(1)).toBe(2)
    await passed(60)
    loop.wake()
    expect(await passed(0)).toBe(3)
  })

  it('a wake during a turn is not lost', async () => {
    const { promise, resolve } = Promise.withResolvers<Rest>()
    const turn = () => {
      turns += 1
      return turns === 1 ? promise : Promise.resolve({ upTo: 1000 })
    }
    started({}, { turn })
    loop.wake()
    resolve({ upTo: 1000 })
    expect(await passed(0)).toBe(2)
    expect(await passed(500)).toBe(2)
  })

  it('writes that come one after the other are one turn', async () => {
    started({ upTo: 1000 }, { settle: 200 })
    await passed(0)
    loop.wake()
    expect(await passed(100)).toBe(1)
    loop.wake()
    expect(await passed(100)).toBe(2)
    expect(await passed(999)).toBe(2)
  })

  it('a turn that throws is reported, and the next one comes after its rest, woken or not', async () => {
    const turn = async () => {
      turns += 1
      throw new Error('no')
    }
    started({}, { turn })
    await passed(0)
    loop.wake()
    expect(await passed(999)).toBe(1)
    expect(await passed(1)).toBe(2)
    expect(faults).toEqual([new Error('no'), new Error('no')])
  })

  it('a stop ends the rest and waits for the turn that runs', async () => {
    const { promise, resolve } = Promise.withResolvers<Rest>()
    started({}, { turn: () => promise })
    let isStopped = false
    const end = loop.stop().then(() => {
      isStopped = true
    })
    expect([await passed(10), isStopped]).toEqual([0, false])
    resolve({ atLeast: 60_000 })
    await end
    expect(isStopped).toBe(true)
  })

  it('one that was never started stops at once', async () => {
    loop = workLoop({ turn: async () => ({}), afterFault: {}, onFault: () => {} })
    await loop.stop()
    expect(loop.isStopping()).toBe(true)
  })
})

it('pauses double with each failure, up to the longest', () => {
  expect([0, 1, 2, 3, 4, 100].map(doubling(5, 30))).toEqual([5, 5, 10, 20, 30, 30])
})
