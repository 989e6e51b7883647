import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_PAGE, type AdminStats } from '#domain/protocol/admin.ts'
import { missingErasures } from '../erasure/missing-erasures.ts'
import { setAside } from '../queue/set-aside.ts'
import { storeAccounts } from '../testing/accounts.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { queuedMails } from '../testing/mails.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { addPerson, on } from '../testing/people-of.ts'
import { subscriptionBody } from '../testing/push.ts'
import * as schema from '../testing/tables.ts'
import { addMedication, doseBody, send } from '../testing/writes.ts'
import { AUDIT_KEPT, purgeAdminAudit } from './audit.ts'

const DAY = 86_400_000
const BOSS = 'boss@example.org'

let server: TestApp
let boss: Person
let ada: Person
beforeEach(async () => {
  server = await testApp({ environment: { ADMIN_EMAILS: BOSS } })
  boss = await signIn(server, BOSS)
  ada = await asAdult(server, 'ada@example.org')
  server.erasures.length = 0
})
afterEach(() => server.close())

async function stats(): Promise<AdminStats> {
  const answer = await boss.inject('/api/admin/stats')
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json()
}

const remove = (id: string) => send(boss, 'DELETE', `/api/admin/users/${id}`)
const reset = (id: string) => send(boss, 'POST', `/api/admin/users/${id}/reset-password`)
const audit = async () =>
  (await server.db.select().from(schema.adminAudit).orderBy(schema.adminAudit.id)).map(({ id: _id, ...row }) => row)

describe('who administers', () => {
  it('is decided at each request: who was taken off ADMIN_EMAILS is refused with the session they have', async () => {
    expect((await boss.inject('/api/admin/stats')).statusCode).toBe(200)
    const without = await testApp({
      database: { ...server.database, close: async () => {} },
      environment: { ADMIN_EMAILS: 'somebody-else@example.org' },
    })
    const answer = await without.inject({ url: '/api/admin/stats', headers: { cookie: boss.cookie } })
    await without.close()
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
  })

  it('nothing that is answered is kept by anybody on the way', async () => {
    for (const url of ['/api/admin/stats', '/api/admin/set-aside', '/api/admin/users?query=ada']) {
      expect((await boss.inject(url)).headers['cache-control']).toBe('no-store')
    }
  })
})

it('R8.6 GET /api/admin/set-aside says of how many accounts what is set aside, and since when', async () => {
  const answer = async () => (await boss.inject('/api/admin/set-aside')).json()
  expect(await answer()).toEqual([])
  const now = server.clock.now()
  const of = (person: Person, kind: 'schedule' | 'zone') => ({
    ...{ kind, subject: randomUUID(), userId: person.user.id, error: null },
  })
  await setAside(server.db, [of(ada, 'schedule'), of(boss, 'zone')], now)
  await setAside(server.db, [of(ada, 'schedule'), of(boss, 'schedule')], now + 1000)
  const since = new Date(now).toISOString()
  expect(await answer()).toEqual([
    { kind: 'schedule', accounts: 2, since },
    { kind: 'zone', accounts: 1, since },
  ])
})

it('an account that cannot be read hides no other from /admin, and can be removed there', async () => {
  await server.db
    .update(schema.users)
    .set({ dateOfBirth: 'infinity', planDueAt: new Date(0) })
    .where(eq(schema.users.id, ada.user.id))
  const { recentSignups } = await stats()
  expect(recentSignups.map(({ email }) => email).sort()).toEqual([ada.email, BOSS].sort())
  const found = (await boss.inject('/api/admin/users?query=ada')).json()
  expect(found.users).toMatchObject([{ id: ada.user.id, subscriptionPlan: 'free', subscriptionStatus: null }])
  expect((await remove(ada.user.id)).statusCode).toBe(200)
})

