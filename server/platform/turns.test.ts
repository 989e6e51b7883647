import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { longWork } from './long-work.ts'
import { patiently, turns } from './turns.ts'

describe('turns', () => {
  it('are taken one at a time, and what is patient comes behind what others asked for meanwhile', async () => {
    const inTurn = turns()
    const order: string[] = []
    let running = 0
    const note = (name: string) => async () => {
      running += 1
      expect(running).toBe(1)
      await setImmediate()
      order.push(name)
      running -= 1
    }
    const long = patiently(async () => {
      for (const name of ['batch 1', 'batch 2']) await inTurn(note(name))
    })
    const batch = patiently(() => inTurn(note('another batch')))
    const read = inTurn(note('read'))
    await Promise.all([long, batch, read])
    expect(order).toEqual(['read', 'batch 1', 'another batch', 'batch 2'])
  })

  it('come to patient work too while others never cease to ask', async () => {
    const inTurn = turns()
    let isOver = false
    const ask = async (): Promise<void> => {
      while (!isOver) await inTurn(async () => undefined)
    }
    const others = [ask(), ask(), ask()]
    await patiently(() => inTurn(async () => undefined))
    isOver = true
    await Promise.all(others)
  })

  it('go on after a fault, which whoever asked hears of', async () => {
    const inTurn = turns()
    await expect(
      inTurn(async () => {
        throw new Error('no such table')
      }),
    ).rejects.toThrow('no such table')
    expect(await inTurn(async () => 'next')).toBe('next')
  })
})

describe('long work', () => {
  it('of one account is done one after the other, of several at the same time', async () => {
    const work = longWork()
    const begun: string[] = []
    const gates: (() => void)[] = []
    const held = (account: string, name: string) =>
      work(account, () => {
        begun.push(name)
        return new Promise<void>((resolve) => gates.push(resolve))
      })
    const all = [held('ada', 'first'), held('ada', 'second'), held('bob', 'other')]
    expect(begun).toEqual(['first', 'other'])
    gates[0]?.()
    await all[0]
    expect(begun).toEqual(['first', 'other', 'second'])
    for (const open of gates) open()
    await Promise.all(all)
  })

  it('that would wait too long is refused with 429 and a pause', async () => {
    const work = longWork()
    const gate = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 6 }, () => work('ada', () => gate.promise))
    await expect(work('ada', async () => undefined)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '10' },
    })
    gate.resolve()
    await Promise.all(waiting)
    expect(await work('ada', async () => 'free again')).toBe('free again')
  })
})
