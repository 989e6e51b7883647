// On both databases: LISTEN and NOTIFY.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import { CARRIED_ROWS, HEARTBEAT_MS, type Versions, versionsSchema } from '#domain/protocol/events.ts'
import { until } from '#tests/support/wait.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { serverMetrics } from '../metrics/metrics.ts'
import { type ChangeNotifications, localChangeNotifications } from '../sync/change-notifications.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { addPerson, on } from '../testing/people-of.ts'
import { NO_PUSH } from '../testing/push.ts'
import { users } from '../testing/tables.ts'
import { addMedication, doseBody, medicationBody, readLog, send } from '../testing/writes.ts'
import { createStreams } from './streams.ts'

let server: TestApp
let ada: Person
beforeEach(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

interface Listening {
  text: string
  ended: boolean
  error?: Error
  versions(): Versions[]
}

/** Opens a user's event stream and collects its messages. */
async function listen(person: Person, app: TestApp['app'] = server.app, url = '/api/events'): Promise<Listening> {
  const headers = { cookie: person.cookie }
  const answer = await app.inject({ url, headers, payloadAsStream: true })
  if (answer.statusCode !== 200) throw new Error(`listening answered ${answer.statusCode}`)
  const stream: Readable = answer.stream()
  const heard: Listening = {
    text: '',
    ended: false,
    versions: () =>
      [...heard.text.matchAll(/^event: versions\ndata: (.*)\n\n/gm)].map(([, data]) =>
        versionsSchema.parse(JSON.parse(String(data))),
      ),
  }
  stream.on('data', (chunk) => {
    heard.text += String(chunk)
  })
  stream.on('error', (error) => {
    heard.error = error
  })
  stream.on('end', () => {
    heard.ended = true
  })
  await until(() => heard.versions().length > 0, { what: 'the first versions' })
  return heard
}

const seqs = (heard: Listening) => heard.versions().map(({ seq }) => seq)

describe('GET /api/events', () => {
  it('is not asked for by HEAD, which would hold a stream that nobody reads', async () => {
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => ada.inject({ method: 'HEAD', url: '/api/events' })),
    )
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    expect((await listen(ada)).versions()).toHaveLength(1)
  })

  it('asks to reconnect after 3 seconds and says the versions on connecting', async () => {
    const { id } = await addMedication(ada)
    await send(ada, 'POST', '/api/doses', doseBody(id))
    const heard = await listen(ada)
    expect(heard.text.startsWith('retry: 3000\n\n')).toBe(true)
    const epoch = (await ada.inject('/api/medications')).headers['dosewell-epoch']
    expect(heard.versions()).toEqual([
      {
        user: ada.user.id,
        epoch,
        seq: 2,
        medications: 1,
        appointments: 0,
        prescriptions: 0,
        documents: 0,
        doses: 2,
        supply: 0,
        profile: 0,
      },
    ])
  })

  it('S15.2 is about everybody the account may see if it asks for that, and otherwise about one person', async () => {
    const mia = await addPerson(ada, { name: 'Mia' })
    const bob = await asAdult(server, 'bob@example.org')
    const bobs = await addPerson(bob, { name: 'Opa' })
    const [everyone, own] = [await listen(ada, server.app, '/api/events?everyone=1'), await listen(ada)]
    const seen = (heard: Listening) => new Set(heard.versions().map(({ user }) => user))
    expect([seen(everyone), seen(own)]).toEqual([new Set([ada.user.id, mia.id]), new Set([ada.user.id])])
    const before = everyone.versions().length
    await addMedication(on(ada, mia))
    await addMedication(on(bob, bobs))
    await until(() => everyone.versions().length > before, { what: 'what changed for Mia' })
    expect(everyone.versions().at(-1)).toMatchObject({ user: mia.id, medications: 1 })
    expect([seen(everyone), seen(own)]).toEqual([new Set([ada.user.id, mia.id]), new Set([ada.user.id])])
  })

  it('S9.2 a change notification says at which commit the name or the plan zone changed last', async () => {
    const heard = await listen(ada)
    const { seq } = heard.versions()[0] ?? { seq: Number.NaN }
    await send(ada, 'PATCH', '/api/user/profile', { firstName: 'Ada' })
    const { id } = await addMedication(ada)
    await until(() => heard.versions().length === 3, { what: 'the change notifications of both writes' })
    expect(heard.versions().map(({ profile }) => profile)).toEqual([expect.any(Number), seq + 1, seq + 1])
    await send(ada, 'DELETE', `/api/medications/${id}`)
  })

  it('S4.6 a change notification carries the dose events of its commit, and where the log was before', async () => {
    const { id } = await addMedication(ada)
    const heard = await listen(ada)
    const alone = (await send(ada, 'POST', '/api/doses', doseBody(id))).json()
    await until(() => seqs(heard).includes(2))
    const calls = [1, 2].map(() => ({
      ...{ key: randomUUID(), method: 'POST', path: '/api/doses' },
      body: doseBody(id),
    }))
    await send(ada, 'POST', '/api/batch', { calls })
    await until(() => seqs(heard).includes(4))
    const log = await readLog(ada)
    expect(log).toHaveLength(3)
    expect(heard.versions().map(({ log }) => log)).toEqual([
      undefined,
      { since: 0, events: [alone] },
      { since: 2, events: log.slice(1) },
    ])
  })

  it('S4.6 a change notification carries nothing of a long commit, and nothing of a change to a medication', async () => {
    const heard = await listen(ada)
    const { id } = await addMedication(ada)
    const calls = Array.from({ length: CARRIED_ROWS + 1 }, () => ({
      ...{ key: randomUUID(), method: 'POST', path: '/api/doses' },
      body: doseBody(id),
    }))
    await send(ada, 'POST', '/api/batch', { calls })
    await until(() => seqs(heard).includes(CARRIED_ROWS + 2))
    expect(heard.versions().map(({ log }) => log)).toEqual([undefined, undefined, undefined])
  })

  it('is an event stream that nobody stores or buffers, with the headers of every answer', async () => {
    const headers = { cookie: ada.cookie }
    const answer = await server.app.inject({ url: '/api/events', headers, payloadAsStream: true })
    answer.stream().destroy()
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'dosewell-user': ada.user.id,
      'dosewell-seq': '0',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('says the versions after every commit of the user, alone or in a batch, from any session', async () => {
    const heard = await listen(ada)
    const other = await signIn(server, 'ada@example.org')
    const { id } = await addMedication(other)
    await send(other, 'POST', '/api/doses', doseBody(id))
    const call = {
      key: crypto.randomUUID(),
      method: 'POST',
      path: '/api/medications',
      body: medicationBody(),
    }
    await send(ada, 'POST', '/api/batch', { calls: [call] })
    await send(ada, 'DELETE', `/api/medications/${id}`)
    await until(() => heard.versions().at(-1)?.seq === 4)
    expect(heard.versions().map(({ seq, medications, doses }) => [seq, medications, doses])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [2, 1, 2],
      [3, 2, 2],
      [4, 3, 2],
    ])
  })

  it('says nothing of a refused or repeated write, and nothing of other users', async () => {
    const body = medicationBody()
    const key = crypto.randomUUID()
    await send(ada, 'POST', '/api/medications', body, key)
    const heard = await listen(ada)
    const bob = await asAdult(server, 'bob@example.org')
    await addMedication(bob)
    await send(ada, 'POST', '/api/medications', body, key)
    await send(ada, 'POST', '/api/medications', medicationBody({ name: '' }))
    await addMedication(ada)
    await until(() => seqs(heard).includes(2))
    expect(heard.versions().map(({ user, seq }) => [user, seq])).toEqual([
      [ada.user.id, 1],
      [ada.user.id, 2],
    ])
  })

  it('holds at most 10 connections of a user; a device that goes away makes room', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const leave = new AbortController()
    const connect = (person: Person, signal: AbortSignal = AbortSignal.timeout(15_000)) =>
      fetch(`${address}/api/events`, { headers: { cookie: person.cookie }, signal })
    const first = await connect(ada, leave.signal)
    for (let open = 1; open < 10; open += 1) expect((await connect(ada)).status).toBe(200)
    const refused = await connect(ada)
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await connect(await asAdult(server, 'bob@example.org'))).status).toBe(200)
    expect(first.status).toBe(200)
    leave.abort()
    await until(async () => (await connect(ada)).status === 200, { what: 'room' })
  })

  it('ends when the session signs out, and leaves the user’s other sessions open', async () => {
    const other = await signIn(server, 'ada@example.org')
    const [mine, theirs] = [await listen(ada), await listen(other)]
    await ada.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
    await until(() => mine.ended, { what: 'the end of the signed-out stream' })
    await addMedication(other)
    await until(() => seqs(theirs).includes(1))
    expect(theirs.ended).toBe(false)
    expect(seqs(mine)).toEqual([0])
  })
})