describe('3.11 GET /api/admin/stats', () => {
  it('has the specification’s fields and no others', async () => {
    await addMedication(ada)
    const answer = await stats()
    expect(answer).toEqual({
      totalUsers: 2,
      premiumUsers: 1,
      freeUsers: 1,
      totalMedications: 1,
      monthlyStats: { newUsersThisMonth: 2, newSubscriptionsThisMonth: 0, medicationsAddedThisMonth: 1 },
      recentSignups: [
        {
          id: expect.any(String),
          email: expect.any(String),
          firstName: null,
          lastName: null,
          subscriptionPlan: expect.any(String),
          subscriptionStatus: answer.recentSignups[0]?.subscriptionStatus ?? null,
          createdAt: expect.any(String),
        },
        expect.anything(),
      ],
      recentMedications: [
        {
          id: expect.any(String),
          userName: 'ada@example.org',
          userEmail: 'ada@example.org',
          createdAt: expect.any(String),
        },
      ],
    })
    expect(answer.recentSignups).toContainEqual(
      expect.objectContaining({
        email: 'ada@example.org',
        subscriptionStatus: 'trial',
        subscriptionPlan: 'premium',
      }),
    )
  })

  it('a trial counts as premium to its last millisecond, though no job has noticed its end', async () => {
    server.clock.advance(14 * DAY - 1)
    expect(await stats()).toMatchObject({ premiumUsers: 1, freeUsers: 1 })
    server.clock.advance(1)
    const after = await stats()
    expect(after).toMatchObject({ totalUsers: 2, premiumUsers: 0, freeUsers: 2 })
    expect(after.recentSignups).toContainEqual(
      expect.objectContaining({
        email: 'ada@example.org',
        subscriptionStatus: 'expired',
        subscriptionPlan: 'free',
      }),
    )
  })

  it('a month begins at midnight in UTC', async () => {
    await addMedication(ada)
    server.clock.set('2026-03-31T23:59:59.999Z')
    const { user } = await signIn(server, BOSS)
    expect(user.id).toBe(boss.user.id)
    expect((await stats()).monthlyStats).toMatchObject({ newUsersThisMonth: 2, medicationsAddedThisMonth: 1 })
    server.clock.advance(1)
    expect(await stats()).toMatchObject({
      totalUsers: 2,
      totalMedications: 1,
      monthlyStats: { newUsersThisMonth: 0, medicationsAddedThisMonth: 0 },
    })
  })

  it('what is deleted is counted no more', async () => {
    const { id } = await addMedication(ada)
    await addMedication(ada)
    await send(ada, 'DELETE', `/api/medications/${id}`)
    expect(await stats()).toMatchObject({
      totalMedications: 1,
      monthlyStats: { medicationsAddedThisMonth: 1 },
    })
    await remove(ada.user.id)
    expect(await stats()).toMatchObject({
      totalUsers: 1,
      premiumUsers: 0,
      totalMedications: 0,
      monthlyStats: { newUsersThisMonth: 1, medicationsAddedThisMonth: 0 },
      recentMedications: [],
    })
  })

  it('lists the newest fifty of each, the newest first', async () => {
    const early = new Date(server.clock.now() - DAY)
    await storeAccounts(
      server,
      Array.from({ length: ADMIN_PAGE }, () => ({ createdAt: early })),
    )
    const names = await Promise.all(Array.from({ length: 3 }, () => addMedication(ada)))
    server.clock.advance(1_000)
    const newest = await addMedication(ada)
    const { recentSignups, recentMedications } = await stats()
    expect(recentSignups).toHaveLength(ADMIN_PAGE)
    expect(
      recentSignups
        .slice(0, 2)
        .map(({ email }) => email)
        .sort(),
    ).toEqual(['ada@example.org', BOSS])
    expect(recentMedications[0]?.id).toBe(newest.id)
    expect(recentMedications).toHaveLength(names.length + 1)
  })

  it('says who added a medication by their name, never which one it is', async () => {
    await send(ada, 'PATCH', '/api/user/profile', { firstName: 'Ada', lastName: 'Lovelace' })
    await addMedication(ada, { name: 'Secretol' })
    const answer = await boss.inject('/api/admin/stats')
    expect(answer.json().recentMedications).toMatchObject([{ userName: 'Ada Lovelace', userEmail: 'ada@example.org' }])
    expect(answer.body).not.toContain('Secretol')
  })

  it('names the account that looks after somebody where the medication is theirs', async () => {
    const mia = await addPerson(ada, { name: 'Mia' })
    await addMedication(on(ada, mia))
    const answer = await boss.inject('/api/admin/stats')
    expect(answer.json()).toMatchObject({ totalMedications: 1, recentMedications: [{ userEmail: 'ada@example.org' }] })
    expect(answer.body).not.toContain('Mia')
  })
})

