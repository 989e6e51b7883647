// On both databases: scopes are an array of the database, and the limit is counted under its lock.
import { randomUUID } from 'node:crypto'
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { type PersonalToken, TOKEN_CALLS, TOKENS_AT_MOST, type TokenScope } from '#domain/protocol/tokens.ts'
import { applyErasures } from '../erasure/erasures.ts'
import type { Gate } from '../http/plugins/access.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { REQUESTS, type Target } from '../testing/requests.ts'
import { gatesWhile } from '../testing/route-table.ts'
import * as schema from '../testing/tables.ts'
import { addMedication, doseBody, type Json, readLog, send } from '../testing/writes.ts'
import { purgeTokens } from './personal-tokens.ts'
import { endAllSessions } from './sessions.ts'

let server: TestApp
let gates: Map<string, Gate | null>
beforeAll(async () => {
  gates = await gatesWhile(async () => {
    server = await testApp({ environment: { ADMIN_EMAILS: 'admin@example.org' } })
  })
})
afterAll(() => server.close())

type Made = PersonalToken & { token: string }

const make = (person: Person, body: Json = {}) =>
  send(person, 'POST', '/api/user/tokens', { name: 'Kitchen', scopes: ['read'], ...body })

async function made(person: Person, ...scopes: TokenScope[]): Promise<Made> {
  const answer = await make(person, { scopes })
  expect(answer.statusCode).toBe(201)
  return answer.json<Made>()
}

const listed = async (person: Person) =>
  (await person.inject('/api/user/tokens')).json<{ tokens: PersonalToken[] }>().tokens

/** Makes the call as a program: with the token and without a cookie. */
const bear = ({ token }: { token: string }, url = '/api/medications', options: InjectOptions = {}) =>
  server.inject({ url, ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } })

const heard = async (...asked: Parameters<typeof bear>) => {
  const answer = await bear(...asked)
  return [answer.statusCode, answer.json().code]
}

