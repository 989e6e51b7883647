import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { freshPglite } from '../testing/database.ts'
import { exportOf, importInto } from '../testing/exports.ts'
import { asAdult, askForCode, type Person } from '../testing/people.ts'
import { addPerson, offerRole } from '../testing/people-of.ts'
import { jpegOf, multipartOf } from '../testing/pictures.ts'
import { NO_PUSH, subscriptionBody } from '../testing/push.ts'
import { READS_NOTHING } from '../testing/recogniser.ts'
import { REQUESTS, type Target } from '../testing/requests.ts'
import { routesWhile } from '../testing/route-table.ts'
import * as schema from '../testing/tables.ts'
import { addAppointment, addMedication, medicationBody, send } from '../testing/writes.ts'
import type { Database } from './database.ts'

/** Counts down to the statement whose connection breaks. */
const fault = { in: Number.POSITIVE_INFINITY, afterCommit: false }

const brokenConnection = () => new Error('Connection terminated unexpectedly')

function breakWhenDue(): void {
  fault.in -= 1
  if (fault.in === 0) throw brokenConnection()
}

/** A driver whose connections break. */
class Breaking {
  readonly #pglite: PGlite
  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }
  async query(...words: Parameters<PGlite['query']>) {
    breakWhenDue()
    return this.#pglite.query(...words)
  }
  async transaction(work: Parameters<PGlite['transaction']>[0]) {
    const done = await this.#pglite.transaction((tx) =>
      work({
        ...tx,
        query: async (...words) => {
          breakWhenDue()
          return tx.query(...words)
        },
      }),
    )
    if (fault.afterCommit) throw brokenConnection()
    return done
  }
}

let server: TestApp
let routes: string[]
let ada: Person
let target: Target
let pending: string

beforeAll(async () => {
  const open = await freshPglite()
  const db = drizzle(new Breaking(open.pglite as PGlite) as unknown as PGlite, {
    schema,
  }) as unknown as Database
  routes = await routesWhile(async () => {
    server = await testApp({
      database: { ...open, db, background: db },
      environment: { ADMIN_EMAILS: 'ada@example.org' },
      push: { ...NO_PUSH, publicKey: 'key' },
      recogniser: READS_NOTHING,
    })
  })
  ada = await asAdult(server, 'ada@example.org')
  const { devices } = (await ada.inject('/api/user/sessions')).json<{ devices: { id: string }[] }>()
  const { endpoint } = subscriptionBody()
  await ada.inject({ method: 'PUT', url: '/api/push/subscription', payload: subscriptionBody({ endpoint }) })
  const picture = await jpegOf()
  const upload = multipartOf({ documentName: 'Scan' }, { bytes: picture })
  const uploaded = await ada.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
  const mia = await addPerson(ada)
  target = {
    medicationId: (await addMedication(ada)).id,
    appointmentId: (await addAppointment(ada)).id,
    documentId: uploaded.json<{ id: string }>().id,
    prescriptionId: randomUUID(),
    personId: mia.id,
    grantId: (await offerRole(ada, mia, 'help')).id,
    endpoint,
    ada: { id: ada.user.id, email: ada.email, device: String(devices[0]?.id) },
    picture,
  }
  pending = (await askForCode(server, 'ada@example.org')).cookie
})
afterEach(() => {
  fault.in = Number.POSITIVE_INFINITY
  fault.afterCommit = false
})
afterAll(() => server.close())

const isPage = (call: string) =>
  / \/api\/(login|logout)/.test(call) || Object.values(SERVER_PAGES).some((path) => call.endsWith(` ${path}`))

/** A request that nothing breaks has fewer statements than this. */
const MOST = 40

/** These report themselves what they cannot do, or do without it. */
const OWN_WORDS = new Set(['GET /api/health/ready', 'GET /api/metrics'])

async function ask(call: string) {
  const [method, path] = call.split(' ') as ['GET', string]
  const { url = path, payload, headers } = REQUESTS[call]?.(target) ?? {}
  return ada.inject({
    method,
    url,
    payloadAsStream: call === 'GET /api/events',
    headers: {
      ...(call.includes('/api/login') ? { cookie: pending, 'sec-fetch-site': 'same-origin' } : {}),
      ...(headers as Record<string, string> | undefined),
    },
    ...(payload === undefined ? {} : { payload }),
  } as InjectOptions)
}