describe('DELETE /api/admin/users/{id}', () => {
  it('removes the person with everything of theirs at once, and nothing of others', async () => {
    const bob = await asAdult(server, 'bob@example.org')
    await addMedication(bob)
    const { id } = await addMedication(ada)
    await send(ada, 'POST', '/api/doses', doseBody(id))
    const answer = await remove(ada.user.id)
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    for (const table of Object.values(schema)) {
      if (!('userId' in table) || table === schema.sessions) continue
      const left = await server.db.$count(table, eq(table.userId, ada.user.id))
      expect([table, left]).toEqual([table, 0])
    }
    expect((await bob.inject('/api/medications')).json()).toHaveLength(1)
    expect((await boss.inject('/api/admin/users?query=ada@')).json().users).toEqual([])
  })

  it('their devices hear that the account is gone; the journal has it before the answer (S11.8)', async () => {
    await remove(ada.user.id)
    const answer = await ada.inject('/api/medications')
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'account_gone'])
    expect(server.erasures).toMatchObject([{ kind: 'account', user: ada.user.id }])
  })

  it('S11.8 of somebody who never signed in is found missing in the journal too', async () => {
    const [id = ''] = await storeAccounts(server, [{}])
    await remove(id)
    const missing = await missingErasures(server.db, [], server.clock.now())
    expect(missing).toContainEqual({
      kind: 'account',
      user: id,
      at: new Date(server.clock.now()).toISOString(),
    })
    expect(await missingErasures(server.db, server.erasures, server.clock.now())).toEqual([])
  })

  it('the person is told by mail', async () => {
    await remove(ada.user.id)
    expect((await queuedMails(server.db)).at(-1)).toMatchObject({
      to: 'ada@example.org',
      subject: 'Your Dosewell account is deleted',
    })
  })

  it('the address can sign up again, without a second trial', async () => {
    await remove(ada.user.id)
    const again = await asAdult(server, 'ada@example.org')
    expect(again.user).toMatchObject({
      hasUsedTrial: true,
      subscriptionPlan: 'free',
      subscriptionStatus: null,
    })
  })

  it('an administrator does not delete their own account by a slip', async () => {
    const answer = await remove(boss.user.id)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'own_account'])
    expect((await boss.inject('/api/auth/user')).statusCode).toBe(200)
    expect(await audit()).toEqual([])
  })

  it('the second of two administrators who delete the same person at once hears that there is none', async () => {
    const answers = await Promise.all([remove(ada.user.id), remove(ada.user.id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await audit()).toHaveLength(1)
  })
})

