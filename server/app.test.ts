import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, type TestAppOptions, testApp } from './testing/app.ts'
import { asAdult, signIn } from './testing/people.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

let others: TestApp[] = []
async function start(options: TestAppOptions): Promise<TestApp> {
  const other = await testApp(options)
  others.push(other)
  return other
}
afterEach(async () => {
  await Promise.all(others.map((other) => other.close()))
  others = []
})

it('says that it lives and that its database answers', async () => {
  for (const path of ['live', 'ready']) {
    const answer = await server.inject(`/api/health/${path}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok' })
  }
})

it('is not ready when its database is gone, and says so without its words', async () => {
  const other = await start({})
  vi.spyOn(other.db, 'execute').mockRejectedValue(new Error('connection to 10.0.0.7 refused'))
  const answer = await other.inject('/api/health/ready')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'unavailable', error: 'The database does not answer.' })
})

describe('errors', () => {
  const patch = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
    const person = await signIn(server, 'errors@example.org')
    return person.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  }

  it.each([
    ['no JSON', '{"firstName":', 400, 'invalid'],
    ['an empty body', '', 400, 'invalid'],
    ['a list', '[]', 400, 'invalid'],
    ['a text', '"x"', 400, 'invalid'],
    ['null', 'null', 400, 'invalid'],
    ['a prototype key', '{"__proto__":{"isAdmin":true}}', 400, 'invalid'],
    ['a constructor key', '{"constructor":{"prototype":{"isAdmin":true}}}', 400, 'invalid'],
    ['a NUL character', '{"firstName":"a\\u0000b"}', 400, 'invalid'],
    ['half of a character', '{"firstName":"\\ud800"}', 400, 'invalid'],
    ['bottomless nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400, 'invalid'],
    ['two megabytes', `{"firstName":"${'x'.repeat(2_000_000)}"}`, 413, 'too_large'],
  ])('%s answers %s', async (_name, body, status, code) => {
    const answer = await patch(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
    expect(answer.json().message).toBe(answer.json().error)
    expect(answer.json().error).toMatch(/^[A-Z’a-z].*\.$/)
  })

  it('bytes that are no text answer 4xx, or are stored as the replacement character', async () => {
    const answer = await patch(Buffer.from([0x7b, 0x22, 0x66, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))
    expect(answer.statusCode).toBe(400)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('a body of type %s answers 415 where JSON is expected', async (type) => {
    const answer = await patch('firstName=x', { 'content-type': type })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
  })

  it.each(['/api/none', '/api', '/api/auth/user/x'])('the unknown call %s answers 404 as JSON', async (url) => {
    const answer = await server.inject({ url, headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      error: 'There is nothing at this address.',
      message: 'There is nothing at this address.',
      code: 'not_found',
    })
  })

  it('an address that cannot be decoded answers 400', async () => {
    const answer = await server.inject('/api/%E0%A4%A')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid' })
  })

  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['a header of 100 kB', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
  ])('%s answers 4xx with the same shape', async (_name, bytes, status) => {
    const other = await start({})
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.end(bytes)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'invalid' })
  })

  it('a fault answers 500 with a neutral sentence, and its words reach neither the answer nor the log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const other = await start({ logger: pino({ level: 'debug' }, stream) })
    const person = await asAdult(other, 'private@example.org')
    await other.db.execute('alter table users rename column first_name to gone')
    const answer = await person.inject({
      method: 'PATCH',
      url: '/api/user/profile?note=metformin',
      payload: { firstName: 'Metformin-Margaret' },
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      error: 'Something went wrong on our side. Please try again.',
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
    })
    await other.inject('/medications?voice=metformin')
    const log = lines.join('')
    expect(log).toContain('"status":500')
    expect(log).toContain('"route":"/api/user/profile"')
    for (const secret of [
      'Margaret',
      'metformin',
      'private@example.org',
      '1980-05-17',
      person.cookie.split('=')[1] ?? '',
    ]) {
      expect(log).not.toContain(secret)
    }
  })

  it('an older protocol answers 426, and every answer of the API says which one is spoken', async () => {
    const answer = await server.inject({ url: '/api/health/live', headers: { 'dosewell-protocol': '0' } })
    expect(answer.statusCode).toBe(426)
    expect(answer.json()).toMatchObject({ code: 'client_too_old' })
    expect(answer.headers['dosewell-protocol']).toBe('1')
  })
})

describe('security headers', () => {
  it.each(['/', '/nowhere', '/api/login', '/api/health/live', '/api/none', '/api/docs', '/auth.css'])(
    'stand on %s',
    async (url) => {
      const { headers } = await server.inject(url)
      const csp = String(headers['content-security-policy'])
      expect(csp).toContain("default-src 'none'")
      expect(csp).toContain("base-uri 'none'")
      expect(csp).toContain("frame-ancestors 'none'")
      expect(csp).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['permissions-policy']).toContain(
        'camera=(self), microphone=(self), publickey-credentials-get=(self)',
      )
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('ask for https for a year and more where people come by https', async () => {
    const other = await start({ environment: { PUBLIC_URL: 'https://dosewell.example', TRUST_PROXY: 'on' } })
    const { headers } = await other.inject({
      url: '/api/health/live',
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    const plain = await other.inject({ url: '/medications?edit=1', headers: { 'x-forwarded-proto': 'http' } })
    expect(plain.statusCode).toBe(308)
    expect(plain.headers.location).toBe('https://dosewell.example/medications?edit=1')
  })

  it('a call of the API that came unencrypted is refused, not redirected', async () => {
    const other = await start({ environment: { PUBLIC_URL: 'https://dosewell.example', TRUST_PROXY: 'on' } })
    const came = { 'x-forwarded-proto': 'http' }
    const call = await other.inject({ url: '/api/medications', headers: { ...came, accept: '*/*' } })
    expect([call.statusCode, call.json().code]).toEqual([403, 'forbidden'])
    const write = await other.inject({
      method: 'POST',
      url: '/api/doses',
      headers: { ...came, accept: 'text/html' },
    })
    expect(write.statusCode).toBe(403)
    const page = await other.inject({
      url: '/api/login',
      headers: { ...came, accept: 'text/html,*/*;q=0.8' },
    })
    expect(page.statusCode).toBe(308)
  })
})

describe('writes from other sites', () => {
  it.each([
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site request of a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a foreign origin that claims to be ours', { origin: 'http://localhost:3000.evil.example' }],
  ])('%s answers 403 without effect', async (_name, headers) => {
    const person = await signIn(server, 'csrf@example.org')
    const answer = await person.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      headers,
      payload: { firstName: 'Eve' },
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'cross_site' })
    expect((await person.inject('/api/auth/user')).json()).toMatchObject({ firstName: null })
  })

  it.each([
    ['our public address', { origin: 'http://localhost:3000', host: '127.0.0.1:3000' }],
    ['the address it came to', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['no browser', {}],
  ])('from %s are carried out', async (_name, headers) => {
    const person = await signIn(server, 'own@example.org')
    const answer = await person.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      headers,
      payload: { firstName: 'Ann' },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('rate limits', () => {
  it('a session may call 600 times a minute; then 429 with Retry-After, while another session goes on', async () => {
    const other = await start({ environment: { RATE_LIMIT_SCALE: '0.2' } })
    const [one, two] = [await signIn(other, 'a@example.org'), await signIn(other, 'b@example.org')]
    let answer = await one.inject('/api/auth/user')
    let calls = 2
    while (answer.statusCode === 200 && calls < 200) {
      answer = await one.inject('/api/auth/user')
      calls += 1
    }
    expect(calls).toBe(600 * 0.2 + 1)
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ code: 'rate_limited' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await two.inject('/api/auth/user')).statusCode).toBe(200)
  })
})

describe('the OpenAPI document', () => {
  it('describes the calls, and its page loads nothing from elsewhere', async () => {
    const document = (await server.inject('/api/openapi.json')).json()
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/auth/user', '/api/user/verify-age']))
    const page = (await server.inject('/api/docs')).body
    expect(page).not.toMatch(/(src|href)="https?:/)
    expect(page).not.toMatch(/<script>|<style>| style=/)
    const files = [...page.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect((await server.inject(file)).statusCode).toBe(200)
    const none = await server.inject('/api/docs/static/none.css')
    expect([none.statusCode, none.json().code]).toEqual([404, 'not_found'])
  })

  it('is absent when switched off', async () => {
    const other = await start({ environment: { OPENAPI: 'off' } })
    expect((await other.inject('/api/openapi.json')).statusCode).toBe(404)
    expect((await other.inject('/api/docs')).statusCode).toBe(404)
  })
})
