import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#domain/lib/local-time.ts'
import { localChangeNotifications } from '../sync/change-notifications.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asConsentedMinor, askParent, asMinor, mailedToken, press } from '../testing/minors.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { sessions, users } from '../testing/tables.ts'
import { medicationBody, send } from '../testing/writes.ts'
import { endAllSessions } from './sessions.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ environment: { ADMIN_EMAILS: 'boss@example.org' } })
})
afterAll(() => server.close())

let count = 0
const stranger = () => signIn(server, `person${++count}@example.org`)
const verify = (person: Person, payload: Record<string, unknown>) =>
  person.inject({ method: 'POST', url: '/api/user/verify-age', payload })
const self = async (person: Person) => (await person.inject('/api/auth/user')).json()

describe('the current user', () => {
  it('has the specification’s fields and what the app adds, and is never cached', async () => {
    const person = await stranger()
    const answer = await person.inject('/api/auth/user')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['dosewell-user']).toBe(person.user.id)
    expect(answer.json()).toEqual({
      id: person.user.id,
      email: person.email,
      firstName: null,
      lastName: null,
      isAdmin: false,
      dateOfBirth: null,
      ageVerified: false,
      parentalConsentRequired: false,
      parentalConsentGiven: false,
      hasUsedTrial: false,
      subscriptionStatus: null,
      subscriptionPlan: 'free',
      subscriptionEndsAt: null,
      timeZone: null,
    })
  })

  it('says the language once a device has chosen one that there is', async () => {
    const person = await asAdult(server, `person${++count}@example.org`)
    const choose = (language: string) => send(person, 'PATCH', '/api/user/profile', { language })
    expect((await choose('tlh')).statusCode).toBe(400)
    expect(await self(person)).not.toHaveProperty('language')
    expect((await choose('zh-Hant')).statusCode).toBe(200)
    expect(await self(person)).toMatchObject({ language: 'zh-Hant' })
  })

  it.each([
    ['an end of Premium in 1970', { subscriptionEndsAt: new Date(0) }],
    ['an end of Premium in the year 2300', { subscriptionEndsAt: new Date(Date.UTC(2300, 0, 1)) }],
    ['a zone that this server does not know', { timeZone: 'Mars/Olympus' }],
  ])('whose row has %s goes on, and nobody else notices', async (_what, columns) => {
    const person = await asAdult(server, `person${++count}@example.org`)
    await server.db.update(users).set(columns).where(eq(users.id, person.user.id))
    const [name] = Object.keys(columns)
    expect(await self(person)).toMatchObject({ id: person.user.id, [String(name)]: null })
    expect((await send(person, 'POST', '/api/medications', medicationBody())).statusCode).toBe(201)
    expect((await person.inject('/api/reminders/upcoming')).statusCode).toBe(200)
    const boss = await signIn(server, 'boss@example.org')
    for (const url of ['/api/admin/stats', '/api/admin/users']) expect((await boss.inject(url)).statusCode).toBe(200)
  })

  it('is an admin only when the address is in ADMIN_EMAILS', async () => {
    expect((await signIn(server, 'Boss@example.org')).user.isAdmin).toBe(true)
  })

  it.each([
    ['no cookie', {}],
    ['a made-up cookie', { cookie: 'dosewell-session=AAAA' }],
  ])('with %s answers 401 unauthenticated', async (_name, headers) => {
    const answer = await server.inject({ url: '/api/auth/user', headers })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' })
  })

  it('with all sessions ended answers 401', async () => {
    const person = await stranger()
    await endAllSessions(
      { db: server.db, clock: server.clock, changeNotifications: localChangeNotifications(), journal: NO_JOURNAL },
      person.user.id,
    )
    expect((await person.inject('/api/auth/user')).statusCode).toBe(401)
  })

  it('of a deleted account answers 410 account_gone and names the user', async () => {
    const person = await stranger()
    await server.db.delete(users).where(eq(users.id, person.user.id))
    const answer = await person.inject('/api/auth/user')
    expect(answer.statusCode).toBe(410)
    expect(answer.json()).toMatchObject({ code: 'account_gone' })
    expect(answer.headers['dosewell-user']).toBe(person.user.id)
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, person.user.id))).toHaveLength(1)
  })

  it('a request for another user answers 409 wrong_user before any effect', async () => {
    const [one, other] = [await stranger(), await stranger()]
    const answer = await one.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      headers: { 'dosewell-user': other.user.id },
      payload: { firstName: 'Eve' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'wrong_user' })
    expect(answer.headers['dosewell-user']).toBe(one.user.id)
    expect(await self(one)).toMatchObject({ firstName: null })
    expect(await self(other)).toMatchObject({ firstName: null })
  })
})