describe('POST /api/admin/users/{id}/reset-password', () => {
  it('ends every session and push of the person, and of nobody else', async () => {
    const tablet = await signIn(server, 'ada@example.org')
    const bob = await asAdult(server, 'bob@example.org')
    for (const person of [ada, tablet, bob]) {
      await person.inject({ method: 'PUT', url: '/api/push/subscription', payload: subscriptionBody() })
    }
    expect((await reset(ada.user.id)).statusCode).toBe(200)
    const heard = await Promise.all([ada, tablet, bob].map((person) => person.inject('/api/medications')))
    expect(heard.map(({ statusCode }) => statusCode)).toEqual([401, 401, 200])
    const left = await server.db.select().from(schema.pushSubscriptions)
    expect(left.map(({ userId }) => userId)).toEqual([bob.user.id])
    expect(server.erasures).toContainEqual(expect.objectContaining({ kind: 'sessions', user: ada.user.id }))
  })

  it('keeps what they have, and lets them sign in again', async () => {
    await addMedication(ada)
    await reset(ada.user.id)
    const again = await signIn(server, 'ada@example.org')
    expect(again.user.id).toBe(ada.user.id)
    expect((await again.inject('/api/medications')).json()).toHaveLength(1)
  })
})

describe('POST /api/admin/grant-promotion', () => {
  const grant = (body: Record<string, unknown>) => send(boss, 'POST', '/api/admin/grant-promotion', body)

  it('gives Premium to the person with that address until the day that it answers, and notes it', async () => {
    const answer = await grant({ userId: ' ADA@example.org ', months: 3, promoType: 'auto_renew' })
    const endsAt = '2026-06-02T10:00:00.000Z'
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: expect.any(String), endsAt }])
    expect((await ada.inject('/api/auth/user')).json()).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
      subscriptionEndsAt: endsAt,
    })
    expect(await audit()).toMatchObject([
      {
        actorId: boss.user.id,
        subjectId: ada.user.id,
        act: 'promotion.grant',
        details: { months: 3, promoType: 'auto_renew' },
      },
    ])
  })

  it('leads to the free plan afterwards where nothing else is said', async () => {
    await grant({ userId: 'ada@example.org', months: 1 })
    expect(await audit()).toMatchObject([{ details: { months: 1, promoType: 'downgrade_to_free' } }])
  })

  it('counts as a new subscription once, also when it is extended', async () => {
    expect((await stats()).monthlyStats.newSubscriptionsThisMonth).toBe(0)
    await grant({ userId: 'ada@example.org', months: 1 })
    await grant({ userId: 'ada@example.org', months: 1 })
    expect(await stats()).toMatchObject({ premiumUsers: 1, monthlyStats: { newSubscriptionsThisMonth: 1 } })
    server.clock.advance(30 * DAY)
    expect((await stats()).monthlyStats.newSubscriptionsThisMonth).toBe(0)
  })

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['no months', { months: undefined }, 'months', /months must be a (whole )?number/],
    ['0 months', { months: 0 }, 'months', /between 1 and 36/],
    ['37 months', { months: 37 }, 'months', /between 1 and 36/],
    ['half a month', { months: 1.5 }, 'months', /whole number/],
    ['a text of months', { months: '3' }, 'months', /number/],
    ['an unknown type', { promoType: 'forever' }, 'promoType', /one of: downgrade_to_free, auto_renew/],
    ['no address', { userId: ' ' }, 'userId', /address/],
  ])('is refused for %s, and says which field and rule', async (_what, fields, field, rule) => {
    const answer = await grant({ userId: 'ada@example.org', months: 3, promoType: 'auto_renew', ...fields })
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
    expect(answer.json().error).toMatch(rule)
    expect(await audit()).toEqual([])
  })

  it('for an address that nobody has answers 404 with a sentence and is not noted', async () => {
    const answer = await grant({ userId: 'nobody@example.org', months: 3 })
    expect([answer.statusCode, answer.json().error]).toEqual([404, expect.stringContaining('nobody@example.org')])
    expect(await audit()).toEqual([])
  })

  describe('under an Idempotency-Key', () => {
    const keyed = (key: string, fields: Record<string, unknown> = {}) =>
      send(
        boss,
        'POST',
        '/api/admin/grant-promotion',
        { userId: 'ada@example.org', months: 3, promoType: 'auto_renew', ...fields },
        key,
      )
    const endOf = async (person: Person) => (await person.inject('/api/auth/user')).json().subscriptionEndsAt as string

    it('P3.7 is given once, however often it is asked for, and each is answered like the first', async () => {
      const key = randomUUID()
      const answers = await Promise.all([1, 2, 3].map(() => keyed(key)))
      server.clock.advance(DAY)
      answers.push(await keyed(key.toUpperCase()))
      const endsAt = '2026-06-02T10:00:00.000Z'
      for (const answer of answers) expect([answer.statusCode, answer.json().endsAt]).toEqual([200, endsAt])
      expect(await endOf(ada)).toBe(endsAt)
      expect(await audit()).toHaveLength(1)
    })

    it('is answered like the first time also where one more would go too far ahead', async () => {
      for (const months of [36, 36, 36]) await keyed(randomUUID(), { months })
      const key = randomUUID()
      const [first, again] = [await keyed(key, { months: 12 }), await keyed(key, { months: 12 })]
      expect([again.statusCode, again.body]).toEqual([200, first.body])
    })

    it('is another promotion under another key', async () => {
      for (const key of [randomUUID(), randomUUID()]) await keyed(key)
      expect(await endOf(ada)).toBe('2026-09-02T10:00:00.000Z')
      expect(await audit()).toHaveLength(2)
    })

    it.each([
      ['other months', { months: 4 }],
      ['another type', { promoType: 'downgrade_to_free' }],
      ['another person', { userId: BOSS }],
    ])('refuses %s', async (_what, other) => {
      const key = randomUUID()
      const first = await keyed(key)
      const answer = await keyed(key, other)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'key_reused'])
      expect(await endOf(ada)).toBe(first.json().endsAt)
      expect(await audit()).toHaveLength(1)
    })

    it('is for one of two people at once', async () => {
      const key = randomUUID()
      const answers = await Promise.all([keyed(key), keyed(key, { userId: BOSS })])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
      expect(await audit()).toHaveLength(1)
    })

    it('refuses a key that is no UUID', async () => {
      const answer = await keyed('once')
      expect([answer.statusCode, answer.json().field]).toEqual([400, 'idempotency-key'])
      expect(await audit()).toEqual([])
    })
  })
})

