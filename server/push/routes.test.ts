import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushDevice, PushTestAnswer, PutSubscriptionBody } from '#domain/protocol/push.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { LIMITS } from '../http/plugins/rate-limit.ts'
import { localChangeNotifications } from '../sync/change-notifications.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { subscriptionBody } from '../testing/push.ts'
import { type TestPushService, testPushService } from '../testing/push-service.ts'
import { pushSends, pushSubscriptions, sessions, users } from '../testing/tables.ts'
import { newSendId, purgeSends } from './sends.ts'

const DAY = 86_400_000

let service: TestPushService
let server: TestApp
let ada: Person
let number = 0
beforeAll(async () => {
  const clock = { now: () => server.clock.now() }
  service = await testPushService(clock)
  server = await testApp({ environment: { PUSH_SERVICE: service.origin } })
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  number += 1
  ada = await asAdult(server, `ada${number}@example.org`)
  service.received.length = 0
  server.erasures.length = 0
})
afterEach(() => {
  service.answer = null
  expect(service.refused).toEqual([])
})

const put = (person: Person, body: unknown) =>
  person.inject({ method: 'PUT', url: '/api/push/subscription', payload: body as object })
const devices = async (person: Person): Promise<PushDevice[]> =>
  (await person.inject('/api/push/subscription')).json().devices
const remove = (person: Person, endpoint: string) =>
  person.inject({ method: 'DELETE', url: '/api/push/subscription', payload: { endpoint } })
const test = (person: Person, endpoint: string) =>
  person.inject({ method: 'POST', url: '/api/push/test', payload: { endpoint } })
/** As the worker reports, without a session. */
const report = (id: string) => server.inject({ method: 'POST', url: '/api/push/receipt', payload: { id } })
const rowAt = async (endpoint: string) =>
  (await server.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)))[0]
const sendOf = async (id: string) => (await server.db.select().from(pushSends).where(eq(pushSends.id, id)))[0]
const signOut = (person: Person) => person.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })

/** Saves a subscription, which must be accepted; at the local push service unless the fields say otherwise. */
async function subscribe(person: Person, fields: Partial<PutSubscriptionBody> = {}): Promise<PutSubscriptionBody> {
  const body = subscriptionBody({ ...service.subscribe(server.push.publicKey ?? ''), ...fields })
  const answer = await put(person, body)
  if (answer.statusCode !== 200) throw new Error(`subscribing answered ${answer.statusCode}: ${answer.body}`)
  return body
}

describe('GET /api/push/key', () => {
  it('is the public key of the server, the same after a restart', async () => {
    const { key } = (await ada.inject('/api/push/key')).json()
    const point = Buffer.from(key, 'base64url')
    expect([point.length, point[0]]).toEqual([65, 4])
    await server.restart()
    expect((await ada.inject('/api/push/key')).json()).toEqual({ key })
  })
})