describe('on every heartbeat', () => {
  let beating: TestApp
  let eve: Person
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    beating = await testApp()
    eve = await asAdult(beating, 'eve@example.org')
  })
  afterEach(() => beating.close())

  it('S9.2 says the versions again, as the database has them', async () => {
    const heard = await listen(eve, beating.app)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await until(() => heard.versions().length === 2, { what: 'the heartbeat' })
    expect(seqs(heard)).toEqual([0, 0])
  })

  it('S9.2 says them also beside an account whose row cannot be shown whole', async () => {
    const heard = await listen(eve, beating.app)
    const odd = await asAdult(beating, 'odd@example.org')
    await listen(odd, beating.app)
    const row = { subscriptionEndsAt: new Date(Date.UTC(2300, 0, 1)), timeZone: 'Mars/Olympus' }
    await beating.db.update(users).set(row).where(eq(users.id, odd.user.id))
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await until(() => heard.versions().length === 2, { what: 'the heartbeat' })
  })

  it('ends the stream of someone who may not use health data any more, since change notifications carry some', async () => {
    const heard = await listen(eve, beating.app)
    const withdrawn = {
      parentalConsentRequired: true,
      parentalConsentGiven: false,
      dateOfBirth: '2011-06-01',
    }
    await beating.db.update(users).set(withdrawn).where(eq(users.id, eve.user.id))
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await until(() => heard.ended, { what: 'the end of the stream' })
    expect(seqs(heard)).toEqual([0])
  })

  it('ends the stream of a session that lapsed', async () => {
    const heard = await listen(eve, beating.app)
    beating.clock.advance(181 * 86_400_000)
    vi.advanceTimersByTime(HEARTBEAT_MS)
    await until(() => heard.ended, { what: 'the end of the lapsed stream' })
    expect(seqs(heard)).toEqual([0])
  })
})

