import { describe, expect, it } from 'vitest'
import type { DeviceId } from '#domain/lib/ids.ts'
import type { PutSubscriptionBody } from '#domain/protocol/push.ts'
import { sampleId } from '#domain/testing/samples.ts'
import type { Called, PushCalls } from './push-calls.ts'
import { endSubscribed, type KeepingPorts, keepSubscribed, type NotedSubscription } from './push-keeping.ts'

const KEY = 'AQID'
const OTHER_KEY = 'BAUG'
const USER = 'user-1'

/** A browser with its own push service, and a server that knows some endpoints. */
function device(options: { subscribedWith?: string; knows?: string[]; noted?: NotedSubscription | null } = {}) {
  const known = new Set(options.knows ?? [])
  const puts: PutSubscriptionBody[] = []
  let made = options.subscribedWith ? 1 : 0
  let current = options.subscribedWith ? subscription(options.subscribedWith, 1) : null
  const answer = <T>(value: T): Promise<Called<T>> => Promise.resolve({ kind: 'ok', value })
  const listed = () => [...known].map((endpoint) => ({ endpoint }) as never)
  const calls: PushCalls = {
    key: () => answer(KEY),
    devices: () => answer(listed()),
    put(body) {
      puts.push(body)
      known.add(body.endpoint)
      return answer(listed())
    },
    remove(endpoint) {
      known.delete(endpoint)
      return answer(null)
    },
    test: () => Promise.resolve({ kind: 'later' }),
  }
  function subscription(key: string, number: number) {
    return {
      options: { applicationServerKey: Uint8Array.from(atob(key), (char) => char.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint: `https://push.example/${number}`, keys: { p256dh: 'p', auth: 'a' } }),
      async unsubscribe() {
        current = null
        return true
      },
    } as unknown as PushSubscription
  }
  const pushManager = {
    getSubscription: async () => current,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      made += 1
      current = subscription(applicationServerKey, made)
      return current
    },
  } as unknown as PushManager
  const stored: NotedSubscription[] = []
  const ports: KeepingPorts = {
    registration: { pushManager },
    calls,
    user: USER,
    noted: options.noted ?? null,
    device: {
      deviceId: sampleId<DeviceId>(1),
      deviceName: 'Chrome on Android',
      timeZone: 'Australia/Sydney',
      wording: 'full',
    },
    onStored: async (noted) => void stored.push(noted),
    within: 50,
  }
  return { ports, puts, known, stored, isSubscribed: () => current !== null, made: () => made }
}

const noted = (endpoint: string): NotedSubscription => ({ user: USER, endpoint, key: KEY })
const FIRST = 'https://push.example/1'

describe('keeping a device subscribed', () => {
  it('subscribes with the server’s key and tells the server', async () => {
    const { ports, puts, stored } = device()
    expect(await keepSubscribed(ports)).toEqual({ kind: 'on' })
    expect(puts).toMatchObject([{ endpoint: FIRST, keys: { p256dh: 'p', auth: 'a' }, wording: 'full' }])
    expect(stored).toEqual([noted(FIRST)])
  })

  it('leaves a subscription that is right as it is', async () => {
    const { ports, made } = device({ subscribedWith: KEY, knows: [FIRST], noted: noted(FIRST) })
    expect(await keepSubscribed(ports)).toEqual({ kind: 'on' })
    expect(made()).toBe(1)
  })

  it('R4.4 subscribes anew when the server has another key', async () => {
    const { ports, puts } = device({ subscribedWith: OTHER_KEY })
    await keepSubscribed(ports)
    expect(puts.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/2'])
  })

  it('R4.4 subscribes anew when the server let go of the subscription, whose push service called it gone', async () => {
    const { ports, puts } = device({ subscribedWith: KEY, noted: noted(FIRST) })
    await keepSubscribed(ports)
    expect(puts.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/2'])
  })

  it('keeps a subscription that another account of this browser had: it moves over (R4.2)', async () => {
    const { ports, puts } = device({ subscribedWith: KEY, noted: { ...noted(FIRST), user: 'user-2' } })
    await keepSubscribed(ports)
    expect(puts.map(({ endpoint }) => endpoint)).toEqual([FIRST])
  })

  it('R4.5 gives up on a push service that never answers', async () => {
    const { ports, puts } = device()
    const never = { ...ports.registration.pushManager, subscribe: () => new Promise(() => {}) }
    ports.registration = { pushManager: { ...never, getSubscription: async () => null } as never }
    expect(await keepSubscribed(ports)).toEqual({ kind: 'no-answer' })
    expect(puts).toEqual([])
  })

  it('R4.6 promises nothing when the server cannot push: the browser is not even asked', async () => {
    const { ports, made } = device()
    ports.calls = { ...ports.calls, key: async () => ({ kind: 'refused', sentence: 'No.' }) }
    expect(await keepSubscribed(ports)).toEqual({ kind: 'unavailable', sentence: 'No.' })
    expect(made()).toBe(0)
  })

  it('without an answer of the server changes nothing', async () => {
    const { ports, isSubscribed, made } = device({ subscribedWith: OTHER_KEY })
    ports.calls = { ...ports.calls, key: async () => ({ kind: 'later' }) }
    expect(await keepSubscribed(ports)).toEqual({ kind: 'waiting' })
    expect([isSubscribed(), made()]).toEqual([true, 1])
  })

  it('R4.3 ends in the browser at once, and is not done before the server knows', async () => {
    const { ports, isSubscribed, known } = device({
      subscribedWith: KEY,
      knows: [FIRST],
      noted: noted(FIRST),
    })
    const offline = { ...ports, calls: { ...ports.calls, remove: async () => ({ kind: 'later' }) as const } }
    expect(await endSubscribed(offline)).toBe(false)
    expect(isSubscribed()).toBe(false)
    expect(await endSubscribed(ports)).toBe(true)
    expect([...known]).toEqual([])
  })
})
