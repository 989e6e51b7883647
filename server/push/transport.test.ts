import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClock } from '../testing/clock.ts'
import { type ForcedAnswer, type TestPushService, testPushService } from '../testing/push-service.ts'
import { type PushTransport, pushTransport, type SendOptions } from './transport.ts'
import { newVapidKeys, vapid } from './vapid.ts'

const clock = testClock()
const keys = newVapidKeys()
const OPTIONS: SendOptions = { ttl: 900, urgency: 'high', topic: 'a-topic' }

let service: TestPushService
let transport: PushTransport
const transportTo = (extraService: string | undefined, timeLimit?: number) =>
  pushTransport({
    clock,
    vapid: vapid(keys, 'mailto:ann@example.org'),
    extraService,
    ...(timeLimit === undefined ? {} : { timeLimit }),
  })
beforeEach(async () => {
  service = await testPushService({ now: clock.now })
  transport = transportTo(service.origin)
})
afterEach(async () => {
  transport.close()
  await service.close()
})

const target = (applicationServerKey?: string) => {
  const { endpoint, keys } = service.subscribe(applicationServerKey)
  return { endpoint, ...keys }
}
const send = (text = 'hello', options = OPTIONS) => transport.send(target(), Buffer.from(text), options)

describe('R3.5 what is sent', () => {
  it('arrives encrypted for the subscription, signed, with TTL, Urgency and Topic', async () => {
    const to = target(transport.publicKey ?? '')
    expect(await transport.send(to, Buffer.from('Time to take Ramipril'), OPTIONS)).toEqual({
      kind: 'delivered',
      status: 201,
      retryAfter: null,
    })
    expect(service.refused).toEqual([])
    expect(service.received).toMatchObject([
      {
        endpoint: to.endpoint,
        text: 'Time to take Ramipril',
        ttl: 900,
        urgency: 'high',
        topic: 'a-topic',
        claims: { aud: service.origin, sub: 'mailto:ann@example.org' },
      },
    ])
  })

  it('needs no topic; a TTL is whole seconds and never below 0', async () => {
    await send('a', { ttl: 12.9, urgency: 'low' })
    await send('b', { ttl: -5, urgency: 'normal' })
    expect(service.received.map(({ ttl, topic, urgency }) => [ttl, topic, urgency])).toEqual([
      [12, null, 'low'],
      [0, null, 'normal'],
    ])
  })

  it('goes to the endpoint with its query, which is all that tells some subscriptions apart', async () => {
    const to = target()
    const asked: string[] = []
    service.answer = ({ endpoint }) => {
      asked.push(endpoint)
      return 201
    }
    await transport.send({ ...to, endpoint: `${to.endpoint}?token=a%3d%3d` }, Buffer.from('x'), OPTIONS)
    expect(asked).toEqual([`${to.endpoint}?token=a%3d%3d`])
  })

  it('goes over connections that are kept, with one token', async () => {
    for (let i = 0; i < 5; i += 1) await send()
    // A response is known a moment before its connection is free again.
    expect(service.connections()).toBeLessThanOrEqual(2)
    expect(new Set(service.received.map(({ authorization }) => authorization)).size).toBe(1)
  })
})

describe('R3.3 what becomes of a message', () => {
  it.each<[ForcedAnswer, string, number | null, number | null]>([
    [200, 'delivered', 200, null],
    [202, 'delivered', 202, null],
    [404, 'gone', 404, null],
    [410, 'gone', 410, null],
    [400, 'refused', 400, null],
    [401, 'refused', 401, null],
    [403, 'refused', 403, null],
    [413, 'refused', 413, null],
    [408, 'again', 408, null],
    [429, 'again', 429, null],
    [{ status: 429, headers: { 'retry-after': '120' } }, 'again', 429, 120_000],
    [{ status: 503, headers: { 'retry-after': 'Mon, 02 Mar 2026 09:00:30 GMT' } }, 'again', 503, 30_000],
    [{ status: 503, headers: { 'retry-after': 'Mon, 02 Mar 2026 08:00:00 GMT' } }, 'again', 503, 0],
    [{ status: 503, headers: { 'retry-after': 'soon' } }, 'again', 503, null],
    [500, 'again', 500, null],
    ['cut', 'again', null, null],
  ])('%j: %s', async (answer, kind, status, retryAfter) => {
    service.answer = () => answer
    expect(await send()).toEqual({ kind, status, retryAfter })
  })

  it('a push service that does not answer is waited for no longer than the time limit', async () => {
    service.answer = () => 'hang'
    transport.close()
    transport = transportTo(service.origin, 50)
    expect(await send()).toEqual({ kind: 'again', status: null, retryAfter: null })
  })

  it('a push service that cannot be reached: again', async () => {
    const to = target()
    await service.close()
    expect(await transport.send(to, Buffer.from('x'), OPTIONS)).toMatchObject({ kind: 'again', status: null })
    service = await testPushService({ now: clock.now })
  })

  it('a connection that was closed while it lay unused costs no message', async () => {
    await send('first')
    service.closeConnections()
    expect(await send('second')).toMatchObject({ kind: 'delivered' })
    expect(service.received.map(({ text }) => text)).toEqual(['first', 'second'])
  })

  it('an unusable key, and a text that is too long: refused, and nothing is asked', async () => {
    const to = target()
    const refused = { kind: 'refused', status: null, retryAfter: null, fault: expect.any(Error) }
    expect(await transport.send({ ...to, p256dh: 'AAAA' }, Buffer.from('x'), OPTIONS)).toEqual(refused)
    expect(await transport.send(to, Buffer.alloc(5000), OPTIONS)).toEqual(refused)
    expect(service.connections()).toBe(0)
  })
})

describe('R4.1 where it goes', () => {
  it('does not follow a redirect', async () => {
    const elsewhere = await testPushService()
    service.answer = () => ({ status: 307, headers: { location: `${elsewhere.origin}/push/x` } })
    expect(await send()).toEqual({ kind: 'refused', status: 307, retryAfter: null })
    expect(elsewhere.connections()).toBe(0)
    await elsewhere.close()
  })

  it('refuses an endpoint of no known service without asking it', async () => {
    const other = transportTo(undefined)
    expect(await other.send(target(), Buffer.from('x'), OPTIONS)).toEqual({
      kind: 'refused',
      status: null,
      retryAfter: null,
      fault: expect.any(Error),
    })
    expect(service.connections()).toBe(0)
    other.close()
  })

  it('sends nothing and has no key where there is nobody to write to', async () => {
    const mute = pushTransport({ clock, vapid: null, extraService: service.origin })
    expect(mute.publicKey).toBeNull()
    expect(await mute.send(target(), Buffer.from('x'), OPTIONS)).toMatchObject({ kind: 'refused' })
    mute.close()
  })
})
