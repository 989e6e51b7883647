// On both databases: a transaction for each call.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localAt } from '#domain/lib/zone.ts'
import { BATCH_LIMIT, type BatchAnswer } from '#domain/protocol/batch.ts'
import { ApiError } from '../platform/errors.ts'
import { refused } from '../sync/answer.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, doseBody, list, medicationBody, readLog, send } from '../testing/writes.ts'
import { runBatch, stopsBatch } from './batch.ts'

let server: TestApp
let ada: Person
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
})
afterAll(() => server.close())

const post = (path: string, body: unknown, key: string = randomUUID()) => ({
  key,
  method: 'POST',
  path,
  body,
})

async function batch(calls: unknown[], person = ada): Promise<BatchAnswer['results']> {
  const answer = await send(person, 'POST', '/api/batch', { calls })
  if (answer.statusCode !== 200) throw new Error(`the batch answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<BatchAnswer>().results
}

describe('POST /api/batch', () => {
  it('S2.5 answers every call in order with the status, body and sequence of its plain call', async () => {
    const body = medicationBody()
    const results = await batch([
      post('/api/medications', body),
      post('/api/doses', doseBody(String(body.id))),
      { key: randomUUID(), method: 'PATCH', path: `/api/medications/${body.id}`, body: { dosage: '1 g' } },
      { key: randomUUID(), method: 'DELETE', path: `/api/medications/${body.id}` },
    ])
    expect(results.map(({ status }) => status)).toEqual([201, 201, 200, 200])
    const first = results[0]?.seq ?? 0
    expect(results.map(({ seq }) => seq)).toEqual([first, first + 1, first + 2, first + 3])
    expect(results.map((result) => result.body)).toMatchObject([
      { name: body.name, isActive: true },
      { seq: first + 1 },
      { dosage: '1 g' },
      { success: true },
    ])
  })

  it('S2.5 the response to a dose is its place in the log, alone, in a run and repeated', async () => {
    const { id } = await addMedication(ada)
    const calls = [post('/api/doses', doseBody(id)), post('/api/doses', doseBody(id))]
    const places = (await batch(calls)).map(({ body }) => body)
    const logged = (await readLog(ada)).slice(-2).map(({ seq, receivedAt }) => ({ seq, receivedAt }))
    expect(places).toEqual(logged)
    expect((await batch(calls)).map(({ body }) => body)).toEqual(logged)
    expect((await batch(calls.slice(1))).map(({ body }) => body)).toEqual(logged.slice(1))
    // Under another key, they are known by their ids.
    const again = calls.map((call) => ({ ...call, key: randomUUID() }))
    expect((await batch(again)).map(({ body }) => body)).toEqual(logged)
  })

  it('S2.1 what follows a new plan zone in a batch means the days of that zone', async () => {
    const person = await asAdult(server, 'traveller@example.org')
    const zone = (timeZone: string) => ({
      key: randomUUID(),
      method: 'PATCH',
      path: '/api/user/profile',
      body: { timeZone },
    })
    // Its last day is over in Kiritimati when it has barely begun in Midway.
    const endDate = localAt(server.clock.now(), 'Pacific/Midway').date
    const until = () => post('/api/medications', medicationBody({ endDate }))
    const results = await batch([zone('Pacific/Kiritimati'), until(), zone('Pacific/Midway'), until()], person)
    expect(results.map(({ body }) => body)).toMatchObject([
      { timeZone: 'Pacific/Kiritimati' },
      { isActive: false },
      { timeZone: 'Pacific/Midway' },
      { isActive: true },
    ])
  })

  it('goes on after a refusal, each call being a transaction of its own', async () => {
    const body = medicationBody()
    const results = await batch([
      post('/api/medications', medicationBody({ name: '' })),
      post('/api/doses', doseBody(randomUUID())),
      post('/api/medications', body),
      post('/api/medications', { ...body, id: randomUUID() }),
      { key: randomUUID(), method: 'DELETE', path: `/api/medications/${randomUUID()}` },
      post('/api/doses', doseBody(String(body.id))),
    ])
    expect(results.map(({ status }) => status)).toEqual([400, 404, 201, 409, 404, 201])
  })

  it('answers a path that is no write 404 and goes on', async () => {
    const calls = ['/api/none', '/api/batch', '/api/medications?x=1', '/api/doses/1', '/api/user/profile'].map((path) =>
      post(path, {}),
    )
    const results = await batch([...calls, post('/api/medications', medicationBody())])
    expect(results.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 201])
    expect(results[0]?.body).toMatchObject({ code: 'not_found' })
  })

  it('S2.2 is the same write as the plain call with its key, whichever came first', async () => {
    const { id } = await addMedication(ada)
    const [plainFirst, batchFirst] = [doseBody(id), doseBody(id)]
    const [key, otherKey] = [randomUUID(), randomUUID()]
    const plain = await send(ada, 'POST', '/api/doses', plainFirst, key)
    const results = await batch([post('/api/doses', plainFirst, key), post('/api/doses', batchFirst, otherKey)])
    const { seq, receivedAt } = plain.json()
    expect(results[0]).toEqual({ status: 201, body: { seq, receivedAt }, seq })
    const after = await send(ada, 'POST', '/api/doses', batchFirst, otherKey)
    expect(after.json()).toMatchObject({ id: batchFirst.id, ...(results[1]?.body as object) })
    expect((await readLog(ada)).filter(({ id }) => id === batchFirst.id || id === plainFirst.id)).toHaveLength(2)
    const gone = { key: randomUUID(), method: 'DELETE', path: `/api/medications/${id}` }
    expect((await batch([gone]))[0]?.status).toBe(200)
    expect((await send(ada, 'DELETE', gone.path, undefined, gone.key)).statusCode).toBe(200)
  })

  it('S2.2 sent twice at once has each effect once', async () => {
    const { id } = await addMedication(ada)
    const calls = Array.from({ length: 5 }, () => post('/api/doses', doseBody(id)))
    const [first, second] = await Promise.all([batch(calls), batch(calls)])
    expect(second).toEqual(first)
    const ids = calls.map((call) => (call.body as { id: string }).id)
    expect((await readLog(ada)).filter((event) => ids.includes(event.id))).toHaveLength(5)
  })

  it('refuses what cannot be stored call by call, so that one bad note blocks no other write', async () => {
    const { id } = await addMedication(ada)
    const calls = [
      post('/api/doses', doseBody(id, { note: 'pill \ud83d' })),
      post('/api/doses', doseBody(id, { note: '\u0000' })),
      post('/api/doses', 'DEEP'),
      post('/api/doses', doseBody(id)),
    ]
    // Deeper than JSON.stringify can serialise.
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const answer = await ada.inject({
      method: 'POST',
      url: '/api/batch',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ calls }).replace('"DEEP"', deep),
    })
    const { results } = answer.json<BatchAnswer>()
    expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 201])
  })

  it('S2.5 stops at a fault: it answers 500, the rest 424, and a later try has every effect once', async () => {
    const person = await asAdult(server, 'eve@example.org')
    const { id } = await addMedication(person)
    const body = medicationBody()
    const calls = [
      post('/api/medications', body),
      post('/api/doses', doseBody(id)),
      post('/api/doses', doseBody(id)),
      post('/api/medications', medicationBody()),
    ]
    await server.db.execute(sql`alter table dose_events rename to lost`)
    const results = await batch(calls, person)
    expect(results.map(({ status }) => status)).toEqual([201, 500, 424, 424])
    expect(results.slice(1).map((result) => result.body)).toMatchObject([
      { code: 'internal' },
      { code: 'not_attempted' },
      { code: 'not_attempted' },
    ])
    expect(results.slice(1).map(({ seq }) => seq)).toEqual([0, 0, 0])
    await server.db.execute(sql`alter table lost rename to dose_events`)
    const retried = await batch(calls, person)
    expect(retried.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(retried[0]).toEqual(results[0])
    expect(await list(person)).toHaveLength(3)
    expect(await readLog(person)).toHaveLength(2)
  })

  it.each([
    ['no calls', { calls: [] }],
    ['too many calls', { calls: Array.from({ length: BATCH_LIMIT + 1 }, () => post('/api/doses', {})) }],
    ['a call without a key', { calls: [{ method: 'POST', path: '/api/doses' }] }],
    ['a GET', { calls: [{ key: randomUUID(), method: 'GET', path: '/api/doses' }] }],
    ['no object', []],
  ])('refuses %s with 400', async (_what, body) => {
    expect((await send(ada, 'POST', '/api/batch', body)).statusCode).toBe(400)
  })

  it('takes 1000 calls, and refuses a body of more than two megabytes with 413', async () => {
    const { id } = await addMedication(ada)
    const calls = Array.from({ length: BATCH_LIMIT }, () => post('/api/doses', doseBody(id)))
    const results = await batch(calls)
    expect(results.every(({ status }) => status === 201)).toBe(true)
    const huge = await send(ada, 'POST', '/api/batch', { calls: [post('/api/doses', 'a'.repeat(2_200_000))] })
    expect([huge.statusCode, huge.json().code]).toEqual([413, 'too_large'])
  })
})

describe('the end of a batch', () => {
  const call = { key: randomUUID(), method: 'POST' as const, path: '/api/doses' }

  it('S2.5 comes when the answers are four million characters, the rest being 424', async () => {
    const megabyte = { status: 200, body: { text: 'a'.repeat(1024 * 1024) }, seq: 1 }
    const edit = { ...call, method: 'PATCH' as const, path: '/api/medications/1' }
    const { results } = await runBatch(Array(10).fill(edit), {
      performDoses: async () => null,
      perform: async () => megabyte,
      onFault: () => undefined,
    })
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 424, 424, 424, 424, 424, 424])
    expect(results.at(-1)).toMatchObject({ body: { code: 'not_attempted' }, seq: 0 })
  })

  it.each([
    [401, 'unauthenticated'],
    [403, 'age_required'],
    [403, 'consent_required'],
    [404, 'person_gone'],
    [408, 'unavailable'],
    [409, 'wrong_user'],
    [410, 'account_gone'],
    [425, 'unavailable'],
    [426, 'client_too_old'],
    [429, 'rate_limited'],
    [500, 'internal'],
    [503, 'unavailable'],
  ] as const)('S2.5 is %i %s: a temporary or gate outcome', async (status, code) => {
    const answers = [refused(404, 'not_found', ''), refused(status, code, ''), refused(404, 'not_found', '')]
    const { results } = await runBatch([call, call, call], {
      performDoses: async () => null,
      perform: async () => ({ ...(answers.shift() ?? refused(400, 'invalid', '')), seq: 1 }),
      onFault: () => undefined,
    })
    expect(results.map((result) => result.status)).toEqual([404, status, 424])
    expect(answers).toHaveLength(1)
  })

  it('S14.5 answers a call that finds its person gone, and leaves the rest', async () => {
    const gone = new ApiError(404, 'person_gone', 'Gone.')
    const edit = { ...call, method: 'PATCH' as const, path: '/api/medications/1' }
    const faults: unknown[] = []
    const answers = [refused(404, 'not_found', '')]
    const { results } = await runBatch([call, edit, edit], {
      performDoses: async () => null,
      perform: async () => {
        const answer = answers.shift()
        if (!answer) throw gone
        return { ...answer, seq: 1 }
      },
      onFault: (fault) => faults.push(fault),
    })
    expect(results).toMatchObject([{ status: 404 }, { status: 404, body: { code: 'person_gone' } }, { status: 424 }])
    expect(faults).toEqual([])
  })

  it.each([
    [400, 'invalid'],
    [403, 'premium_required'],
    [404, 'not_found'],
    [409, 'duplicate'],
    [409, 'id_conflict'],
    [410, 'medication_gone'],
    [413, 'too_large'],
    [422, 'key_reused'],
  ] as const)('S2.5 is not %i %s: a refusal of that call alone', (status, code) => {
    expect(stopsBatch(refused(status, code, ''))).toBe(false)
  })
})