it('a stream that has ended says nothing more, whatever is said before its reader has come to the end', async () => {
  const heard = await listen(ada)
  const before = heard.text
  const versions = { ...(heard.versions()[0] as Versions), seq: 7 }
  server.changeNotifications.publish({ kind: 'all-sessions-ended', userId: ada.user.id })
  server.changeNotifications.publish({ kind: 'versions', versions })
  server.changeNotifications.publish({ kind: 'all-sessions-ended', userId: ada.user.id })
  await until(() => heard.ended || heard.error, { what: 'the end of the stream' })
  expect([heard.error, heard.text]).toEqual([undefined, before])
})

it('a stream whose session ends while it is being opened has an end, and says nothing', async () => {
  const db = new Proxy(server.db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target)
      if (name === 'select') server.changeNotifications.publish({ kind: 'all-sessions-ended', userId: ada.user.id })
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const { config, clock, facts, changeNotifications } = server
  const streams = createStreams({ config, db, clock, facts, changeNotifications, metrics: serverMetrics() })
  const stream = await streams.open({ people: [ada.user.id], accountId: ada.user.id, sessionId: randomUUID() })
  streams.close()
  expect(await text(stream as Readable)).toBe('retry: 3000\n\n')
})

it('ending all sessions of an account ends its streams', async () => {
  const changeNotifications = localChangeNotifications()
  const ended: string[] = []
  changeNotifications.listen((notification) => ended.push(notification.kind))
  await endAllSessions({ db: server.db, clock: server.clock, changeNotifications, journal: NO_JOURNAL }, ada.user.id)
  expect(ended).toEqual(['all-sessions-ended'])
  expect((await ada.inject('/api/medications')).statusCode).toBe(401)
})

