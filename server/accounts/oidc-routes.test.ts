import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { identities } from '../testing/tables.ts'
import { accountOf } from './users.ts'

/** A real provider on loopback, with login and consent done by `login` below the way a user would. */
interface Idp {
  issuer: string
  server: Server
}

const PEOPLE: Record<string, Record<string, unknown>> = {
  ann: { email: 'Ann@example.org', email_verified: true, given_name: 'Ann', family_name: 'Okonkwo' },
  broken: {
    email: 'bo@example.org',
    email_verified: true,
    given_name: 'B\0o',
    family_name: `${'x'.repeat(79)}💊💊`,
  },
  unproven: { email: 'victim@example.org', email_verified: false },
  nameless: {},
}

async function startProvider(): Promise<Idp> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'dosewell',
        client_secret: 'a-secret-of-the-test',
        redirect_uris: ['http://localhost:3000/api/login/callback'],
      },
    ],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...PEOPLE[id] }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    jwks: { keys: [await signingKey()] },
    cookies: { keys: ['cookie-key-of-the-test'] },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      const accountId = String(request.headers['x-person'])
      return provider.interactionFinished(request, response, { login: { accountId } })
    }
    const grant = new provider.Grant({
      accountId: String(session?.accountId),
      clientId: String(params.client_id),
    })
    grant.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  })
  return { issuer, server }
}

async function signingKey() {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  // The whole JWK is published, and only for verifying: the private half's `key_ops` do not belong there.
  const { key_ops: _signing, ...jwk } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { ...jwk, kid: 'test', use: 'sig', alg: 'RS256' }
}

/** Follows the provider's redirects with its cookies until it sends the browser back to us. */
async function login(start: string, person: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 12; hop += 1) {
    if (url.startsWith('http://localhost:3000/')) return url.slice('http://localhost:3000'.length)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie, 'x-person': person } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url).href
  }
  throw new Error('the provider redirects for ever')
}

const ENVIRONMENT = { OIDC_CLIENT_ID: 'dosewell', OIDC_CLIENT_SECRET: 'a-secret-of-the-test' }