describe('PUT /api/push/subscription', () => {
  it('R4.2 stores the device and answers the account’s devices', async () => {
    const body = subscriptionBody({ deviceName: 'Pixel', wording: 'discreet', timeZone: 'Asia/Kathmandu' })
    const answer = await put(ada, body)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      devices: [
        {
          endpoint: body.endpoint,
          deviceId: body.deviceId,
          deviceName: 'Pixel',
          timeZone: 'Asia/Kathmandu',
          wording: 'discreet',
          since: new Date(server.clock.now()).toISOString(),
          lastSentAt: null,
          lastShownAt: null,
          medianDelay: null,
        },
      ],
    })
    expect(await devices(ada)).toEqual(answer.json().devices)
  })

  it('renews what is there: new keys, name, zone and wording, the same beginning', async () => {
    const body = await subscribe(ada)
    const before = await rowAt(body.endpoint)
    server.clock.advance(1000)
    const changed = subscriptionBody({
      endpoint: body.endpoint,
      deviceId: body.deviceId,
      deviceName: 'My phone',
      wording: 'discreet',
    })
    await put(ada, changed)
    const after = await rowAt(body.endpoint)
    expect(after).toEqual({
      ...before,
      ...changed.keys,
      deviceName: 'My phone',
      wording: 'discreet',
      seenAt: new Date(server.clock.now()),
    })
  })

  it('R4.4 a new endpoint of the same device replaces its old one', async () => {
    const deviceId = subscriptionBody().deviceId
    await subscribe(ada, { deviceId })
    const renewed = await subscribe(ada, { deviceId })
    expect((await devices(ada)).map(({ endpoint }) => endpoint)).toEqual([renewed.endpoint])
  })

  it('R4.4 a new endpoint of the same device is the same subscription: its beginning, proof and warning stay', async () => {
    const deviceId = subscriptionBody().deviceId
    const { endpoint } = await subscribe(ada, { deviceId })
    const seen = new Date(server.clock.now())
    const said = { lastSentAt: seen, lastShownAt: seen, warnedAt: seen }
    await server.db.update(pushSubscriptions).set(said).where(eq(pushSubscriptions.endpoint, endpoint))
    const before = await rowAt(endpoint)
    server.clock.advance(DAY)
    const renewed = await subscribe(ada, { deviceId })
    expect(await rowAt(renewed.endpoint)).toMatchObject({ ...said, createdAt: before?.createdAt })
    const another = await subscribe(ada)
    const bob = await asAdult(server, `bob${number}@example.org`)
    const others = await subscribe(bob, { deviceId })
    const none = { lastSentAt: null, lastShownAt: null, warnedAt: null, createdAt: new Date(server.clock.now()) }
    expect(await rowAt(another.endpoint)).toMatchObject(none)
    expect(await rowAt(others.endpoint)).toMatchObject(none)
  })

  it('R4.2 an endpoint belongs to one account at a time: the last one that subscribed, with nothing of the other', async () => {
    const bob = await asAdult(server, `bob${number}@example.org`)
    const body = await subscribe(ada)
    const before = await rowAt(body.endpoint)
    const { id } = (await test(ada, body.endpoint)).json<PushTestAnswer>()
    await report(id)
    expect((await put(bob, body)).statusCode).toBe(200)
    expect(await devices(ada)).toEqual([])
    expect(await devices(bob)).toMatchObject([
      { endpoint: body.endpoint, lastSentAt: null, lastShownAt: null, medianDelay: null },
    ])
    expect((await rowAt(body.endpoint))?.id).not.toBe(before?.id)
    expect(await sendOf(id)).toMatchObject({ userId: ada.user.id, subscriptionId: null })
    expect(server.erasures).toMatchObject([{ kind: 'subscription', id: before?.id }])
  })

  it('R4.2 two accounts that subscribe one endpoint at the same moment: one has it', async () => {
    const bob = await asAdult(server, `bob${number}@example.org`)
    const body = subscriptionBody()
    const answers = await Promise.all([put(ada, body), put(bob, body), put(ada, body)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await devices(ada)).length + (await devices(bob)).length).toBe(1)
  })

  it('R4.2 the eleventh device makes the one that was not seen for longest go', async () => {
    const bodies: PutSubscriptionBody[] = []
    for (let i = 0; i < 10; i += 1) {
      bodies.push(await subscribe(ada))
      server.clock.advance(1000)
    }
    const [first, second] = bodies.map(({ endpoint }) => endpoint)
    await put(ada, bodies[0])
    server.clock.advance(1000)
    const eleventh = await subscribe(ada)
    const left = (await devices(ada)).map(({ endpoint }) => endpoint)
    expect(left).toHaveLength(10)
    expect(left.slice(0, 2)).toEqual([eleventh.endpoint, first])
    expect(left).not.toContain(second)
  })

  const { keys } = subscriptionBody()
  it.each<[string, string, Record<string, unknown>]>([
    ['an endpoint of no known push service', 'endpoint', { endpoint: 'https://evil.example/x' }],
    ['one that only looks known', 'endpoint', { endpoint: 'https://fcm.googleapis.com.evil.example/x' }],
    ['one by http', 'endpoint', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['the machine itself', 'endpoint', { endpoint: 'https://127.0.0.1/x' }],
    ['no address', 'endpoint', { endpoint: 'here' }],
    ['an endless one', 'endpoint', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
    ['letters of which one is many bytes', 'endpoint', { endpoint: `https://fcm.googleapis.com/${'药'.repeat(900)}` }],
    ['a key that is not on the curve', 'keys', { keys: { ...keys, p256dh: `BA${'A'.repeat(85)}` } }],
    ['a key of another length', 'keys.p256dh', { keys: { ...keys, p256dh: 'AAAA' } }],
    ['a secret of another length', 'keys.auth', { keys: { ...keys, auth: 'AAAA' } }],
    ['no device', 'deviceId', { deviceId: 'phone' }],
    ['a device without a name', 'deviceName', { deviceName: '' }],
    ['a zone that does not exist', 'timeZone', { timeZone: 'Mars/Olympus' }],
    ['a wording that does not exist', 'wording', { wording: 'loud' }],
  ])('R4.1 refuses %s with 400 and the field', async (_what, field, fields) => {
    const answer = await put(ada, { ...subscriptionBody(), ...fields })
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([400, 'invalid', field])
    expect(await devices(ada)).toEqual([])
  })

  it('refuses fields it does not know, as `expirationTime` with a value would be one', async () => {
    const answer = await put(ada, { ...subscriptionBody(), expirationTime: 1 })
    expect(answer.statusCode).toBe(400)
  })
})