describe('verifying the age', () => {
  it('starts an adult’s trial of 14 × 24 hours, and it ends by itself', async () => {
    const person = await asAdult(server, 'adult@example.org')
    expect(person.user).toMatchObject({
      dateOfBirth: '1980-05-17',
      ageVerified: true,
      hasUsedTrial: true,
      subscriptionStatus: 'trial',
      subscriptionPlan: 'premium',
      subscriptionEndsAt: new Date(server.clock.now() + 14 * 24 * HOUR).toISOString(),
      timeZone: 'Australia/Sydney',
    })
    server.clock.advance(14 * 24 * HOUR)
    expect(await self(person)).toMatchObject({ subscriptionStatus: 'expired', subscriptionPlan: 'free' })
  })

  it('gives an address one trial, also after its account was deleted', async () => {
    const first = await asAdult(server, 'twice@example.org')
    await server.db.delete(users).where(eq(users.id, first.user.id))
    const second = await asAdult(server, 'Twice@example.org')
    expect(second.user.id).not.toBe(first.user.id)
    expect(second.user).toMatchObject({
      hasUsedTrial: true,
      subscriptionStatus: null,
      subscriptionPlan: 'free',
    })
  })

  it('requires consent from 13 to 17, without a trial yet', async () => {
    const person = await stranger()
    const answer = await verify(person, { dateOfBirth: '2011-06-01', timeZone: 'Australia/Sydney' })
    expect(answer.json()).toEqual({ parentalConsentRequired: true })
    expect(await self(person)).toMatchObject({
      parentalConsentRequired: true,
      subscriptionStatus: null,
      hasUsedTrial: false,
    })
  })

  it('a second attempt answers 409 and names /contact', async () => {
    const person = await asAdult(server, 'second@example.org')
    const answer = await verify(person, { dateOfBirth: '1990-01-01' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'already_verified' })
    expect(answer.json().error).toContain('/contact')
    expect(await self(person)).toMatchObject({ dateOfBirth: '1980-05-17' })
  })

  it('two attempts at once start one trial and settle one date', async () => {
    const person = await stranger()
    const answers = await Promise.all(
      ['1980-01-01', '1981-01-01'].map((dateOfBirth) => verify(person, { dateOfBirth })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('refuses a child, keeps nothing but the instant, and refuses any date for 24 hours', async () => {
    const person = await stranger()
    const child = new Date(server.clock.now() - 10 * 365 * 24 * HOUR).toISOString().slice(0, 10)
    const refused = await verify(person, { dateOfBirth: child, timeZone: 'Australia/Sydney' })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      code: 'under_age',
      error: 'You must be at least 13 years old to use Dosewell.',
    })
    const [kept] = await server.db.select().from(users).where(eq(users.id, person.user.id))
    expect(kept).toMatchObject({ dateOfBirth: null, ageVerified: false, timeZone: null })
    expect(kept?.refusedUnderAgeAt?.getTime()).toBe(server.clock.now())

    server.clock.advance(24 * HOUR - 1)
    const early = await verify(person, { dateOfBirth: '1980-05-17' })
    expect(early.statusCode).toBe(403)
    expect(early.json().error).toContain('24 hours')
    server.clock.advance(1)
    expect((await verify(person, { dateOfBirth: '1980-05-17' })).statusCode).toBe(200)
  })

  it('counts the age in the person’s zone: the birthday begins when it begins there', async () => {
    server.clock.set('2026-05-16T20:00:00Z')
    const [sydney, london] = [await stranger(), await stranger()]
    const dateOfBirth = '2008-05-17'
    expect((await verify(sydney, { dateOfBirth, timeZone: 'Australia/Sydney' })).json()).toEqual({
      parentalConsentRequired: false,
    })
    expect((await verify(london, { dateOfBirth, timeZone: 'Europe/London' })).json()).toEqual({
      parentalConsentRequired: true,
    })
  })

  it.each([
    ['a future date', { dateOfBirth: '2999-01-01' }, 'dateOfBirth'],
    ['a date that does not exist', { dateOfBirth: '2001-02-30' }, 'dateOfBirth'],
    ['a date in another form', { dateOfBirth: '17/05/1980' }, 'dateOfBirth'],
    ['a date before anyone alive', { dateOfBirth: '1080-05-17' }, 'dateOfBirth'],
    ['no date', {}, 'dateOfBirth'],
    ['a number', { dateOfBirth: 19800517 }, 'dateOfBirth'],
    ['an unknown zone', { dateOfBirth: '1980-05-17', timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('%s answers 400 and names the field', async (_name, payload, field) => {
    const answer = await verify(await stranger(), payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', field })
    expect(answer.json().error).toContain(field)
    expect(answer.json().message).toBe(answer.json().error)
  })
})

const CARD = { allergies: 'Penicillin', conditions: '', bloodGroup: 'O-', contacts: [], note: '' }

describe('the profile', () => {
  it('changes the fields that are sent and trims names', async () => {
    const person = await stranger()
    const change = (payload: Record<string, unknown>) =>
      person.inject({ method: 'PATCH', url: '/api/user/profile', payload })
    expect((await change({ firstName: '  Margaret ', timeZone: 'Europe/London' })).json()).toMatchObject({
      firstName: 'Margaret',
      lastName: null,
      timeZone: 'Europe/London',
    })
    expect((await change({ lastName: 'Okonkwo' })).json()).toMatchObject({
      firstName: 'Margaret',
      lastName: 'Okonkwo',
    })
    expect((await change({ firstName: '' })).json()).toMatchObject({ firstName: null })
  })

  it('has what is typed for the emergency card, and names the field that breaks a rule', async () => {
    const person = await asAdult(server, `person${++count}@example.org`)
    const contact = { name: 'Ben', relation: 'son', phone: '+61 400 000 000' }
    const emergency = { allergies: 'Penicillin', conditions: '', bloodGroup: 'O-', contacts: [contact], note: '' }
    expect((await send(person, 'PATCH', '/api/user/profile', { emergency })).statusCode).toBe(200)
    expect((await self(person)).emergency).toEqual(emergency)
    const wrong = { ...emergency, contacts: [{ ...contact, phone: 'call me' }] }
    const refused = await send(person, 'PATCH', '/api/user/profile', { emergency: wrong })
    expect([refused.statusCode, refused.json().error]).toEqual([400, expect.stringMatching(/phone.*digits/)])
    expect((await self(person)).emergency).toEqual(emergency)
  })

  it('stores no emergency card before age and consent allow it, and then the same request does', async () => {
    const [unknown, minor] = [await stranger(), await asMinor(server, `person${++count}@example.org`)]
    const key = randomUUID()
    for (const [person, code] of [
      [unknown, 'age_required'],
      [minor, 'consent_required'],
    ] as const) {
      const answer = await send(person, 'PATCH', '/api/user/profile', { firstName: 'Eve', emergency: CARD }, key)
      expect([answer.statusCode, answer.json().code]).toEqual([403, code])
      const [row] = await server.db.select().from(users).where(eq(users.id, person.user.id))
      expect([row?.emergency, row?.firstName]).toEqual([null, ''])
    }
    await verify(unknown, { dateOfBirth: '1950-01-01' })
    const answer = await send(unknown, 'PATCH', '/api/user/profile', { firstName: 'Eve', emergency: CARD }, key)
    expect([answer.statusCode, answer.json().emergency]).toEqual([200, CARD])
  })

  it('keeps the emergency card back while a parent’s consent is withdrawn', async () => {
    const { minor, token } = await asConsentedMinor(server, `person${++count}@example.org`)
    await send(minor, 'PATCH', '/api/user/profile', { emergency: CARD })
    expect((await self(minor)).emergency).toEqual(CARD)
    await press(server, token, 'withdraw')
    const answer = await send(minor, 'PATCH', '/api/user/profile', { firstName: 'Mo' })
    for (const user of [await self(minor), answer.json()]) expect(user).not.toHaveProperty('emergency')
    await askParent(minor, 'parent@example.net')
    await press(server, mailedToken(server, 'parent@example.net'), 'accept')
    expect((await self(minor)).emergency).toEqual(CARD)
  })

  it('S2.2 is written once under its key, and a repetition answers what the first did', async () => {
    const person = await stranger()
    const key = randomUUID()
    const first = await send(person, 'PATCH', '/api/user/profile', { firstName: 'Ada' }, key)
    await send(person, 'PATCH', '/api/user/profile', { firstName: 'Grace' })
    const again = await send(person, 'PATCH', '/api/user/profile', { firstName: 'Ada' }, key)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(await self(person)).toMatchObject({ firstName: 'Grace' })
    const other = await send(person, 'PATCH', '/api/user/profile', { firstName: 'Joan' }, key)
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
  })

  it('S3.2 the user is answered with a commit that is not ahead of what it says', async () => {
    const person = await stranger()
    const changed = await send(person, 'PATCH', '/api/user/profile', { timeZone: 'Asia/Kathmandu' })
    const read = await person.inject('/api/auth/user')
    expect(read.headers['dosewell-seq']).toBe(changed.headers['dosewell-seq'])
    expect(read.json()).toEqual(changed.json())
  })

  it.each([
    ['a name of 81 characters', { firstName: 'x'.repeat(81) }, 'firstName'],
    ['an unknown zone', { timeZone: 'Nowhere' }, 'timeZone'],
    ['a NUL character', { lastName: 'a\u0000b' }, 'lastName'],
  ])('%s answers 400 and names the field', async (_name, payload, field) => {
    const answer = await (await stranger()).inject({ method: 'PATCH', url: '/api/user/profile', payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ field })
  })

  it.each([{ email: 'x@example.org' }, { isAdmin: true }, { subscriptionPlan: 'premium' }])(
    'a field that is not the person’s to change (%j) answers 400',
    async (payload) => {
      const person = await stranger()
      const answer = await person.inject({ method: 'PATCH', url: '/api/user/profile', payload })
      expect(answer.statusCode).toBe(400)
      expect(await self(person)).toMatchObject({
        email: person.email,
        isAdmin: false,
        subscriptionPlan: 'free',
      })
    },
  )
})
