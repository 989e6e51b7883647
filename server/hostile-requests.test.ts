import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import { LIST_NAMES } from '#domain/protocol/lists.ts'
import { sized } from '#tests/support/long.ts'
import { transaction } from './db/transaction.ts'
import { planAccount } from './occurrences/due-index.ts'
import { materialise } from './reminders/materialise.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { extremeOf, hostileFields, hostileText, hostileValue, type JsonSchema } from './testing/hostile-values.ts'
import { asMinor } from './testing/minors.ts'
import { asAdult, type Person, signIn } from './testing/people.ts'
import { addPerson, offerRole } from './testing/people-of.ts'
import { jpegOf, multipartOf } from './testing/pictures.ts'
import { NO_PUSH, subscriptionBody } from './testing/push.ts'
import { READS_NOTHING } from './testing/recogniser.ts'
import { REQUESTS, type Target } from './testing/requests.ts'
import { neverSetAside } from './testing/set-aside.ts'
import { addAppointment, addMedication, type Json } from './testing/writes.ts'

const SEED = 20_261_123
/** Requests per call; fewer for those without a body, where there is little to vary. */
const [RUNS, RUNS_WITHOUT_BODY] = sized({ short: [12, 4], long: [200, 50] })
const TIME_LIMIT = 600_000

/** Everything that the requests may have written. */
const READS = [
  '/api/auth/user',
  '/api/people',
  '/api/medications',
  '/api/appointments',
  '/api/appointments/upcoming',
  '/api/doses',
  '/api/doses?form=columns',
  '/api/reminders/upcoming',
  '/api/plan?from=2026-03-02&to=2026-03-08',
  '/api/medical-documents',
  '/api/prescriptions',
  '/api/push/subscription',
  '/api/user/sessions',
  '/api/user/export',
  '/api/admin/stats',
  '/api/admin/set-aside',
  '/api/admin/users',
  '/api/admin/mailings',
  '/api/admin/incoming-emails',
]

/** A call as described in the API document. */
interface Operation {
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  parameters?: { in: 'path' | 'query' | 'header'; name: string }[]
  responses: Record<string, unknown>
}

interface Call {
  /** As in the route table: `PATCH /api/medications/:id`. */
  name: string
  method: string
  path: string
  body: JsonSchema | null
  queries: string[]
  headers: string[]
  /** Whether 503 is among its responses. */
  mayBeAway: boolean
}

let server: TestApp
let person: Person
let minor: Person
let calls: Call[]
let target: Target

beforeAll(async () => {
  server = await testApp({
    environment: { ADMIN_EMAILS: 'boss@example.org' },
    push: { ...NO_PUSH, publicKey: 'key' },
    recogniser: READS_NOTHING,
    speaker: { speak: async () => ({ kind: 'refused', reason: 'busy' }), close: () => undefined },
  })
  const ada = await asAdult(server, 'ada@example.org')
  person = await asAdult(server, 'boss@example.org')
  minor = await asMinor(server, 'minor@example.org')
  const picture = await jpegOf()
  const uploaded = async (url: string) =>
    (await person.inject({ method: 'POST', url, ...multipartOf({}, { bytes: picture }) })).json<{
      id: string
    }>().id
  const { devices } = (await ada.inject('/api/user/sessions')).json<{ devices: { id: string }[] }>()
  const { endpoint } = subscriptionBody()
  const payload = subscriptionBody({ endpoint })
  await person.inject({ method: 'PUT', url: '/api/push/subscription', payload })
  const mia = await addPerson(person)
  target = {
    medicationId: (await addMedication(person)).id,
    appointmentId: (await addAppointment(person)).id,
    documentId: await uploaded('/api/medical-documents/upload'),
    prescriptionId: await uploaded('/api/prescriptions/upload'),
    endpoint,
    personId: mia.id,
    grantId: (await offerRole(person, mia, 'help')).id,
    ada: { id: ada.user.id, email: ada.email, device: String(devices[0]?.id) },
    picture,
  }
  calls = await documentedCalls()
})
afterAll(() => server.close())