it('a server that closes ends its streams and does not wait for their readers', async () => {
  const own = await testApp()
  const eve = await asAdult(own, 'eve@example.org')
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${address}/api/events`, { headers: { cookie: eve.cookie } })
  expect(answer.status).toBe(200)
  const text = answer.text()
  await own.close()
  expect(await text).toContain('event: versions')
})

const anotherServer = (changeNotifications?: ChangeNotifications) =>
  buildApp({
    ...(changeNotifications ? { changeNotifications } : {}),
    config: server.config,
    db: server.db,
    clock: server.clock,
    mailer: { destination: '', send: async () => undefined },
    push: NO_PUSH,
    journal: NO_JOURNAL,
    blobs: memoryBlobs(),
  })

// Only PostgreSQL can be shared by servers.
if (process.env.TEST_DATABASE === 'postgres') {
  const endListening = async (): Promise<number> => {
    const { rows } = (await server.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
    )) as unknown as { rows: unknown[] }
    return rows.length
  }

  it('a server that listens again says what it did not hear meanwhile, before the next heartbeat', async () => {
    const mute = await anotherServer(localChangeNotifications())
    try {
      const heard = await listen(ada)
      const { headers } = await ada.inject('/api/medications')
      expect(headers['dosewell-seq']).toBe('0')
      const written = await mute.inject({
        method: 'POST',
        url: '/api/medications',
        headers: { cookie: ada.cookie },
        payload: medicationBody(),
      })
      expect(written.statusCode).toBe(201)
      await until(async () => (await endListening()) === 1, { what: 'a listening connection to end' })
      await until(() => seqs(heard).includes(1), { what: 'what was missed' })
    } finally {
      await mute.close()
    }
  })

  it('what is on the channel and no letter of ours is passed over', async () => {
    const { id } = await addMedication(ada)
    const other = await anotherServer()
    try {
      const heard = await listen(ada, other)
      const strange = ['', 'null', '7', '{"from":"x"}', '{"from":"x","poke":{"kind":"versions"}}']
      for (const message of [...strange, '{"from":"x","poke":{"kind":"versions","versions":{"user":1}}}']) {
        await server.db.execute(sql`select pg_notify('dosewell_pokes', ${message})`)
      }
      await until(async () => {
        const { seq } = (await send(ada, 'POST', '/api/doses', doseBody(id))).json()
        return seqs(heard).some((said) => said >= seq - 1)
      })
    } finally {
      await other.close()
    }
  })

  it('two servers on one PostgreSQL hear each other again after their listening connections broke', async () => {
    const other = await anotherServer()
    try {
      const heard = await listen(ada, other)
      const hearNext = () =>
        until(async () => {
          const { seq } = (await send(ada, 'POST', '/api/doses', doseBody(id))).json()
          return seqs(heard).some((said) => said >= seq - 1)
        })
      const { id } = await addMedication(ada)
      await hearNext()
      expect(await endListening()).toBe(2)
      const { seq } = (await send(ada, 'POST', '/api/doses', doseBody(id))).json()
      await hearNext()
      expect(Math.max(...seqs(heard))).toBeGreaterThan(seq - 1)
    } finally {
      await other.close()
    }
  })

  it('S4.6 a change notification carries its rows to other servers, and leaves those out that no notification can hold', async () => {
    const other = await anotherServer()
    try {
      const { id } = await addMedication(ada)
      const heard = await listen(ada, other)
      const carried = () => heard.versions().flatMap(({ log }) => log?.events ?? [])
      // Listening may only begin after the first commits.
      await until(async () => {
        await send(ada, 'POST', '/api/doses', doseBody(id))
        return carried().length > 0
      })
      const note = '…'.repeat(500)
      const calls = Array.from({ length: 10 }, () => ({
        ...{ key: randomUUID(), method: 'POST', path: '/api/doses' },
        body: doseBody(id, { note }),
      }))
      const { results } = (await send(ada, 'POST', '/api/batch', { calls })).json<BatchAnswer>()
      await until(() => seqs(heard).includes(results.at(-1)?.seq ?? 0))
      expect(carried().filter((event) => event.note === note)).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('two servers on one PostgreSQL hear each other’s commits and sign-outs', async () => {
    const other = await anotherServer()
    try {
      const heard = await listen(ada, other)
      // Listening may only begin after the first commits; later change notifications must arrive.
      await until(async () => {
        await addMedication(ada)
        return seqs(heard).some((seq) => seq > 0)
      })
      await ada.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
      await until(() => heard.ended, { what: 'the end of the stream on the other server' })
    } finally {
      await other.close()
    }
  })
}
