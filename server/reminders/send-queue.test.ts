// On both databases: claims, and outcomes written by many at once.
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import type { SendResult } from '../push/transport.ts'
import { testClock } from '../testing/clock.ts'
import type { Dispatch, Receiver } from './delivery.ts'
import { type Attempted, nextAttempt } from './outcomes.ts'
import { sendQueue } from './send-queue.ts'

const DELIVERED: SendResult = { kind: 'delivered', status: 201, retryAfter: null }
const SILENCE: SendResult = { kind: 'again', status: null, retryAfter: null }

const clock = testClock()

const dispatches = (count: number, service = 'one'): Dispatch[] =>
  Array.from({ length: count }, (_, index) => ({
    to: { endpoint: `https://${service}.example/${index}` } as Receiver,
    message: { id: `${service} ${index}` } as Dispatch['message'],
    attempts: 0,
    dueAt: clock.now(),
    claimedAt: clock.now(),
    expiresAt: clock.now() + 900_000,
  }))

function stage(send: (dispatch: Dispatch) => Promise<SendResult | null>) {
  const recorded: Attempted[] = []
  const faults: unknown[] = []
  const asked: string[] = []
  let writes = 0
  let failing = 0
  const queue = sendQueue({
    clock,
    send: (dispatch) => {
      asked.push(dispatch.message.id)
      return send(dispatch)
    },
    record: async (attempted) => {
      writes += 1
      if (failing > 0) {
        failing -= 1
        throw new Error('the database is away')
      }
      recorded.push(...attempted)
    },
    onFault: (error) => faults.push(error),
  })
  return {
    queue,
    recorded,
    faults,
    asked,
    writes: () => writes,
    failNext: (times: number) => {
      failing = times
    },
  }
}

