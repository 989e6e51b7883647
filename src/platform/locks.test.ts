import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChannel } from './channel.ts'
import { withLock } from './locks.ts'

afterEach(() => vi.unstubAllGlobals())

/** Work that continues until it is told to end. */
function longWork() {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  return { work: () => promise, end }
}

describe.each([
  { where: 'with Web Locks', remove: () => {} },
  { where: 'in a browser without them, for this page', remove: () => vi.stubGlobal('navigator', {}) },
])('a lock $where', ({ remove }) => {
  beforeEach(remove)

  it('is held by one at a time, in the order in which it was asked for', async () => {
    const said: string[] = []
    const first = longWork()
    const working = [
      withLock('turns', {}, () => first.work().then(() => void said.push('first'))),
      withLock('turns', {}, async (isGiven) => void said.push(`second ${isGiven}`)),
      withLock('other', {}, async () => void said.push('of another name')),
    ]
    await working[2]
    expect(said).toEqual(['of another name'])
    first.end()
    await Promise.all(working)
    expect(said).toEqual(['of another name', 'first', 'second true'])
  })

  it('is not given to who asks only if it is free', async () => {
    const first = longWork()
    const holding = withLock('free', {}, first.work)
    expect(await withLock('free', { ifAvailable: true }, async (isGiven) => isGiven)).toBe(false)
    first.end()
    await holding
    expect(await withLock('free', { ifAvailable: true }, async (isGiven) => isGiven)).toBe(true)
  })

  it('is not waited for longer than the signal allows, and work that has begun goes on', async () => {
    const first = longWork()
    const giveUp = new AbortController()
    const holding = withLock('patience', { signal: giveUp.signal }, async () => {
      await first.work()
      return 'done'
    })
    const waiting = withLock('patience', { signal: giveUp.signal }, async () => 'begun')
    // The lock is granted after a moment.
    await new Promise((resolve) => setImmediate(resolve))
    giveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    first.end()
    expect(await holding).toBe('done')
  })

  it('is free again after work that failed, and can be taken from work that hangs', async () => {
    await expect(withLock('failure', {}, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
    const hanging = withLock('failure', {}, longWork().work)
    hanging.catch(() => {
      // Web Locks report to it that its lock was taken.
    })
    expect(await withLock('failure', { steal: true }, async () => 'taken')).toBe('taken')
  })
})

it('without BroadcastChannel the parts of one page still hear each other', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const [one, other] = [openChannel(), openChannel()]
  const heard: string[] = []
  one.listen(({ kind }) => heard.push(`one ${kind}`))
  other.listen(({ kind }) => heard.push(`other ${kind}`))
  one.post({ kind: 'changed' })
  await Promise.resolve()
  other.close()
  one.post({ kind: 'changed' })
  await Promise.resolve()
  expect(heard).toEqual(['other changed'])
})