/** Returns every call in the API document that accepts anything but a file. */
async function documentedCalls(): Promise<Call[]> {
  const { paths } = (await server.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(path, method, operation)),
  )
  return all.filter(
    ({ name, body, path, queries, headers }) =>
      !Buffer.isBuffer(REQUESTS[name]?.(target).payload) &&
      (body !== null || path.includes('{') || queries.length > 0 || headers.length > 0),
  )
}

function callOf(path: string, verb: string, { requestBody, parameters = [], responses }: Operation): Call {
  const method = verb.toUpperCase()
  const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
  return {
    name: `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    method,
    path,
    body: requestBody?.content['application/json']?.schema ?? null,
    queries: namesIn('query'),
    headers: namesIn('header'),
    mayBeAway: '503' in responses,
  }
}

const inAddress = (text: string): string => encodeURIComponent(text.slice(0, 300).toWellFormed())

/**
 * Returns the address: mostly what the call is meant for, except for deletions, which would leave nothing for the
 * others.
 */
function addressOf({ name, method, path, queries }: Call): fc.Arbitrary<string> {
  const own = REQUESTS[name]?.(target).url?.split('?')[0] ?? path
  const odd = fc.oneof(hostileText.map(inAddress), fc.constantFrom('%00', '%ED%A0%80', '%zz', '..%2f', randomUUID()))
  const strange = odd.map((id) => path.replace(/\{\w+\}/, id))
  const base = !path.includes('{')
    ? fc.constant(own)
    : method === 'DELETE'
      ? strange
      : fc.oneof({ weight: 4, arbitrary: fc.constant(own) }, strange)
  const query = fc.record(Object.fromEntries(queries.map((key) => [key, hostileText])), { requiredKeys: [] })
  return fc.tuple(base, query).map(([address, asked]) => {
    const words = Object.entries(asked).map(([key, value]) => `${key}=${inAddress(String(value))}`)
    return words.length === 0 ? address : `${address}?${words.join('&')}`
  })
}

/**
 * Returns a body as the call expects it, with some of its fields at or beyond their limits, or something else entirely.
 */
function bodyOf(body: JsonSchema | null, meant: () => Json): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined)
  const changed = hostileFields(body).map((fields) => ({ ...meant(), ...fields }))
  return fc.oneof({ weight: 12, arbitrary: changed }, extremeOf(body), hostileValue)
}

const meantBy = ({ name }: Pick<Call, 'name'>): Json => (REQUESTS[name]?.(target).payload ?? {}) as Json

/** After these, the account has changed or is gone. */
const SPENDS_THE_ACCOUNT = new Set(['POST /api/user/verify-age', 'DELETE /api/user/account'])

/** Returns a user who may make the call as intended. */
async function askerOf({ name }: Call): Promise<Person> {
  if (SPENDS_THE_ACCOUNT.has(name)) return signIn(server, `${randomUUID()}@example.org`)
  return name === 'POST /api/user/request-parental-consent' ? minor : person
}

const keys = fc.constantFrom(
  () => randomUUID(),
  () => randomUUID().toUpperCase(),
  () => '0',
)

/** Returns the request as text, for failure reports. */
const reportOf = (asked: unknown): string => JSON.stringify(asked).slice(0, 2000)

async function askHostilely(call: Call): Promise<void> {
  const asked = fc.record({
    url: addressOf(call),
    body: bodyOf(call.body, () => meantBy(call)),
    key: keys,
    etag: hostileText,
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ url, body, key, etag }) => {
      const asker = await askerOf(call)
      const answer = await asker.inject({
        method: call.method as NonNullable<InjectOptions['method']>,
        url,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(call.headers.includes('idempotency-key') ? { 'idempotency-key': key() } : {}),
          ...(call.headers.includes('if-none-match') ? { 'if-none-match': inAddress(etag) } : {}),
        },
      })
      const isAnswered = answer.statusCode < 500 || (answer.statusCode === 503 && call.mayBeAway)
      if (!isAnswered) throw new Error(`${answer.statusCode} to ${call.name} ${reportOf({ url, body })}`)
    }),
    { seed: SEED, numRuns: call.body ? RUNS : RUNS_WITHOUT_BODY },
  )
}

/** A write within a batch, new or replayed after a restore. */
interface Carried {
  method: string
  path: string
  body: JsonSchema | null
  meant(): Json
}

const PLAN: Record<string, JsonSchema> = {
  schedule: {},
  reminderTimes: { type: 'array', items: { type: 'string' } },
  startDate: { type: 'string' },
  endDate: { type: 'string' },
}

/** Returns writes of the lists, the log and the profile, and records as a device knew them. */
async function carried(): Promise<Carried[]> {
  const writes = calls
    .filter(
      ({ method, path }) => method !== 'GET' && /^\/api\/(medications|appointments|doses|user\/profile)/.test(path),
    )
    .map((call) => ({
      method: call.method,
      path:
        call.method === 'DELETE'
          ? call.path.replace('{id}', randomUUID())
          : (REQUESTS[call.name]?.(target).url ?? call.path),
      body: call.body,
      meant: () => meantBy(call),
    }))
  const records = await Promise.all(
    LIST_NAMES.map(async (list) => {
      const [record] = (await person.inject(`/api/${list}`)).json<Json[]>()
      const known = calls.find(({ name }) => name === `POST /api/${list}`)?.body?.properties
      const versions = {
        type: 'array',
        items: { type: 'object', properties: { ...PLAN, effectiveFrom: { type: 'string' } } },
      }
      const own = {
        versions,
        stoppedAt: { type: 'string' },
        updatedAt: { type: 'string' },
        isCompleted: { type: 'boolean' },
      }
      return {
        method: 'PUT',
        path: `/api/${list}/${record?.id}`,
        body: { type: 'object', properties: { ...known, ...own } },
        meant: () => ({ ...record, isActive: undefined }),
      }
    }),
  )
  return [...writes, ...records]
}

async function carryHostilely({ method, path, body, meant }: Carried): Promise<void> {
  const call = fc.record({
    body: bodyOf(body, meant),
    originalSeq: method === 'PUT' ? fc.constant(1) : fc.constantFrom(undefined, 1, 2 ** 53 - 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 3 }), async (some) => {
      const sent = some.map((one) => ({ ...one, key: randomUUID(), method, path }))
      const payload = { calls: sent }
      const answer = await person.inject({ method: 'POST', url: '/api/batch', payload })
      if (answer.statusCode >= 500) throw new Error(`${answer.statusCode} to ${reportOf(payload)}`)
      // With a field called `__proto__`, a body is not read at all.
      if (answer.statusCode !== 200) return
      for (const [index, { status }] of answer.json<BatchAnswer>().results.entries())
        if (status >= 500) throw new Error(`${status} to ${reportOf(sent[index])}`)
    }),
    { seed: SEED, numRuns: RUNS },
  )
}

describe('whatever is asked', () => {
  it('of every call that takes anything but a file is answered, never with a fault', {
    timeout: TIME_LIMIT,
  }, async () => {
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST /api/medications', 'GET /api/doses']))
    for (const call of calls) await askHostilely(call)
  })

  it('of every write in a batch, also of what is given back, is answered, never with a fault', {
    timeout: TIME_LIMIT,
  }, async () => {
    for (const write of await carried()) await carryHostilely(write)
  })

  it('leaves everything that it stored to be read, and reminders to be planned', async () => {
    for (const url of READS) expect([url, (await person.inject(url)).statusCode]).toEqual([url, 200])
    await transaction(server.db, (tx) => planAccount(tx, person.user.id, server.clock.now()))
    await materialise(server.db, { now: server.clock.now() + DAY, count: 100, onSetAside: neverSetAside })
  })
})