describe('messages on their way', () => {
  it('R3.3 each ends with an outcome, and many outcomes are written at once', async () => {
    const { queue, recorded, writes } = stage(async () => DELIVERED)
    queue.add(dispatches(1_000))
    await queue.idle()
    expect(new Set(recorded.map(({ dispatch }) => dispatch.message.id)).size).toBe(1_000)
    expect(writes()).toBeLessThan(10)
  })

  it('R3.3 R8.4 one that throws is tried again later, says why, and says nothing about its push service', async () => {
    const broken = new Error('broken')
    const { queue, recorded } = stage(({ message: { id } }) =>
      id === 'fine 0' ? Promise.resolve(DELIVERED) : Promise.reject(broken),
    )
    queue.add(dispatches(300, 'broken'))
    queue.add(
      dispatches(1, 'fine').map((one) => ({
        ...one,
        to: { ...one.to, endpoint: 'https://broken.example/1' },
      })),
    )
    await queue.idle()
    const faults = recorded.filter(({ result }) => result.fault === broken)
    expect(faults).toHaveLength(300)
    expect(faults[0]).toMatchObject({ result: { kind: 'again', status: null } })
    expect(recorded.filter(({ result }) => result.kind === 'delivered')).toHaveLength(1)
  })

  it('R3.3 outcomes are written once the database is back', async () => {
    const { queue, recorded, faults, failNext } = stage(async () => DELIVERED)
    failNext(1)
    queue.add(dispatches(3))
    await queue.idle()
    expect([recorded.length, faults.length]).toEqual([3, 1])
  })

  it('a push service that does not answer holds up no other, and is spared until it does', async () => {
    const hanging: ((result: SendResult) => void)[] = []
    let state: 'hangs' | 'ends' | 'is back' = 'hangs'
    const { queue, recorded, asked } = stage(({ to }) =>
      !to.endpoint.startsWith('https://silent.') || state === 'is back'
        ? Promise.resolve(DELIVERED)
        : state === 'ends'
          ? Promise.resolve(SILENCE)
          : new Promise((resolve) => hanging.push(resolve)),
    )
    queue.add(dispatches(2_000, 'silent'))
    queue.add(dispatches(100, 'fine'))
    const done = (service: string) => recorded.filter(({ dispatch }) => dispatch.message.id.startsWith(service))
    await until(() => done('fine').length === 100, { what: 'the messages for the other service' })
    expect(done('silent')).toEqual([])
    state = 'ends'
    for (const answer of hanging) answer(SILENCE)
    await queue.idle()
    expect(done('silent')).toHaveLength(2_000)
    const tried = asked.filter((id) => id.startsWith('silent')).length
    expect(tried).toBeLessThan(300)
    state = 'is back'
    queue.add(dispatches(1, 'silent'))
    await queue.idle()
    queue.add(dispatches(150, 'silent'))
    await queue.idle()
    expect(asked.filter((id) => id.startsWith('silent'))).toHaveLength(tried + 151)
    expect(
      done('silent')
        .slice(2_000)
        .every(({ result }) => result === DELIVERED),
    ).toBe(true)
  })

  it('R10.4 a message that is not sent has no outcome, and says nothing about its push service', async () => {
    const { queue, recorded, asked } = stage(async ({ message: { id } }) => (id.startsWith('one') ? null : DELIVERED))
    queue.add(dispatches(300))
    queue.add(dispatches(300, 'late').map((one) => ({ ...one, to: { ...one.to, endpoint: 'https://one.example/0' } })))
    await queue.idle()
    expect(asked).toHaveLength(600)
    expect(recorded.map(({ result }) => result)).toEqual(Array.from({ length: 300 }, () => DELIVERED))
  })

  it('R3.1 there is room again only when enough of what waits has gone out', async () => {
    const answers: (() => void)[] = []
    const { queue } = stage(() => new Promise((resolve) => answers.push(() => resolve(DELIVERED))))
    queue.add(dispatches(1_500))
    let hasRoom = false
    const room = queue.room().then(() => {
      hasRoom = true
    })
    for (const answer of answers.splice(0, 200)) answer()
    await until(() => answers.length === 200, { what: 'the next messages' })
    expect(hasRoom).toBe(false)
    for (const answer of answers.splice(0, 200)) answer()
    await room
    queue.stop()
    for (const answer of answers) answer()
    await queue.idle()
  })

  it('a push service that is slow does not keep the others from being claimed for', async () => {
    const answers: (() => void)[] = []
    const { queue, recorded } = stage(() => new Promise((resolve) => answers.push(() => resolve(DELIVERED))))
    queue.add(dispatches(1_500, 'slow'))
    let hasRoom = false
    const room = queue.room().then(() => {
      hasRoom = true
    })
    clock.advance(2_000)
    for (const answer of answers.splice(0, 100)) answer()
    await until(() => answers.length === 200, { what: 'the next messages' })
    expect(hasRoom).toBe(false)
    clock.advance(6_000)
    for (const answer of answers.splice(0, 100)) answer()
    await until(() => answers.length === 200, { what: 'the next messages' })
    // All services are slow, so the cause may be this machine.
    expect(hasRoom).toBe(false)
    queue.add(dispatches(1, 'fine'))
    await room
    queue.add(dispatches(5, 'slow'))
    expect(queue.stop()).toHaveLength(1_100)
    for (const answer of answers) answer()
    await queue.idle()
    expect(recorded).toHaveLength(401)
  })

  it('R3.1 a claim that grew too old in the queue is left to whoever finds it open', async () => {
    const { queue, recorded, asked } = stage(async () => DELIVERED)
    const [old, ...fresh] = dispatches(3)
    if (old) queue.add([{ ...old, claimedAt: clock.now() - 50_000 }, ...fresh])
    await queue.idle()
    expect([asked.length, recorded.length]).toEqual([2, 2])
  })
})

describe('R3.3 the next attempt', () => {
  it.each([
    [0, null, 5_000],
    [1, null, 10_000],
    [4, null, 80_000],
    [0, 120_000, 120_000],
    [4, 1_000, 80_000],
  ])('after %i failures, asked to wait for %s ms, is %i ms away', (failures, retryAfter, wait) => {
    expect(nextAttempt(failures, retryAfter, 1_000_000)).toBe(1_000_000 + wait)
  })
})