describe('acts on accounts', () => {
  it.each([
    ['unknown', randomUUID()],
    ['no id', 'ada@example.org'],
  ])('on somebody %s answer 404 and leave no trace', async (_what, id) => {
    for (const answer of [await remove(id), await reset(id)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
    expect(await audit()).toEqual([])
  })

  it('are noted: who, whom, what and when, by ids that name nobody once the account is gone', async () => {
    await reset(ada.user.id)
    server.clock.advance(1_000)
    await remove(ada.user.id)
    const act = { actorId: boss.user.id, subjectId: ada.user.id, details: {} }
    const now = server.clock.now()
    expect(await audit()).toEqual([
      { ...act, act: 'user.reset', at: new Date(now - 1_000) },
      { ...act, act: 'user.delete', at: new Date(now) },
    ])
  })

  it('stay noted for two years', async () => {
    await reset(ada.user.id)
    const then = server.clock.now()
    await purgeAdminAudit(server.db, then + AUDIT_KEPT)
    expect(await audit()).toHaveLength(1)
    await purgeAdminAudit(server.db, then + AUDIT_KEPT + 1)
    expect(await audit()).toEqual([])
  })

  it('of one administrator are slowed down after sixty in a minute', async () => {
    const strict = await testApp({ environment: { ADMIN_EMAILS: BOSS, RATE_LIMIT_SCALE: '1' } })
    const one = await signIn(strict, BOSS)
    const ids = await storeAccounts(
      strict,
      Array.from({ length: 61 }, () => ({})),
    )
    const statuses: number[] = []
    for (const id of ids) statuses.push((await send(one, 'POST', `/api/admin/users/${id}/reset-password`)).statusCode)
    await strict.close()
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })
})
