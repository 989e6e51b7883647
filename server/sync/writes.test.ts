// On both databases: locks of an account.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import { sized } from '#tests/support/long.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { doseBody, type Json, list, medicationBody, readLog, send } from '../testing/writes.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

/** Small pools, so that ids and keys repeat, also across the two users. */
const step = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('add', 'edit', 'delete', 'dose', 'dose', 'undo'),
  medication: fc.nat(2),
  event: fc.nat(5),
  variant: fc.nat(1),
  key: fc.option(fc.nat(9), { nil: null, freq: 4 }),
  batched: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Call {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Json
  key: string | null
}

interface Answered {
  status: number
  body: Json
  seq: number
}

/** What the responses so far say the server must have for one user. */
interface Model {
  seq: number
  medications: Map<string, Json>
  events: Map<string, Json>
  keys: Map<string, { call: string; answer: Answered }>
}

const emptyModel = (): Model => ({ seq: 0, medications: new Map(), events: new Map(), keys: new Map() })

/** Returns the same UUID for the same name within one run. */
function idOf(run: number, name: string): string {
  const hex = createHash('sha256').update(`${run} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function callOf(run: number, { what, medication, event, variant, key }: Step): Call {
  const id = idOf(run, `medication ${medication}`)
  const own = { key: key === null ? null : idOf(run, `key ${key}`) }
  const texts = { name: `Medicine ${medication}`, instructions: `Variant ${variant}` }
  const dose = { id: idOf(run, `event ${event}`), note: `Variant ${variant}` }
  switch (what) {
    case 'add':
      return { ...own, method: 'POST', path: '/api/medications', body: medicationBody({ id, ...texts }) }
    case 'edit':
      return { ...own, method: 'PATCH', path: `/api/medications/${id}`, body: texts }
    case 'delete':
      return { ...own, method: 'DELETE', path: `/api/medications/${id}` }
    case 'dose':
      return { ...own, method: 'POST', path: '/api/doses', body: doseBody(id, dose) }
    case 'undo': {
      const undoes = idOf(run, `event ${(event + 1) % 6}`)
      return {
        ...own,
        method: 'POST',
        path: '/api/doses',
        body: doseBody(id, { ...dose, kind: 'undone', undoes }),
      }
    }
  }
}

/** What an event has besides what these calls say. A batch answers with its place in the log alone. */
const UNSAID = { until: null, undoes: null, amount: null, unit: null, note: null }

async function answerOf(person: Person, call: Call, batched: boolean): Promise<Answered> {
  if (batched && call.key !== null) {
    const answer = await send(person, 'POST', '/api/batch', { calls: [call] })
    const [result] = answer.json<BatchAnswer>().results
    if (!result) throw new Error(answer.body)
    const isLogged = call.path === '/api/doses' && result.status === 201
    return { ...result, body: { ...(isLogged && { ...UNSAID, ...(call.body as Json) }), ...(result.body as Json) } }
  }
  const answer = await send(person, call.method, call.path, call.body, call.key ?? undefined)
  return { status: answer.statusCode, body: answer.json(), seq: Number(answer.headers['dosewell-seq']) }
}

/** Checks the response against the model and applies it. */
function learn(model: Model, call: Call, answer: Answered): void {
  const text = JSON.stringify([call.method, call.path, call.body])
  const known = call.key === null ? undefined : model.keys.get(call.key)
  if (known) {
    if (known.call === text) expect(answer).toEqual(known.answer)
    else expect([answer.status, answer.body.code]).toEqual([422, 'key_reused'])
    return
  }
  expect(answer.status).toBeLessThan(500)
  if (call.key !== null) model.keys.set(call.key, { call: text, answer })
  if (answer.seq === model.seq) return
  expect(answer.seq).toBe(model.seq + 1)
  expect(answer.status).toBeLessThan(300)
  model.seq = answer.seq
  apply(model, call, answer.body)
}

function apply(model: Model, call: Call, body: Json): void {
  if (call.method === 'DELETE') {
    const id = call.path.slice('/api/medications/'.length)
    expect(model.medications.delete(id)).toBe(true)
    for (const [eventId, event] of model.events) if (event.medicationId === id) model.events.delete(eventId)
  } else if (call.path === '/api/doses') {
    expect(model.events.has(String(body.id))).toBe(false)
    model.events.set(String(body.id), body)
  } else {
    expect(model.medications.has(String(body.id))).toBe(call.method === 'PATCH')
    model.medications.set(String(body.id), body)
  }
}

let runs = 0

it('S2.2, S4.1 whatever two users send and repeat: each write once, nobody’s data touched by another, no event paged twice or skipped', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, page) => {
        runs += 1
        const run = runs
        // The bodies of one run repeat exactly: a dose made twice with one variant is the same dose.
        const people = [
          { person: await asAdult(server, `a${run}@example.org`), model: emptyModel() },
          { person: await asAdult(server, `b${run}@example.org`), model: emptyModel() },
        ]
        for (const taken of steps) {
          const user = people[taken.who]
          if (!user) throw new Error('there are two users')
          const call = callOf(run, taken)
          learn(user.model, call, await answerOf(user.person, call, taken.batched))
        }
        for (const { person, model } of people) {
          const held = await list(person)
          expect(new Map(held.map((record) => [String(record.id), record]))).toEqual(model.medications)
          const log = await readLog(person, page)
          expect(log).toEqual([...model.events.values()].sort((a, b) => Number(a.seq) - Number(b.seq)))
        }
      },
    ),
    { numRuns: sized({ short: 10, long: 100 }), seed: 20260302 },
  )
})