describe('GET /api/push/subscription', () => {
  it('shows nobody the devices of another account', async () => {
    await subscribe(ada)
    const bob = await asAdult(server, `bob${number}@example.org`)
    expect(await devices(bob)).toEqual([])
  })

  it('R5.4 knows the median delay of the last 20 messages that were shown', async () => {
    const { endpoint } = await subscribe(ada)
    const row = await rowAt(endpoint)
    const sent = (minute: number, delay: number | null) => {
      const at = server.clock.now() + minute * 60_000
      return {
        id: newSendId((length) => crypto.getRandomValues(new Uint8Array(length))),
        userId: ada.user.id,
        subscriptionId: row?.id ?? null,
        kind: 'reminder' as const,
        tag: 'x',
        slotIds: [],
        dueAt: new Date(at),
        expiresAt: new Date(at),
        claimedAt: new Date(at),
        outcome: 'delivered' as const,
        sentAt: new Date(at),
        shownAt: delay === null ? null : new Date(at + delay),
      }
    }
    const old = Array.from({ length: 5 }, (_, minute) => sent(minute, 60_000))
    const recent = Array.from({ length: 20 }, (_, i) => sent(10 + i, i < 10 ? 1000 : 1500))
    await server.db.insert(pushSends).values([...old, ...recent, sent(40, null)])
    expect(await devices(ada)).toMatchObject([{ endpoint, medianDelay: 1250 }])
  })
})

describe('DELETE /api/push/subscription', () => {
  it('ends it: gone from the list, tests answer 404, a repeated one too', async () => {
    const { endpoint } = await subscribe(ada)
    const kept = await subscribe(ada)
    expect((await remove(ada, endpoint)).statusCode).toBe(204)
    expect((await devices(ada)).map((device) => device.endpoint)).toEqual([kept.endpoint])
    for (const again of [await remove(ada, endpoint), await test(ada, endpoint)])
      expect([again.statusCode, again.json().code]).toEqual([404, 'not_found'])
  })

  it('leaves that of another account alone', async () => {
    const { endpoint } = await subscribe(ada)
    const bob = await asAdult(server, `bob${number}@example.org`)
    expect((await remove(bob, endpoint)).statusCode).toBe(404)
    expect(await devices(ada)).toHaveLength(1)
  })

  it('works for who may not use health data any more, and needs a session', async () => {
    const { endpoint } = await subscribe(ada)
    const url = '/api/push/subscription'
    expect((await server.inject({ method: 'DELETE', url, payload: { endpoint } })).statusCode).toBe(401)
    await server.db
      .update(users)
      .set({ dateOfBirth: '2012-01-01', parentalConsentRequired: true })
      .where(eq(users.id, ada.user.id))
    expect((await remove(ada, endpoint)).statusCode).toBe(204)
  })
})