let idp: Idp
let server: TestApp
beforeAll(async () => {
  // The provider warns at length that its store and lifetimes are for development.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  idp = await startProvider()
  server = await testApp({
    environment: { ...ENVIRONMENT, OIDC_ISSUER: idp.issuer },
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  idp.server.closeAllConnections()
  await new Promise((done) => idp.server.close(done))
})

async function begin(next = ''): Promise<{ url: string; cookie: string }> {
  const answer = await server.inject(`/api/login${next}`)
  expect(answer.statusCode).toBe(303)
  return {
    url: String(answer.headers.location),
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
}

describe('signing in at a provider', () => {
  it('sends the browser there with PKCE, state and nonce', async () => {
    const url = new URL((await begin()).url)
    expect(url.origin).toBe(idp.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/api/login/callback',
    })
    expect(url.searchParams.get('state')).toBeTruthy()
    expect(url.searchParams.get('nonce')).toBeTruthy()
  })

  it('comes back as the owner of the verified address, with the name for a new account, at the page asked for', async () => {
    const begun = await begin('?next=/history')
    const answer = await server.inject({
      url: await login(begun.url, 'ann'),
      headers: { cookie: begun.cookie },
    })
    expect(answer.headers.location).toBe('/history')
    const session = answer.cookies.find(({ name }) => name === 'dosewell-session')
    const self = await server.inject({
      url: '/api/auth/user',
      headers: { cookie: `dosewell-session=${session?.value}` },
    })
    expect(self.json()).toMatchObject({ email: 'ann@example.org', firstName: 'Ann', lastName: 'Okonkwo' })
  })

  describe('knows people by the provider’s own name for them', () => {
    const signedIn = async (person: string) => {
      const begun = await begin()
      const url = await login(begun.url, person)
      const answer = await server.inject({ url, headers: { cookie: begun.cookie } })
      const session = answer.cookies.find(({ name }) => name === 'dosewell-session')?.value
      const headers = { cookie: `dosewell-session=${session}` }
      const self = session ? (await server.inject({ url: '/api/auth/user', headers })).json() : null
      return { answer, headers, id: self?.id as string | undefined, email: self?.email as string | undefined }
    }
    /** Created when codes were still mailed. */
    const accountAt = async (email: string) => (await accountOf(server, email)).id
    const at = (email: string, isVerified = true) => ({ email, email_verified: isVerified })

    it('the first sign-in is to the account that the address has already', async () => {
      const before = await accountAt('early@example.org')
      PEOPLE.early = at('Early@example.org')
      expect((await signedIn('early')).id).toBe(before)
    })

    it('another address is the same account, whose address stays', async () => {
      PEOPLE.moved = at('moved@example.org')
      const { id } = await signedIn('moved')
      PEOPLE.moved = at('married@example.org')
      expect(await signedIn('moved')).toMatchObject({ id, email: 'moved@example.org' })
      // Even if that address has its own account.
      const other = await accountAt('other@example.org')
      PEOPLE.moved = at('other@example.org')
      expect((await signedIn('moved')).id).toBe(id)
      expect(other).not.toBe(id)
    })

    it('an address that was given out again is not the account of its last owner', async () => {
      PEOPLE.left = at('desk@example.org')
      const { id } = await signedIn('left')
      PEOPLE.newcomer = at('desk@example.org')
      const { answer, id: theirs } = await signedIn('newcomer')
      expect([answer.statusCode, theirs]).toEqual([400, undefined])
      expect(answer.body).toContain('belongs to somebody else at your sign-in provider')
      expect((await signedIn('left')).id).toBe(id)
      PEOPLE.newcomer = at('newcomer@example.org')
      expect((await signedIn('newcomer')).id).not.toBe(id)
    })

    it('an address that is not verified any more signs nobody in', async () => {
      PEOPLE.doubtful = at('doubtful@example.org')
      expect((await signedIn('doubtful')).id).toBeDefined()
      PEOPLE.doubtful = at('doubtful@example.org', false)
      expect((await signedIn('doubtful')).answer.statusCode).toBe(400)
    })

    it('two sign-ins at once are one account, and of two people with one address only one gets in', async () => {
      PEOPLE.twice = at('twice@example.org')
      const [one, two] = await Promise.all([signedIn('twice'), signedIn('twice')])
      expect(one.id).toBe(two.id)
      PEOPLE.first = at('same@example.org')
      PEOPLE.second = at('same@example.org')
      const both = await Promise.all([signedIn('first'), signedIn('second')])
      expect(both.map(({ answer }) => answer.statusCode).sort()).toEqual([303, 400])
    })

    it('a deleted account is forgotten: the same person begins anew', async () => {
      PEOPLE.leaver = at('leaver@example.org')
      const { id } = await signedIn('leaver')
      await transaction(server.db, (tx) => eraseAccount(tx, id ?? '', server.clock.now()))
      expect(
        await server.db
          .select()
          .from(identities)
          .where(eq(identities.userId, id ?? '')),
      ).toEqual([])
      const anew = await signedIn('leaver')
      expect([anew.answer.statusCode, anew.id === id]).toEqual([303, false])
    })
  })

  it('takes of a name what can be stored', async () => {
    const begun = await begin()
    const answer = await server.inject({
      url: await login(begun.url, 'broken'),
      headers: { cookie: begun.cookie },
    })
    expect(answer.statusCode).toBe(303)
    const session = answer.cookies.find(({ name }) => name === 'dosewell-session')
    const self = await server.inject({
      url: '/api/auth/user',
      headers: { cookie: `dosewell-session=${session?.value}` },
    })
    expect(self.json()).toMatchObject({ firstName: 'Bo', lastName: `${'x'.repeat(79)}💊` })
  })

  it.each(['unproven', 'nameless'])('refuses a person without a verified address (%s)', async (person) => {
    const begun = await begin('?next=/history')
    const answer = await server.inject({
      url: await login(begun.url, person),
      headers: { cookie: begun.cookie },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('has not confirmed your email address')
    expect(answer.body).toContain('href="/api/login?next=%2Fhistory"')
    expect(answer.cookies.find(({ name }) => name === 'dosewell-session')).toBeUndefined()
  })

  it('refuses an answer of the provider that this browser did not ask for', async () => {
    const mine = await begin()
    const theirs = await begin()
    const callback = await login(theirs.url, 'ann')
    for (const cookie of ['', mine.cookie]) {
      const answer = await server.inject({ url: callback, headers: { cookie } })
      expect(answer.statusCode).toBe(400)
      expect(answer.cookies.find(({ name }) => name === 'dosewell-session')).toBeUndefined()
    }
  })

  it('refuses an ID token that somebody else signed', async () => {
    const real = globalThis.fetch
    const { kty, n, e, kid, use, alg } = await signingKey()
    const keys = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
      const answer = await real(url, options)
      return String(url).endsWith('/jwks') ? Response.json({ keys: [{ kty, n, e, kid, use, alg }] }) : answer
    })
    const other = await testApp({ environment: { ...ENVIRONMENT, OIDC_ISSUER: idp.issuer } })
    try {
      const start = await other.inject('/api/login')
      const cookie = start.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const url = await login(String(start.headers.location), 'ann')
      const answer = await other.inject({ url, headers: { cookie } })
      expect(answer.statusCode).not.toBe(303)
      expect(answer.cookies.find(({ name }) => name === 'dosewell-session')).toBeUndefined()
    } finally {
      keys.mockRestore()
      await other.close()
    }
  })

  it('has no e-mail form beside it', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'a@example.org' },
    })
    expect(answer.statusCode).toBe(404)
    expect((await server.inject('/api/login/code')).statusCode).toBe(404)
  })

  it('says so when the provider does not answer, and asks again next time', async () => {
    const dead = await testApp({ environment: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x' } })
    for (const _time of [1, 2]) {
      const answer = await dead.inject('/api/login')
      expect(answer.statusCode).toBe(503)
      expect(answer.body).toContain('The sign-in provider does not answer.')
    }
    await dead.close()
  })
})
