import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { asAdult, type Person } from '../../testing/people.ts'
import { addMedication, doseBody, medicationBody, send } from '../../testing/writes.ts'
import { encodingFor } from './compress.ts'

let server: TestApp
let ada: Person
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  const { id } = await addMedication(ada)
  for (let i = 0; i < 10; i += 1) await send(ada, 'POST', '/api/doses', doseBody(id))
})
afterAll(() => server.close())

const ask = (url: string, encodings: string) => ada.inject({ url, headers: { 'accept-encoding': encodings } })

it('a page of the log goes out compressed, as the client takes it', async () => {
  const plain = await ada.inject('/api/doses')
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [encodings, used, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const answer = await ask('/api/doses', encodings)
    expect(answer.headers).toMatchObject({ 'content-encoding': used, vary: 'accept-encoding' })
    expect(decode(answer.rawPayload).toString()).toBe(plain.body)
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  }
})

it('a short answer goes out as it is', async () => {
  const answer = await ask('/api/doses?limit=1', 'br')
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json().events).toHaveLength(1)
})

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, BR; q=0.1', 'br'],
])('of %j it chooses %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

describe('a batch', () => {
  const call = (path: string, body: unknown) => ({ key: randomUUID(), method: 'POST', path, body })
  const doses = async (count: number) => {
    const { id } = await addMedication(ada)
    return Array.from({ length: count }, () => call('/api/doses', doseBody(id)))
  }
  const post = (payload: Buffer | string, headers: Record<string, string> = {}) =>
    ada.inject({
      method: 'POST',
      url: '/api/batch',
      payload,
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br', ...headers },
    })
  const gzipped = { 'content-encoding': 'gzip' }

  it('is read compressed; a thousand doses are 200 kB up at most, 5 kB down', async () => {
    const payload = gzipSync(JSON.stringify({ calls: await doses(1000) }))
    expect(payload.length).toBeLessThan(200_000)
    const answer = await post(payload, gzipped)
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.rawPayload.length).toBeLessThan(5000)
    const { results } = JSON.parse(brotliDecompressSync(answer.rawPayload).toString())
    expect(results.map(({ status }: { status: number }) => status)).toEqual(Array(1000).fill(201))
  })

  it('that repeats what was sent is answered as it is', async () => {
    const calls = [...(await doses(40)), call('/api/medications', medicationBody())]
    const answer = await post(JSON.stringify({ calls }))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.length).toBeGreaterThan(2048)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['that is not gzip', Buffer.from('{"calls":[]}'), gzipped, 400],
    ['that was cut off', gzipSync(JSON.stringify({ calls: [] })).subarray(0, 15), gzipped, 400],
    ['that is empty', Buffer.alloc(0), gzipped, 400],
    ['that grows beyond two megabytes', gzipSync(`{"calls":[${' '.repeat(8_000_000)}]}`), gzipped, 413],
    ['in another encoding', Buffer.from('{"calls":[]}'), { 'content-encoding': 'br' }, 415],
    ['that is no JSON', gzipSync('{}'), { ...gzipped, 'content-type': 'application/octet-stream' }, 415],
  ])('%s is refused', async (_what, payload, headers, status) => {
    const answer = await post(payload, headers)
    expect([answer.statusCode, typeof answer.json().error]).toEqual([status, 'string'])
  })

  it('whose body is broken harms neither the server nor what comes next on its connection', async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const cookie = ada.cookie
    const ask = (headers: Record<string, string>, body: Buffer | null) =>
      new Promise<number | undefined>((resolve, reject) => {
        const to = { agent, method: body ? 'POST' : 'GET', headers: { cookie, ...headers } }
        const asked = request(`${address}${body ? '/api/batch' : '/api/doses'}`, to, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode))
        })
        asked.on('error', reject).end(body ?? undefined)
      })
    const json = { 'content-type': 'application/json', ...gzipped }
    const tooLong = Buffer.concat([gzipSync(' '.repeat(8_000_000)), Buffer.alloc(200_000, 'x')])
    const answered: (number | undefined)[] = []
    for (const [headers, body] of [
      [{ ...gzipped, 'content-type': 'application/octet-stream' }, Buffer.alloc(300_000, 'x')],
      [gzipped, Buffer.from('x')],
      [json, Buffer.alloc(300_000, 'x')],
      [json, tooLong],
    ] as const) {
      answered.push(await ask(headers, body), await ask({}, null))
    }
    agent.destroy()
    expect(answered).toEqual([415, 200, 415, 200, 400, 200, 413, 200])
  })
})