describe('R4.3 what ends a subscription', () => {
  it('signing out ends that of this session, and no other', async () => {
    const second = await signIn(server, ada.email)
    const mine = await subscribe(ada)
    const theirs = await subscribe(second)
    await signOut(ada)
    expect((await devices(second)).map(({ endpoint }) => endpoint)).toEqual([theirs.endpoint])
    expect(await rowAt(mine.endpoint)).toBeUndefined()
  })

  it('a subscription that a later session renewed ends with that one', async () => {
    const body = await subscribe(ada)
    const second = await signIn(server, ada.email)
    await put(second, body)
    await signOut(ada)
    expect(await devices(second)).toHaveLength(1)
    await signOut(second)
    expect(await rowAt(body.endpoint)).toBeUndefined()
  })

  it('ending all sessions of an account ends all of its', async () => {
    const bob = await asAdult(server, `bob${number}@example.org`)
    for (const person of [ada, ada, bob]) await subscribe(person)
    const changeNotifications = localChangeNotifications()
    await endAllSessions({ db: server.db, clock: server.clock, changeNotifications, journal: NO_JOURNAL }, ada.user.id)
    const left = await server.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, ada.user.id))
    expect(left).toEqual([])
    expect(await devices(bob)).toHaveLength(1)
  })

  it('a session that lapsed does not', async () => {
    const body = await subscribe(ada)
    await server.db
      .update(sessions)
      .set({ expiresAt: new Date(server.clock.now()) })
      .where(eq(sessions.userId, ada.user.id))
    expect((await ada.inject('/api/push/subscription')).statusCode).toBe(401)
    expect(await devices(await signIn(server, ada.email))).toMatchObject([{ endpoint: body.endpoint }])
  })
})

describe('POST /api/push/test', () => {
  it('arrives at once, encrypted for the device, and is on record as delivered', async () => {
    const { endpoint } = await subscribe(ada)
    const answer = await test(ada, endpoint)
    expect(answer.statusCode).toBe(200)
    const { id, outcome } = answer.json<PushTestAnswer>()
    expect(outcome).toBe('delivered')
    const [push] = service.received
    expect(push).toMatchObject({ endpoint, ttl: 300, urgency: 'high', topic: 'test' })
    const { notification } = JSON.parse(push?.text ?? '')
    expect(notification).toMatchObject({
      title: 'Test reminder',
      navigate: `${server.config.PUBLIC_URL}/settings/reminders`,
      data: { id, kind: 'test', user: ada.user.id, wording: 'full' },
    })
    const sentAt = new Date(server.clock.now())
    expect(await sendOf(id)).toMatchObject({
      kind: 'test',
      outcome: 'delivered',
      status: 201,
      attempts: 1,
      sentAt,
    })
    expect(await devices(ada)).toMatchObject([{ lastSentAt: sentAt.toISOString(), lastShownAt: null }])
  })

  it('R3.7 is worded as the reminders of that device are', async () => {
    const { endpoint } = await subscribe(ada, { wording: 'discreet' })
    await test(ada, endpoint)
    const { notification } = JSON.parse(service.received[0]?.text ?? '')
    expect([notification.title, notification.data.wording]).toEqual(['You have a reminder', 'discreet'])
  })

  it.each([
    [410, 'gone', 0],
    [404, 'gone', 0],
    [403, 'refused', 1],
    [429, 'failed', 1],
    [503, 'failed', 1],
  ] as const)('R3.3 answered %i by the push service: %s, and %i devices left', async (status, outcome, left) => {
    const { endpoint } = await subscribe(ada)
    service.answer = () => status
    const { id, ...answer } = (await test(ada, endpoint)).json<PushTestAnswer>()
    expect(answer).toEqual({ outcome })
    expect(await sendOf(id)).toMatchObject({ outcome, status, sentAt: null })
    expect(await devices(ada)).toHaveLength(left)
  })

  it('sends nothing to the device of another account', async () => {
    const { endpoint } = await subscribe(ada)
    const bob = await asAdult(server, `bob${number}@example.org`)
    expect((await test(bob, endpoint)).statusCode).toBe(404)
    expect(service.received).toEqual([])
  })
})