describe('a personal token', () => {
  it('is shown once, and no table holds it', async () => {
    const ada = await asAdult(server, 'once@example.org')
    const { token, ...rest } = await made(ada, 'read', 'log')
    expect(token).toMatch(/^dsw_[\w-]{43}$/)
    expect(rest).toMatchObject({ name: 'Kitchen', scopes: ['read', 'log'], lastUsedAt: null, expiresAt: null })
    expect(await listed(ada)).toEqual([rest])
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue
      const rows = JSON.stringify(await server.db.select().from(table))
      expect([getTableName(table), rows.includes(token.slice(4))]).toEqual([getTableName(table), false])
    }
  })

  it('reads without a cookie, and says to the hour when it was last used', async () => {
    const ada = await asAdult(server, 'reads@example.org')
    const { id } = await addMedication(ada)
    const token = await made(ada, 'read')
    const answer = await bear(token)
    expect([answer.statusCode, answer.json().map((one: { id: string }) => one.id)]).toEqual([200, [id]])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await listed(ada))[0]?.lastUsedAt).toBe(new Date(server.clock.now()).toISOString())
  })

  it('logs a dose and takes it back, if that is its scope', async () => {
    const ada = await asAdult(server, 'logs@example.org')
    const { id } = await addMedication(ada)
    const dose = doseBody(id)
    const post = { method: 'POST', payload: dose } as const
    expect(await heard(await made(ada, 'read'), '/api/doses', post)).toEqual([403, 'scope_required'])
    expect(await readLog(ada)).toEqual([])
    const token = await made(ada, 'log')
    expect((await bear(token, '/api/doses', post)).statusCode).toBe(201)
    const undo = doseBody(id, { kind: 'undone', undoes: dose.id })
    expect((await bear(token, '/api/doses', { method: 'POST', payload: undo })).statusCode).toBe(201)
    expect((await readLog(ada)).map(({ kind }) => kind)).toEqual(['taken', 'undone'])
    expect(await heard(token)).toEqual([403, 'scope_required'])
    expect((await bear(token, '/api/plan?from=2026-03-02&to=2026-03-03')).statusCode).toBe(200)
  })

  it('opens exactly the calls of its scopes, of all that the server has', async () => {
    const admin = await asAdult(server, 'admin@example.org')
    const { id: medicationId } = await addMedication(admin)
    const target = { medicationId, ada: { id: admin.user.id, email: admin.email, device: '' } } as unknown as Target
    const gated = [...gates].flatMap(([call, gate]) => (gate ? [call] : []))
    expect(gated.length).toBeGreaterThan(60)
    for (const scope of ['read', 'log'] as const) {
      const token = await made(admin, scope)
      const open: string[] = []
      for (const call of gated) {
        const [method, path = ''] = call.split(' ')
        const isForToken = TOKEN_CALLS[call] !== undefined
        const asked = isForToken ? (REQUESTS[call]?.(target) ?? {}) : {}
        const answer = await bear(token, asked.url ?? path.replaceAll(/:\w+/g, medicationId), {
          method,
          ...(asked.payload ? { payload: asked.payload } : {}),
        } as InjectOptions)
        if (answer.statusCode < 300) open.push(call)
        else expect([call, answer.statusCode, answer.json().code]).toEqual([call, 403, 'scope_required'])
      }
      const expected = Object.keys(TOKEN_CALLS).filter((call) => TOKEN_CALLS[call]?.includes(scope))
      expect(open.sort()).toEqual(expected.sort())
    }
  })

  it('counts alone: a cookie beside it opens nothing', async () => {
    const ada = await asAdult(server, 'beside@example.org')
    const answer = await ada.inject({ url: '/api/medications', headers: { authorization: 'Bearer dsw_unknown' } })
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  })

  const ENDS: [string, (ada: Person, token: Made) => Promise<unknown>][] = [
    ['it is revoked', (ada, { id }) => ada.inject({ method: 'DELETE', url: `/api/user/tokens/${id}` })],
    ['its owner signs out everywhere', (ada) => ada.inject({ method: 'DELETE', url: '/api/user/sessions' })],
    [
      'an administrator ends all sessions',
      ({ user }) => {
        const journal = { record: async () => {}, hasErased: async () => false }
        return endAllSessions({ ...server, journal }, user.id)
      },
    ],
    ['the account is deleted', (ada) => send(ada, 'DELETE', '/api/user/account', { email: ada.email })],
  ]

  it.each(ENDS)('ends at once when %s', async (how, end) => {
    const ada = await asAdult(server, `${how.replaceAll(' ', '-')}@example.org`)
    const token = await made(ada, 'read')
    expect((await bear(token)).statusCode).toBe(200)
    await end(ada, token)
    expect(await heard(token)).toEqual([401, 'unauthenticated'])
  })

  it('lapses at its end, to the millisecond', async () => {
    const ada = await asAdult(server, 'lapses@example.org')
    const expiresAt = new Date(server.clock.now() + DAY).toISOString()
    const token = (await make(ada, { expiresAt })).json<Made>()
    server.clock.advance(DAY - 1)
    expect((await bear(token)).statusCode).toBe(200)
    server.clock.advance(1)
    expect(await heard(token)).toEqual([401, 'unauthenticated'])
    expect(await listed(ada)).toEqual([])
  })

  it('that was revoked is not brought back by a restore', async () => {
    const ada = await asAdult(server, 'restored@example.org')
    const token = await made(ada, 'read')
    await ada.inject({ method: 'DELETE', url: `/api/user/tokens/${token.id}` })
    const restored = server.erasures.filter((one) => one.kind === 'token' && one.id === token.id)
    expect(restored).toHaveLength(1)
    await server.db.update(schema.personalTokens).set({ revokedAt: null })
    expect((await bear(token)).statusCode).toBe(200)
    await applyErasures(server.db, restored)
    expect(await heard(token)).toEqual([401, 'unauthenticated'])
  })

  it('is forgotten 90 days after it stopped working, and not before', async () => {
    const ada = await asAdult(server, 'forgotten@example.org')
    const { id } = await made(ada, 'read')
    await ada.inject({ method: 'DELETE', url: `/api/user/tokens/${id}` })
    const isThere = async () => (await server.db.select().from(schema.personalTokens)).some((one) => one.id === id)
    const end = server.clock.now()
    await purgeTokens(server.db, end + 90 * DAY)
    expect(await isThere()).toBe(true)
    await purgeTokens(server.db, end + 90 * DAY + 1)
    expect(await isThere()).toBe(false)
  })

  it('is nobody else’s to see or revoke', async () => {
    const ada = await asAdult(server, 'owner@example.org')
    const other = await asAdult(server, 'stranger@example.org')
    const token = await made(ada, 'read')
    expect(await listed(other)).toEqual([])
    const url = `/api/user/tokens/${token.id}`
    expect((await other.inject({ method: 'DELETE', url })).statusCode).toBe(404)
    expect((await bear(token)).statusCode).toBe(200)
  })

  it('needs what a session needs: age and consent', async () => {
    const fresh = await signIn(server, 'fresh@example.org')
    expect((await make(fresh)).json().code).toBe('age_required')
    const minor = await asAdult(server, 'turned@example.org')
    const token = await made(minor, 'read')
    await server.db
      .update(schema.users)
      .set({ dateOfBirth: '2012-01-01', parentalConsentRequired: true })
      .where(eq(schema.users.id, minor.user.id))
    expect(await heard(token)).toEqual([403, 'consent_required'])
  })

  it('is one of twenty at most, also when several are made at once', async () => {
    const ada = await asAdult(server, 'many@example.org')
    const answers = await Promise.all(Array.from({ length: TOKENS_AT_MOST + 3 }, () => make(ada)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    expect(refused.map((answer) => answer.json().code)).toEqual(Array(3).fill('limit_reached'))
    expect(await listed(ada)).toHaveLength(TOKENS_AT_MOST)
  })

  it.each<[string, Json]>([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['admin'] }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ])('is refused with the field at fault: %s of %j', async (field, body) => {
    const ada = await asAdult(server, `${randomUUID()}@example.org`)
    const answer = await make(ada, body)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
  })

  it('is described in the API document, with the scopes of each call', async () => {
    const document = (await server.inject('/api/openapi.json')).json()
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
    const written = Object.fromEntries(
      Object.entries(document.paths as Record<string, Record<string, { security?: Json[] }>>).flatMap(([path, calls]) =>
        Object.entries(calls).flatMap(([method, { security = [] }]) => {
          const scopes = security.flatMap((one) => (one.token as string[] | undefined) ?? [])
          return scopes.length > 0 ? [[`${method.toUpperCase()} ${path}`, scopes]] : []
        }),
      ),
    )
    expect(written).toEqual(TOKEN_CALLS)
  })
})
