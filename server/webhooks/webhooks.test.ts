// On both databases: the claim and the array of scopes are the database's own.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { Webhook } from '#domain/protocol/webhooks.ts'
import { applyErasures } from '../erasure/erasures.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import * as schema from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, type Json, send, supplyBody } from '../testing/writes.ts'
import { type WebhookTransport, webhookTransport } from './transport.ts'
import { GIVEN_UP_AFTER, type WebhookWorker, webhookWorker } from './worker.ts'

interface Received {
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks. It answers `answer`: a status, or nothing at all. */
let receiver: http.Server
let origin: string
let received: Received[]
let answer: number | 'hang' | { status: number; location: string }
let server: TestApp
let transport: WebhookTransport
let worker: WebhookWorker
let ada: Person

beforeEach(async () => {
  received = []
  answer = 204
  receiver = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (answer === 'hang') return
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(answer.status, { location: answer.location }).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await testApp({ environment: { WEBHOOK_ORIGIN: origin } })
  transport = webhookTransport(origin, 300)
  worker = webhookWorker({ ...server, transport, onFault: (error) => expect.fail(String(error)) })
  ada = await asAdult(server, 'ada@example.org')
})
afterEach(async () => {
  await transport.close()
  await server.close()
  receiver.closeAllConnections()
  receiver.close()
})

type Made = Webhook & { secret: string }

const make = (person: Person, body: Json = {}) =>
  send(person, 'POST', '/api/user/webhooks', { event: 'doses', url: `${origin}/hook`, ...body })

async function made(person: Person, body: Json = {}): Promise<Made> {
  const response = await make(person, body)
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
  return response.json<Made>()
}

const listed = async (person: Person) =>
  (await person.inject('/api/user/webhooks')).json<{ webhooks: Webhook[] }>().webhooks

/** Lets some time pass (ms), then tells what has changed. */
const later = async (ms = 10_000) => {
  server.clock.advance(ms)
  return worker.pass()
}

const logDose = async (person: Person = ada) => {
  const { id } = await addMedication(person)
  await send(person, 'POST', '/api/doses', doseBody(id))
}

describe('a webhook', () => {
  it('is told that something changed, and not what; once for what changes together', async () => {
    const hook = await made(ada)
    await logDose()
    await logDose()
    expect(await later()).toBe(1)
    expect(received).toHaveLength(1)
    const message = JSON.parse(received[0]?.body ?? '')
    expect(message).toEqual({
      id: hook.id,
      event: 'doses',
      personId: ada.user.id,
      version: expect.any(Number),
      sentAt: new Date(server.clock.now()).toISOString(),
    })
    expect(received[0]).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json' } })
    expect(await later()).toBe(0)
    await logDose()
    await later()
    expect(JSON.parse(received[1]?.body ?? '').version).toBeGreaterThan(message.version)
    expect(await listed(ada)).toMatchObject([{ lastStatus: 204, failingSince: null, endedAt: null }])
  })

  it('is told of its own kind of event alone', async () => {
    for (const event of ['doses', 'medications', 'appointments', 'supply']) await made(ada, { event })
    const { id } = await addMedication(ada, { amounts: { unit: 'tablet', each: '1' } })
    const told = async () => {
      received = []
      await later()
      return received.map(({ body }) => JSON.parse(body).event)
    }
    expect(await told()).toEqual(['medications'])
    await addAppointment(ada)
    expect(await told()).toEqual(['appointments'])
    await send(ada, 'POST', '/api/supply-events', supplyBody(id))
    expect(await told()).toEqual(['supply'])
    await send(ada, 'POST', '/api/doses', doseBody(id))
    expect(await told()).toEqual(['doses'])
  })

  it('signs the time and the body with a secret that is told once and in no table', async () => {
    const { secret, ...rest } = await made(ada)
    expect(await listed(ada)).toEqual([rest])
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue
      const rows = JSON.stringify(await server.db.select().from(table))
      expect([getTableName(table), rows.includes(secret.slice(4))]).toEqual([getTableName(table), false])
    }
    await logDose()
    await later()
    const [, time, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(received[0]?.headers['dosewell-signature'])) ?? []
    expect(Number(time)).toBe(Math.floor(server.clock.now() / 1000))
    expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${received[0]?.body}`).digest('hex'))
  })

  it.each<[string, typeof answer, number | null]>([
    ['a fault', 500, 500],
    ['no answer', 'hang', null],
    ['a redirect, which is not followed', { status: 307, location: '/elsewhere' }, 307],
  ])('is tried again after longer and longer pauses: %s', async (_what, refusal, status) => {
    await made(ada)
    answer = refusal
    await logDose()
    await later()
    const [failing] = await listed(ada)
    expect(failing).toMatchObject({ lastStatus: status, failingSince: failing?.lastAt, endedAt: null })
    expect([await later(29_999), await later(1)]).toEqual([0, 1])
    expect([await later(59_999), await later(1)]).toEqual([0, 1])
    answer = 200
    expect(await later(HOUR)).toBe(1)
    expect(received.every(({ path }) => path === '/hook')).toBe(true)
    expect(await listed(ada)).toMatchObject([{ lastStatus: 200, failingSince: null }])
    expect(await later(HOUR)).toBe(0)
  })

  it('is given up after a week without success, at once by a 410, and makes room for another', async () => {
    const first = await made(ada)
    answer = 500
    await logDose()
    await later()
    await later(GIVEN_UP_AFTER)
    expect(await listed(ada)).toMatchObject([{ id: first.id, endedAt: expect.any(String) }])
    expect(await later(DAY)).toBe(0)
    const second = await made(ada)
    expect((await listed(ada)).map(({ id }) => id)).toEqual([second.id])
    answer = 410
    await logDose()
    await later()
    expect(await listed(ada)).toMatchObject([{ lastStatus: 410, endedAt: expect.any(String) }])
  })

  it('is one for each person and event', async () => {
    const mia = await addPerson(ada, { name: 'Mia' })
    await made(ada)
    await made(ada, { event: 'supply' })
    await made(ada, { personId: mia.id })
    expect((await make(ada)).json().code).toBe('limit_reached')
    await logDose(on(ada, mia))
    await later()
    expect(received.map(({ body }) => JSON.parse(body).personId)).toEqual([mia.id])
  })

  const ENDS: [string, (hook: Made) => Promise<unknown>][] = [
    ['it is ended', ({ id }) => ada.inject({ method: 'DELETE', url: `/api/user/webhooks/${id}` })],
    ['its owner signs out everywhere', () => ada.inject({ method: 'DELETE', url: '/api/user/sessions' })],
    ['the account is deleted', () => send(ada, 'DELETE', '/api/user/account', { email: ada.email })],
  ]

  it.each(ENDS)('is told nothing any more as soon as %s', async (_how, end) => {
    const hook = await made(ada)
    await logDose()
    await end(hook)
    expect([await later(), received]).toEqual([0, []])
  })

  it('that was ended is not brought back by a restore', async () => {
    const { id } = await made(ada)
    await ada.inject({ method: 'DELETE', url: `/api/user/webhooks/${id}` })
    await server.db.update(schema.personalTokens).set({ revokedAt: null }).where(eq(schema.personalTokens.id, id))
    await applyErasures(
      server.db,
      server.erasures.filter((one) => one.kind === 'token'),
    )
    await logDose()
    expect([await later(), await listed(ada)]).toEqual([0, []])
  })

  it('is told of a person for as long as the account may see them', async () => {
    const mia = await addPerson(ada, { name: 'Mia' })
    const bob = await asAdult(server, 'bob@example.org')
    expect((await make(bob, { personId: mia.id })).json()).toMatchObject({ code: 'invalid', field: 'personId' })
    const grant = await share(ada, mia, bob, 'view')
    await made(bob, { personId: mia.id })
    await logDose(on(ada, mia))
    await later()
    expect(received).toHaveLength(1)
    await send(ada, 'DELETE', `/api/grants/${grant}`)
    await logDose(on(ada, mia))
    await later()
    await later(DAY)
    expect(received).toHaveLength(1)
  })

  it('is nobody else’s to see or end, and no token or calendar link', async () => {
    const other = await asAdult(server, 'other@example.org')
    const { id } = await made(ada)
    const end = (person: Person, path: string) => person.inject({ method: 'DELETE', url: `/api/user/${path}/${id}` })
    expect(await listed(other)).toEqual([])
    expect((await end(other, 'webhooks')).statusCode).toBe(404)
    expect((await end(ada, 'tokens')).statusCode).toBe(404)
    expect((await end(ada, 'calendars')).statusCode).toBe(404)
    expect((await ada.inject('/api/user/tokens')).json()).toEqual({ tokens: [] })
    expect(await listed(ada)).toHaveLength(1)
  })

  it('is tried by one server at a time', async () => {
    await made(ada)
    await logDose()
    const second = webhookWorker({ ...server, transport, onFault: (error) => expect.fail(String(error)) })
    server.clock.advance(10_000)
    const tried = await Promise.all([worker.pass(), second.pass()])
    expect([tried.sort(), received.length]).toEqual([[0, 1], 1])
  })

  it.each<[string, Json]>([
    ['event', { event: 'everything' }],
    ['url', { url: 'http://hooks.example.org/' }],
    ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
    ['url', { url: `https://example.org/${'x'.repeat(1000)}` }],
    ['personId', { personId: 'Mia' }],
  ])('is refused with the field at fault: %s of %j', async (field, body) => {
    const response = await make(ada, body)
    expect([response.statusCode, response.json().field]).toEqual([400, field])
  })
})