describe('POST /api/push/receipt', () => {
  it('R5.4 needs no session, counts once, and is the proof of delivery', async () => {
    const { endpoint } = await subscribe(ada)
    const { id } = (await test(ada, endpoint)).json<PushTestAnswer>()
    server.clock.advance(800)
    const shownAt = new Date(server.clock.now())
    expect((await report(id)).statusCode).toBe(204)
    server.clock.advance(60_000)
    expect((await report(id)).statusCode).toBe(204)
    expect(await sendOf(id)).toMatchObject({ shownAt })
    expect(await devices(ada)).toMatchObject([{ lastShownAt: shownAt.toISOString(), medianDelay: 800 }])
  })

  it('R5.4 of an older message does not take back the last proof', async () => {
    const { endpoint } = await subscribe(ada)
    const ids: string[] = []
    for (let i = 0; i < 2; i += 1) ids.push((await test(ada, endpoint)).json<PushTestAnswer>().id)
    const [first = '', second = ''] = ids
    await report(first)
    server.clock.advance(1000)
    await report(second)
    const shown = new Date(server.clock.now()).toISOString()
    await report(first)
    expect(await devices(ada)).toMatchObject([{ lastShownAt: shown }])
  })

  it('R3.3 makes a message delivered of which the server knows nothing more', async () => {
    const { endpoint } = await subscribe(ada)
    const { id } = (await test(ada, endpoint)).json<PushTestAnswer>()
    await server.db
      .update(pushSends)
      .set({ outcome: 'pending', sentAt: null, status: null })
      .where(eq(pushSends.id, id))
    const claimedAt = new Date(server.clock.now())
    server.clock.advance(300)
    await report(id)
    expect(await sendOf(id)).toMatchObject({ outcome: 'delivered', sentAt: claimedAt })
    expect(await devices(ada)).toMatchObject([{ medianDelay: 300 }])
    await server.db.update(pushSends).set({ outcome: 'expired' }).where(eq(pushSends.id, id))
    await report(id)
    expect((await sendOf(id))?.outcome).toBe('expired')
  })

  it('is taken when the device is not subscribed any more', async () => {
    const { endpoint } = await subscribe(ada)
    const { id } = (await test(ada, endpoint)).json<PushTestAnswer>()
    await remove(ada, endpoint)
    expect((await report(id)).statusCode).toBe(204)
  })

  it('answers 404 to an id that was never sent, 400 to what is none, 403 to another site', async () => {
    expect((await report('A'.repeat(22))).statusCode).toBe(404)
    expect((await report(randomUUID())).statusCode).toBe(400)
    const foreign = await server.inject({
      method: 'POST',
      url: '/api/push/receipt',
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: { id: 'A'.repeat(22) },
    })
    expect(foreign.statusCode).toBe(403)
  })
})

it('what was sent is forgotten after 14 days', async () => {
  const { endpoint } = await subscribe(ada)
  const { id: old } = (await test(ada, endpoint)).json<PushTestAnswer>()
  server.clock.advance(1000)
  const { id: young } = (await test(ada, endpoint)).json<PushTestAnswer>()
  await purgeSends(server.db, server.clock.now() + 14 * DAY)
  expect([await sendOf(old), (await sendOf(young))?.id]).toEqual([undefined, young])
})

describe('limits', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await testApp({ environment: { RATE_LIMIT_SCALE: '1' } })
  })
  afterAll(() => strict.close())

  it('refuses too many tests of one device with 429', async () => {
    const eve = await asAdult(strict, 'eve@example.org')
    const { endpoint } = subscriptionBody()
    for (let i = 0; i < 10; i += 1) expect((await test(eve, endpoint)).statusCode).toBe(404)
    const refused = await test(eve, endpoint)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('refuses too many receipts of one address with 429', async () => {
    const receipt = () => strict.inject({ method: 'POST', url: '/api/push/receipt', payload: { id: 'A'.repeat(22) } })
    for (let i = 0; i < LIMITS.pushReceipt.max; i += 1) expect((await receipt()).statusCode).toBe(404)
    expect((await receipt()).statusCode).toBe(429)
  })
})

describe('a server without an address for push services to write to', () => {
  let mute: TestApp
  beforeAll(async () => {
    mute = await testApp({ environment: { VAPID_SUBJECT: '' } })
  })
  afterAll(() => mute.close())

  it('R4.6 answers 503 push_unavailable to everything that would push, and still lets devices go', async () => {
    const eve = await asAdult(mute, 'eve@example.org')
    const body = subscriptionBody()
    const answers = [await eve.inject('/api/push/key'), await put(eve, body), await test(eve, body.endpoint)]
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([503, 'push_unavailable'])
    expect(await devices(eve)).toEqual([])
    expect((await remove(eve, body.endpoint)).statusCode).toBe(404)
  })
})
