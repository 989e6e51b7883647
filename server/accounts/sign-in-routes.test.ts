import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { type TestApp, type TestAppOptions, testApp } from '../testing/app.ts'
import { askForCode, signIn, typeCode } from '../testing/people.ts'
import { verifications } from '../testing/tables.ts'
import { purgeCodes } from './sign-in-codes.ts'

let open: TestApp[] = []
async function start(options?: TestAppOptions): Promise<TestApp> {
  const server = await testApp(options)
  open.push(server)
  return server
}
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.map((server) => server.close()))
  open = []
})

const post = (server: TestApp, url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns the contents of all tables as text. */
async function wholeDatabase(server: TestApp): Promise<string> {
  const tables = await server.db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const rows = (tables as unknown as { rows: { name: string }[] }).rows
  expect(rows.length).toBeGreaterThan(5)
  const contents = await Promise.all(
    rows.map(({ name }) => server.db.execute(sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`)),
  )
  return JSON.stringify(contents)
}

describe('signing in with a mailed code', () => {
  it('makes an account for a new address and finds it again in any spelling of its letters', async () => {
    const server = await start()
    const first = await signIn(server, 'margaret@example.org')
    const again = await signIn(server, 'Margaret@Example.ORG')
    expect(again.user.id).toBe(first.user.id)
    expect(again.cookie).not.toBe(first.cookie)
  })

  it('sets a cookie that scripts cannot read and other sites cannot send, for 180 days', async () => {
    const server = await start()
    const { code, cookie } = await askForCode(server, 'a@example.org')
    const answer = await typeCode(server, code, cookie)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/')
    expect(answer.cookies.find(({ name }) => name === 'dosewell-session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 180 * 24 * 60 * 60,
    })
  })

  it('prefixes its cookies with __Host- and marks them Secure where people come by https', async () => {
    const server = await start({ environment: { PUBLIC_URL: 'https://dosewell.example' } })
    const { code, cookie } = await askForCode(server, 'a@example.org')
    const answer = await typeCode(server, code, cookie)
    const kept = answer.cookies.filter(({ value }) => value !== '')
    expect(kept.filter(({ httpOnly }) => httpOnly)).toMatchObject([
      { name: '__Host-dosewell-device', secure: true, path: '/', sameSite: 'Lax' },
      { name: '__Host-dosewell-session', secure: true, path: '/', sameSite: 'Lax' },
    ])
    // The other one is for the page to read, and only says whose session has begun.
    expect(kept.filter(({ httpOnly }) => !httpOnly)).toMatchObject([
      { name: 'signed_in', value: expect.stringMatching(/^[0-9a-f-]{36}$/), secure: true, maxAge: 120 },
    ])
  })

  it('no table holds the cookie’s value or the code', async () => {
    const server = await start()
    const waiting = await askForCode(server, 'waiting@example.org')
    const person = await signIn(server, 'a@example.org')
    const token = person.cookie.split('=')[1] ?? ''
    const [challenge = ''] = (waiting.cookie.split('=')[1] ?? '').split('.')
    const { value } = JSON.parse(Buffer.from(challenge, 'base64url').toString())
    const waitsFor: string = value.token
    const contents = await wholeDatabase(server)
    for (const secret of [token, waitsFor]) expect(secret.length).toBeGreaterThan(40)
    expect(contents).toContain('a@example.org')
    expect(contents).not.toContain(token)
    expect(contents).not.toContain(waitsFor)
    // The address that asked is not stored either: it is in the cookie.
    expect(contents).not.toContain('waiting@example.org')
    expect(contents).not.toMatch(new RegExp(`\\b${waiting.code}\\b`))
  })

  it('says how many tries are left, keeps what was typed, and refuses even the right code after five', async () => {
    const server = await start()
    const { code, cookie } = await askForCode(server, 'a@example.org')
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      const answer = await typeCode(server, wrong(code), cookie)
      expect(answer.statusCode).toBe(400)
      expect(answer.body).toContain(`That code doesn’t match. You have ${left} left.`)
      expect(answer.body).toContain(`value="${wrong(code)}"`)
    }
    expect((await typeCode(server, wrong(code), cookie)).body).toContain('tried too often')
    expect((await typeCode(server, code, cookie)).body).toContain('tried too often')
    const anew = await askForCode(server, 'a@example.org')
    expect((await typeCode(server, anew.code, anew.cookie)).statusCode).toBe(303)
  })

  it('something that cannot be a code costs no try; spaces and dashes in one do not matter', async () => {
    const server = await start()
    const { code, cookie } = await askForCode(server, 'a@example.org')
    for (const text of ['', '12345', 'abcdef', '1234567']) {
      expect((await typeCode(server, text, cookie)).body).toContain('Enter the six digits from the email.')
    }
    expect((await typeCode(server, ` ${code.slice(0, 3)}-${code.slice(3)} `, cookie)).statusCode).toBe(303)
  })

  it('a code works once, also when it is sent twice at the same moment', async () => {
    const server = await start()
    const { code, cookie } = await askForCode(server, 'a@example.org')
    const answers = await Promise.all([1, 2, 3].map(() => typeCode(server, code, cookie)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400])
  })

  it('a code works for ten minutes', async () => {
    const server = await start()
    const { code, cookie } = await askForCode(server, 'a@example.org')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1000 })
    expect((await typeCode(server, code, cookie)).body).toContain('That code no longer works. Send a new code.')
  })

  it('a new code ends the older one of the same browser', async () => {
    const server = await start()
    const first = await askForCode(server, 'a@example.org')
    const second = await askForCode(server, 'a@example.org', first.cookie)
    expect((await typeCode(server, first.code, first.cookie)).body).toContain('That code no longer works.')
    expect((await typeCode(server, second.code, second.cookie)).statusCode).toBe(303)
  })

  it.each(['', 'nobody', 'a@', `${'a'.repeat(250)}@example.org`])(
    'an address that cannot be one (%j) is refused on the page, and kept there',
    async (email) => {
      const server = await start()
      const answer = await post(server, '/api/login', { email })
      expect(answer.statusCode).toBe(400)
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.body).toContain(`value="${email}"`)
      expect(server.mails).toHaveLength(0)
    },
  )

  it.each(['bo..ann@docomo.example.jp', 'r&d!team@example.org', 'bo@example.xn--p1ai'])(
    'an address that every form takes (%j) can be used',
    async (email) => {
      const server = await start()
      expect((await post(server, '/api/login', { email })).statusCode).toBe(303)
      expect(server.mails.map(({ to }) => to)).toEqual([email])
    },
  )

  it('a mail that cannot be sent is said, and what was typed survives', async () => {
    const server = await start({
      mailer: {
        destination: 'lost',
        send: async () => {
          throw new Error('no connection')
        },
      },
    })
    const answer = await post(server, '/api/login', { email: 'a@example.org' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('We couldn’t send the email just now.')
    expect(answer.body).toContain('value="a@example.org"')
  })

  it('an eleventh code for one account and network within ten minutes answers 429 with Retry-After, and nobody else hears of it', async () => {
    const server = await start({ environment: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'on' } })
    const ask = (from: string) => post(server, '/api/login', { email: 'a@example.org' }, { 'x-forwarded-for': from })
    for (let n = 1; n <= 10; n += 1) expect((await ask(`2001:db8:1:2::${n}`)).statusCode).toBe(303)
    const refused = await ask('2001:db8:1:2::11')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.body).toContain('Too many tries. Please wait 10 minutes and try again.')
    expect(refused.body).toContain('value="a@example.org"')
    expect((await ask('2001:db8:1:3::1')).statusCode).toBe(303)
    server.clock.advance(10 * 60_000)
    expect((await ask('2001:db8:1:2::11')).statusCode).toBe(303)
  })

  it('an eleventh code from one address on the network answers 429, for whatever account', async () => {
    const server = await start({ environment: { RATE_LIMIT_SCALE: '1' } })
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push(await post(server, '/api/login', { email: `p${n}@example.org` }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(303), 429])
  })

  it('leads on only to pages of the app', async () => {
    const server = await start()
    const landing = async (next: string) => {
      const asked = await post(server, '/api/login', { email: 'a@example.org', next })
      const code = /\b\d{6}\b/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
      const cookie = asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      return (await typeCode(server, code, cookie)).headers.location
    }
    expect(await landing('/reminders?dose=1')).toBe('/reminders?dose=1')
    expect(await landing('/settings#lock')).toBe('/settings#lock')
    for (const elsewhere of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/\t/evil.example',
      '/api/logout',
      '/%61pi/logout',
      'javascript:x',
    ]) {
      expect(await landing(elsewhere)).toBe('/')
    }
  })

  it('the way back is kept by who takes another address', async () => {
    const server = await start()
    const asked = await post(server, '/api/login', { email: 'a@example.org', next: '/reminders?dose=1' })
    const cookie = asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const page = await server.inject({ url: '/api/login/code', headers: { cookie } })
    expect(page.body).toContain('<a class="btn btn--quiet" href="/api/login?next=%2Freminders%3Fdose%3D1">')
  })

  it('who is signed in already is led on; who has no code waiting is led to the first page', async () => {
    const server = await start()
    const person = await signIn(server, 'a@example.org')
    expect((await person.inject('/api/login?next=/history')).headers.location).toBe('/history')
    expect((await server.inject('/api/login/code')).headers.location).toBe('/api/login')
    expect((await server.inject('/api/login')).statusCode).toBe(200)
  })

  it('a forged address cookie is not believed', async () => {
    const server = await start()
    const forged = Buffer.from(JSON.stringify({ email: 'victim@example.org' })).toString('base64url')
    const answer = await server.inject({
      url: '/api/login/code',
      headers: { cookie: `dosewell-sign-in=${forged}.AAAA` },
    })
    expect(answer.headers.location).toBe('/api/login')
  })

  it('a form that another site posts is refused', async () => {
    const server = await start()
    const answer = await post(server, '/api/login', { email: 'a@example.org' }, { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(403)
    expect(server.mails).toHaveLength(0)
  })
})

it('codes that lapsed are forgotten', async () => {
  const server = await start()
  for (const email of ['gone@example.org', 'here@example.org']) await askForCode(server, email)
  const [gone, here] = await server.db.select().from(verifications).orderBy(verifications.createdAt)
  await server.db.execute(sql`update verifications set expires_at = now() - interval '1 second' where id = ${gone?.id}`)
  await purgeCodes(server.db)
  expect(await server.db.select().from(verifications)).toEqual([here])
})

describe('a session', () => {
  it('lasts 180 days from its last use', async () => {
    const server = await start()
    const person = await signIn(server, 'a@example.org')
    server.clock.advance(179 * DAY)
    const used = await person.inject('/api/auth/user')
    expect(used.statusCode).toBe(200)
    expect(used.cookies.find(({ name }) => name === 'dosewell-session')?.maxAge).toBe(180 * 24 * 60 * 60)
    server.clock.advance(179 * DAY)
    expect((await person.inject('/api/auth/user')).statusCode).toBe(200)
    server.clock.advance(180 * DAY)
    expect((await person.inject('/api/auth/user')).statusCode).toBe(401)
  })
})
