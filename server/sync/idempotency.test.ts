// On both databases: locks: the same key many times at once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { idempotencyKeys } from '../testing/tables.ts'
import { addMedication, doseBody, list, medicationBody, readLog, send } from '../testing/writes.ts'
import { refused } from './answer.ts'
import { fingerprintOf, isDecided, purgeIdempotencyKeys } from './idempotency.ts'

let server: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
})
afterAll(() => server.close())

const seqOf = (answer: { headers: Record<string, unknown> }) => Number(answer.headers['dosewell-seq'])

describe('the same key', () => {
  it('S2.2 gets the same answer, to the byte and with the sequence of its commit, and has one effect', async () => {
    const { id } = await addMedication(ada)
    const key = randomUUID()
    const body = { instructions: 'With water' }
    const first = await send(ada, 'PATCH', `/api/medications/${id}`, body, key)
    server.clock.advance(60_000)
    await send(ada, 'PATCH', `/api/medications/${id}`, { instructions: 'Without' })
    const again = await send(ada, 'PATCH', `/api/medications/${id}`, body, key)
    expect([again.statusCode, again.body, seqOf(again)]).toEqual([200, first.body, seqOf(first)])
    expect((await list(ada)).find((record) => record.id === id)?.instructions).toBe('Without')
  })

  it('makes one medication of a body without an id', async () => {
    const { id: _id, ...body } = medicationBody()
    const key = randomUUID()
    const answers = [await send(ada, 'POST', '/api/medications', body, key)]
    answers.push(await send(ada, 'POST', '/api/medications', body, key))
    expect(answers[1]?.body).toBe(answers[0]?.body)
    expect((await list(ada)).filter((record) => record.name === body.name)).toHaveLength(1)
  })

  it('S2.2 has one effect and 20 equal answers when it comes 20 times at once', async () => {
    const { id } = await addMedication(ada)
    for (const [method, url, body] of [
      ['POST', '/api/doses', doseBody(id)],
      ['POST', '/api/medications', (({ id: _id, ...rest }) => rest)(medicationBody())],
      ['DELETE', `/api/medications/${id}`, undefined],
    ] as const) {
      const key = randomUUID()
      const before = seqOf(await ada.inject('/api/medications'))
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada, method, url, body, key)))
      expect(new Set(answers.map((answer) => `${answer.statusCode} ${seqOf(answer)} ${answer.body}`)).size).toBe(1)
      expect(answers[0]?.statusCode).toBeLessThan(300)
      expect(seqOf(await ada.inject('/api/medications'))).toBe(before + 1)
    }
  })

  it('S2.3 with another body, path or method is 422 key_reused and changes nothing', async () => {
    const key = randomUUID()
    const body = medicationBody()
    await send(ada, 'POST', '/api/medications', body, key)
    const before = seqOf(await ada.inject('/api/medications'))
    for (const [method, url, other] of [
      ['POST', '/api/medications', { ...body, name: 'Another' }],
      ['PATCH', `/api/medications/${body.id}`, body],
      ['DELETE', `/api/medications/${body.id}`, undefined],
    ] as const) {
      const answer = await send(ada, method, url, other, key)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'key_reused'])
    }
    expect(seqOf(await ada.inject('/api/medications'))).toBe(before)
  })

  it('is the same write with its fields in another order', async () => {
    const key = randomUUID()
    const body = medicationBody()
    const first = await send(ada, 'POST', '/api/medications', body, key)
    const turned = Object.fromEntries(Object.entries(body).reverse())
    expect((await send(ada, 'POST', '/api/medications', turned, key)).body).toBe(first.body)
  })

  it('of another user is another key', async () => {
    const key = randomUUID()
    const mine = await send(ada, 'POST', '/api/medications', medicationBody(), key)
    const theirs = await send(bob, 'POST', '/api/medications', medicationBody(), key)
    expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201])
  })

  it('S6.7 keeps refusals too: a body, a duplicate and an unknown id are decided once', async () => {
    const name = `Aspirin ${randomUUID()}`
    const first = await addMedication(ada, { name })
    const key = randomUUID()
    const duplicate = medicationBody({ name })
    const refusedOnce = await send(ada, 'POST', '/api/medications', duplicate, key)
    await send(ada, 'DELETE', `/api/medications/${first.id}`)
    const again = await send(ada, 'POST', '/api/medications', duplicate, key)
    expect([again.statusCode, again.body]).toEqual([409, refusedOnce.body])

    for (const [method, url, body, status] of [
      ['POST', '/api/medications', medicationBody({ name: '' }), 400],
      ['POST', '/api/medications', medicationBody({ name: '\ud83d' }), 400],
      ['PATCH', `/api/medications/${randomUUID()}`, { name: 'x' }, 404],
      ['POST', '/api/doses', doseBody(first.id), 410],
    ] as const) {
      const refusedKey = randomUUID()
      const answer = await send(ada, method, url, body, refusedKey)
      expect(answer.statusCode).toBe(status)
      const other = await send(ada, 'POST', '/api/medications', medicationBody(), refusedKey)
      expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
    }
  })

  it('S6.7 keeps the refusal of an unknown field whose name is cut in the middle of a character', async () => {
    const body = medicationBody({ [`${'x'.repeat(99)}💊`]: 1 })
    const key = randomUUID()
    const call = { key: randomUUID(), method: 'POST', path: '/api/medications', body }
    const alone = await send(ada, 'POST', '/api/medications', body, key)
    const batch = await send(ada, 'POST', '/api/batch', { calls: [call] })
    const error = `The request body has an unknown field: ${'x'.repeat(99)}\ufffd.`
    expect([alone.statusCode, alone.json().error]).toEqual([400, error])
    expect(batch.json().results).toMatchObject([{ status: 400, body: { error } }])
    expect((await send(ada, 'POST', '/api/medications', body, key)).body).toBe(alone.body)
  })

  it('S6.7 runs again after a gate: nothing is kept of 403', async () => {
    const server2 = await testApp()
    try {
      const young = await signIn(server2, 'new@example.org')
      const [key, body] = [randomUUID(), medicationBody()]
      const gated = await send(young, 'POST', '/api/medications', body, key)
      expect([gated.statusCode, gated.json().code]).toEqual([403, 'age_required'])
      await young.inject({
        method: 'POST',
        url: '/api/user/verify-age',
        payload: { dateOfBirth: '1980-05-17' },
      })
      expect((await send(young, 'POST', '/api/medications', body, key)).statusCode).toBe(201)
    } finally {
      await server2.close()
    }
  })

  it('may be spelled in capitals, and is 400 when it is no UUID', async () => {
    const key = randomUUID()
    const body = medicationBody()
    const first = await send(ada, 'POST', '/api/medications', body, key.toUpperCase())
    expect((await send(ada, 'POST', '/api/medications', body, key)).body).toBe(first.body)
    const wrong = await send(ada, 'POST', '/api/medications', body, 'mine')
    expect([wrong.statusCode, wrong.json().field]).toEqual([400, 'idempotency-key'])
  })

  it('is forgotten after 90 days, and not before', async () => {
    const key = randomUUID()
    const { id } = await addMedication(ada)
    const body = doseBody(id)
    const first = await send(ada, 'POST', '/api/doses', body, key)
    const purgeIn = (days: number) => purgeIdempotencyKeys(server.db, server.clock.now() + days * 86_400_000)
    await purgeIn(90)
    expect((await send(ada, 'POST', '/api/doses', body, key)).body).toBe(first.body)
    await purgeIn(91)
    expect(await server.db.select().from(idempotencyKeys)).toEqual([])
    expect((await readLog(ada)).filter((event) => event.id === body.id)).toHaveLength(1)
  })
})

it('S6.7 keeps only answers that decide the write', () => {
  const kept = [200, 201, 400, 404, 409, 410, 422]
  for (const status of [...kept, 401, 403, 408, 413, 425, 426, 429, 500, 503]) {
    expect(isDecided(refused(status, 'invalid', ''))).toBe(kept.includes(status))
  }
  expect(isDecided(refused(409, 'wrong_user', ''))).toBe(false)
})

it('tells apart what differs anywhere in a request', () => {
  const base = { method: 'POST', path: '/a', body: { a: [1, { b: 2 }], c: null } }
  const others = [
    { ...base, method: 'PATCH' },
    { ...base, path: '/b' },
    { ...base, body: { a: [1, { b: 3 }], c: null } },
    { ...base, body: { a: [1, { b: 2 }] } },
    { method: 'POST', path: '/a' },
  ]
  expect(new Set([base, ...others].map(fingerprintOf)).size).toBe(6)
  expect(fingerprintOf({ ...base, body: { c: null, a: [1, { b: 2 }] } })).toBe(fingerprintOf(base))
})
