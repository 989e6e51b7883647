import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { asAdult, type Person } from '../../testing/people.ts'
import { addMedication, doseBody, send } from '../../testing/writes.ts'
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
