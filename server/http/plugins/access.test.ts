import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '#domain/protocol/headers.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { asAdult, type Person, signIn } from '../../testing/people.ts'
import { subscriptionBody } from '../../testing/push.ts'
import { users } from '../../testing/tables.ts'
import { addMedication, doseBody, type Json, list, medicationBody, readLog } from '../../testing/writes.ts'

let server: TestApp
let ada: Person
let fresh: Person
let minor: Person
let medicationId: string
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  fresh = await signIn(server, 'fresh@example.org')
  minor = await asAdult(server, 'minor@example.org')
  await server.db
    .update(users)
    .set({ dateOfBirth: '2012-01-01', parentalConsentRequired: true })
    .where(eq(users.id, minor.user.id))
  medicationId = (await addMedication(ada)).id
})
afterAll(() => server.close())

const ROUTES: [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: () => string, body?: () => Json][] = [
  ['GET', () => '/api/medications'],
  ['POST', () => '/api/medications', () => medicationBody()],
  ['PATCH', () => `/api/medications/${medicationId}`, () => ({ name: 'Changed' })],
  ['DELETE', () => `/api/medications/${medicationId}`],
  ['GET', () => '/api/doses'],
  ['POST', () => '/api/doses', () => doseBody(medicationId)],
  ['GET', () => '/api/reminders/upcoming'],
  ['GET', () => '/api/reminders/due-now?hours=8&minutes=0'],
  ['GET', () => '/api/plan?from=2026-03-02&to=2026-03-03'],
  ['GET', () => '/api/push/key'],
  ['GET', () => '/api/push/subscription'],
  ['PUT', () => '/api/push/subscription', () => subscriptionBody()],
  ['POST', () => '/api/push/test', () => ({ endpoint: subscriptionBody().endpoint })],
  [
    'POST',
    () => '/api/batch',
    () => ({ calls: [{ key: randomUUID(), method: 'DELETE', path: `/api/medications/${medicationId}` }] }),
  ],
  ['GET', () => '/api/events'],
]

describe.each(ROUTES)('%s %s', (method, url, body) => {
  const ask = (person: Pick<Person, 'inject'>, headers: Record<string, string> = {}) =>
    person.inject({ method, url: url(), headers, ...(body ? { payload: body() } : {}) })
  const untouched = async () => {
    expect((await list(ada)).map(({ id, name }) => [id, name === 'Changed'])).toEqual([[medicationId, false]])
    expect(await readLog(ada)).toEqual([])
    expect((await ada.inject('/api/push/subscription')).json()).toEqual({ devices: [] })
  }

  it('answers 401 without a session', async () => {
    const answer = await ask(server)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  })

  it('answers 403 age_required until the age is verified, and consent_required to a minor', async () => {
    for (const [person, code] of [
      [fresh, 'age_required'],
      [minor, 'consent_required'],
    ] as const) {
      const answer = await ask(person)
      expect([answer.statusCode, answer.json().code]).toEqual([403, code])
      expect(answer.headers).toMatchObject({
        'dosewell-user': person.user.id,
        'dosewell-seq': '0',
        'dosewell-protocol': String(PROTOCOL_VERSION),
      })
      expect(answer.headers['dosewell-epoch']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('S8.1 answers 409 wrong_user before any effect when the request is for another user', async () => {
    const answer = await ask(ada, { 'dosewell-user': minor.user.id })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'wrong_user'])
    expect(answer.headers['dosewell-user']).toBe(ada.user.id)
    await untouched()
  })

  it('S10.1 answers 426 client_too_old to an older protocol, before any effect', async () => {
    const answer = await ask(ada, { 'dosewell-protocol': String(PROTOCOL_VERSION - 1) })
    expect([answer.statusCode, answer.json().code]).toEqual([426, 'client_too_old'])
    await untouched()
  })
})

it('every answer says user, sequence, epoch and protocol, and the sequence grows with each commit', async () => {
  const bob = await asAdult(server, 'bob@example.org')
  const said = async (url: string) => {
    const { headers } = await bob.inject(url)
    expect(headers).toMatchObject({
      'dosewell-user': bob.user.id,
      'dosewell-protocol': String(PROTOCOL_VERSION),
    })
    return [headers['dosewell-epoch'], headers['dosewell-seq']]
  }
  const urls = ['/api/medications', '/api/doses', '/api/reminders/upcoming', '/api/doses?since=x']
  const [epoch] = await said('/api/medications')
  for (const url of urls) expect(await said(url)).toEqual([epoch, '0'])
  await addMedication(bob)
  for (const url of urls) expect(await said(url)).toEqual([epoch, '1'])
})