/** Repeats the request, breaking the connection of one statement after another, until there are no more to break. */
async function answersOf(call: string): Promise<string[]> {
  const answers = new Set<string>()
  for (let broken = 1; broken <= MOST; broken += 1) {
    fault.in = broken
    const { statusCode, headers, raw } = await ask(call)
    raw.res.destroy()
    const isOver = fault.in > 0
    fault.in = Number.POSITIVE_INFINITY
    if (isOver) return [...answers]
    const kind = String(headers['content-type']).split(';')[0]
    answers.add(statusCode < 500 ? 'answered' : `${statusCode} ${kind} ${headers['retry-after']}`)
  }
  throw new Error(`${call} asks more than ${MOST} statements`)
}

const listed = async () => (await ada.inject('/api/medications')).json<{ name: string }[]>()

it('a write whose answer was lost after its commit is answered 503, and done once when it is sent again', async () => {
  const [key, body] = [randomUUID(), medicationBody({ name: 'Lostanswer' })]
  fault.afterCommit = true
  const lost = await send(ada, 'POST', '/api/medications', body, key)
  fault.afterCommit = false
  expect([lost.statusCode, lost.json().code, lost.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  expect((await send(ada, 'POST', '/api/medications', body, key)).statusCode).toBe(201)
  expect((await listed()).filter(({ name }) => name === 'Lostanswer')).toHaveLength(1)
})

it('an import whose answer was lost after its commit keeps its pictures', async () => {
  const bob = await asAdult(server, 'bob@example.org')
  const [key, files] = [randomUUID(), await exportOf(ada)]
  fault.afterCommit = true
  const lost = await importInto(bob, files, { key })
  fault.afterCommit = false
  expect([lost.statusCode, lost.headers['retry-after']]).toEqual([503, '2'])
  expect((await importInto(bob, files, { key })).statusCode).toBe(200)
  const documents = (await bob.inject('/api/medical-documents')).json<{ id: string }[]>()
  expect(documents).toHaveLength(1)
  expect((await bob.inject(`/api/medical-documents/${documents[0]?.id}/image`)).statusCode).toBe(200)
})

const call = (name: string) => ({
  key: randomUUID(),
  method: 'POST',
  path: '/api/medications',
  body: medicationBody({ name }),
})

async function batchBrokenAt(statement: number) {
  fault.in = statement
  const answer = await send(ada, 'POST', '/api/batch', {
    calls: [1, 2, 3].map((number) => call(`Number ${statement} ${number}`)),
  })
  return { answer, isBroken: fault.in <= 0 }
}

it('a batch that meets it at its first call is answered 503; later, the calls before keep their answers', async () => {
  const seen = new Set<string>()
  for (let statement = 1; ; statement += 1) {
    const { answer, isBroken } = await batchBrokenAt(statement)
    if (!isBroken) break
    const isWhole = answer.statusCode === 503
    seen.add(
      isWhole
        ? `whole ${answer.headers['retry-after']}`
        : answer
            .json<BatchAnswer>()
            .results.map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`.trim())
            .join(', '),
    )
  }
  expect([...seen]).toEqual(['whole 2', '201, 503 unavailable, 424 not_attempted', '201, 201, 503 unavailable'])
})

it('whatever statement of whatever call breaks, the answer is 503 with Retry-After, of pages a page, and never 500', async () => {
  const told: Record<string, string[]> = {}
  for (const call of routes) {
    if (OWN_WORDS.has(call) || call === 'DELETE /api/user/account') continue
    told[call] = (await answersOf(call)).filter((answer) => answer !== 'answered')
  }
  told['DELETE /api/user/account'] = await answersOf('DELETE /api/user/account')
  const expected = Object.entries(told).map(([call, answers]) => [
    call,
    answers.length === 0 ? [] : [`503 ${isPage(call) ? 'text/html' : 'application/json'} 2`],
  ])
  expect(told).toEqual(Object.fromEntries(expected))
  expect(Object.values(told).filter((answers) => answers.length > 0).length).toBeGreaterThan(40)
})
