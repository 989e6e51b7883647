import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'

let server: TestApp
let lines: { msg: string; level: number; fault?: object }[]
beforeEach(async () => {
  lines = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  server = await testApp({ logger: pino({ level: 'warn' }, stream) })
})
afterEach(() => server.close())

it('what the page of the calls refuses is refused in the form of all errors', async () => {
  const page = '/api/docs/static/swagger-ui.css'
  expect((await server.inject(page)).statusCode).toBe(200)
  const refused = await server.inject({ url: page, headers: { 'if-match': '"another"' } })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    412,
    { error: 'The request is not valid.', code: 'invalid' },
  ])
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(lines).toEqual([])
})
