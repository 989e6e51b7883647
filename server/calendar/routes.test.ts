import { Writable } from 'node:stream'
import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { CALENDARS_AT_MOST, type CalendarLink } from '#domain/protocol/calendars.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { applyErasures } from '../erasure/erasures.ts'
import { LIMITS } from '../http/plugins/rate-limit.ts'
import { type TestApp, type TestAppOptions, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import * as schema from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, type Json, send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let number = 0
beforeAll(async () => {
  server = await testApp()
})
const others: TestApp[] = []
afterAll(() => Promise.all([server, ...others].map((one) => one.close())))

/** Starts a server with other options, for one test. */
async function another(options: TestAppOptions): Promise<TestApp> {
  const other = await testApp(options)
  others.push(other)
  return other
}
beforeEach(async () => {
  // 7:00 in Sydney.
  server.clock.set('2026-03-01T20:00:00.000Z')
  number += 1
  ada = await asAdult(server, `ada${number}@example.org`)
})

type Made = CalendarLink & { link: string }

const make = (person: Person, body: Json = {}) => send(person, 'POST', '/api/user/calendars', body)

async function made(person: Person, body: Json = {}): Promise<Made> {
  const answer = await make(person, body)
  expect(answer.statusCode).toBe(201)
  return answer.json<Made>()
}

const listed = async (person: Person) =>
  (await person.inject('/api/user/calendars')).json<{ calendars: CalendarLink[] }>().calendars

/** Fetches a calendar as a calendar does: without a cookie, perhaps with the tag of what it has. */
const subscribe = ({ link }: Made, etag?: string) =>
  server.inject({ url: new URL(link).pathname, headers: etag ? { 'if-none-match': etag } : {} })

const heard = async (calendar: Made) => (await subscribe(calendar)).statusCode

const secretOf = ({ link }: Made) => /calendar\/([\w-]+)\.ics$/.exec(link)?.[1] ?? ''

describe('a calendar link', () => {
  it('is an address with 256 random bits that says nothing of health, told once and in no table', async () => {
    const { link, ...rest } = await made(ada)
    expect(link).toMatch(/^http:\/\/localhost:\d+\/api\/calendar\/[\w-]{43}\.ics$/)
    expect(rest).toMatchObject({ personId: ada.user.id, wording: 'discreet', lastUsedAt: null })
    expect(await listed(ada)).toEqual([rest])
    for (const table of Object.values(schema)) {
      if (!is(table, PgTable)) continue
      const rows = JSON.stringify(await server.db.select().from(table))
      expect([getTableName(table), rows.includes(secretOf({ link } as Made))]).toEqual([getTableName(table), false])
    }
  })

  it('shows doses and appointments to a calendar, which needs no account, is not indexed and gives no referrer', async () => {
    await addMedication(ada, { name: 'Metformin', reminderTimes: ['08:00'] })
    await addAppointment(ada, { doctorName: 'Sarah Lee', appointmentDate: '2026-03-05', appointmentTime: '14:30' })
    const answer = await subscribe(await made(ada, { wording: 'full' }))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    expect(answer.body).toMatch(/DTSTART:20260301T210000Z[\s\S]*SUMMARY:.*Metformin/)
    expect(answer.body).toMatch(/DTSTART:20260305T033000Z[\s\S]*SUMMARY:.*Sarah Lee/)
    // Today and the 30 days after it, then the appointment.
    expect(answer.body.match(/BEGIN:VEVENT/g)).toHaveLength(32)
  })

  it('names no medicine, doctor or place in discreet wording', async () => {
    await addMedication(ada, { name: 'Metformin', dosage: '500 mg' })
    await addAppointment(ada, { doctorName: 'Sarah Lee', location: 'Royal Hospital', appointmentDate: '2026-03-05' })
    const { body } = await subscribe(await made(ada))
    expect(body).toContain('SUMMARY:You have a reminder')
    expect(body).not.toMatch(/Metformin|500 mg|Sarah|Royal/)
  })

  it('speaks the language of the account', async () => {
    await addMedication(ada)
    await ada.inject({ method: 'PATCH', url: '/api/user/profile', payload: { language: 'de' } })
    expect((await subscribe(await made(ada))).body).toContain('SUMMARY:Sie haben eine Erinnerung')
  })

  it('answers 304 until something in it changes: a record, what was logged, or the day', async () => {
    const { id } = await addMedication(ada, { name: 'Metformin', reminderTimes: ['08:00'] })
    const calendar = await made(ada)
    const tag = async () => String((await subscribe(calendar)).headers.etag)
    const first = await tag()
    const again = await subscribe(calendar, first)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first])
    server.clock.advance(5 * 3_600_000)
    expect((await subscribe(calendar, first)).statusCode).toBe(304)
    await send(ada, 'POST', '/api/doses', doseBody(id, { slot: '2026-03-02 08:00' }))
    const logged = await subscribe(calendar, first)
    expect(logged.statusCode).toBe(200)
    server.clock.advance(DAY)
    expect(await tag()).not.toBe(logged.headers.etag)
  })

  it('says to the hour when it was last fetched', async () => {
    const calendar = await made(ada)
    await subscribe(calendar)
    expect((await listed(ada))[0]?.lastUsedAt).toBe(new Date(server.clock.now()).toISOString())
  })

  const ENDS: [string, (calendar: Made) => Promise<unknown>][] = [
    ['it is ended', ({ id }) => ada.inject({ method: 'DELETE', url: `/api/user/calendars/${id}` })],
    ['its owner signs out everywhere', () => ada.inject({ method: 'DELETE', url: '/api/user/sessions' })],
    [
      'an administrator ends all sessions',
      () =>
        endAllSessions({ ...server, journal: { record: async () => {}, hasErased: async () => false } }, ada.user.id),
    ],
    ['the account is deleted', () => send(ada, 'DELETE', '/api/user/account', { email: ada.email })],
  ]

  it.each(ENDS)('leads nowhere as soon as %s', async (_how, end) => {
    const calendar = await made(ada)
    expect(await heard(calendar)).toBe(200)
    await end(calendar)
    expect(await heard(calendar)).toBe(404)
  })

  it('that was ended is not brought back by a restore', async () => {
    const calendar = await made(ada)
    await ada.inject({ method: 'DELETE', url: `/api/user/calendars/${calendar.id}` })
    const restored = server.erasures.filter((one) => one.kind === 'token' && one.id === calendar.id)
    await server.db
      .update(schema.personalTokens)
      .set({ revokedAt: null })
      .where(eq(schema.personalTokens.id, calendar.id))
    expect(await heard(calendar)).toBe(200)
    await applyErasures(server.db, restored)
    expect(await heard(calendar)).toBe(404)
  })

  it('is nobody else’s to see or end, and no token for programs: neither is the other', async () => {
    const other = await asAdult(server, `other${number}@example.org`)
    const calendar = await made(ada)
    const token = (await send(ada, 'POST', '/api/user/tokens', { name: 'Kitchen', scopes: ['read'] })).json()
    const end = (person: Person, path: string) => person.inject({ method: 'DELETE', url: `/api/user/${path}` })
    expect(await listed(other)).toEqual([])
    expect((await end(other, `calendars/${calendar.id}`)).statusCode).toBe(404)
    expect((await end(ada, `tokens/${calendar.id}`)).statusCode).toBe(404)
    expect((await end(ada, `calendars/${token.id}`)).statusCode).toBe(404)
    const listedTokens = (await ada.inject('/api/user/tokens')).json().tokens
    expect(listedTokens.map(({ id }: { id: string }) => id)).toEqual([token.id])
    const asToken = await server.inject({
      url: '/api/medications',
      headers: { authorization: `Bearer ${secretOf(calendar)}` },
    })
    expect(asToken.statusCode).toBe(401)
    expect((await server.inject(`/api/calendar/${token.token}.ics`)).statusCode).toBe(404)
    expect(await heard(calendar)).toBe(200)
  })

  it('shows what the account may see of a person, for as long as it may', async () => {
    const mia = await addPerson(ada, { name: 'Mia' })
    const bob = await asAdult(server, `bob${number}@example.org`)
    await addMedication(on(ada, mia), { name: 'Amoxicillin' })
    await addMedication(ada, { name: 'Metformin' })
    expect((await make(bob, { personId: mia.id })).json()).toMatchObject({ code: 'invalid', field: 'personId' })
    const grant = await share(ada, mia, bob, 'view')
    const calendar = await made(bob, { personId: mia.id, wording: 'full' })
    const { body } = await subscribe(calendar)
    expect(body).toMatch(/SUMMARY:Mia.*Amoxicillin/)
    expect(body).not.toContain('Metformin')
    expect((await subscribe(await made(bob, { personId: mia.id }))).body).not.toMatch(/\bMia\b|Amoxicillin/)
    await send(ada, 'DELETE', `/api/grants/${grant}`)
    expect(await heard(calendar)).toBe(404)
    const own = await made(ada, { personId: mia.id })
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    expect(await heard(own)).toBe(404)
  })

  it('shows nothing while a parent’s consent is missing, and goes on with it', async () => {
    const calendar = await made(ada)
    const set = (parentalConsentGiven: boolean) =>
      server.db
        .update(schema.users)
        .set({ dateOfBirth: '2012-01-01', parentalConsentRequired: true, parentalConsentGiven })
        .where(eq(schema.users.id, ada.user.id))
    await set(false)
    const answer = await subscribe(calendar)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'consent_required'])
    await set(true)
    expect(await heard(calendar)).toBe(200)
  })

  it('is one of twenty at most', async () => {
    await Promise.all(Array.from({ length: CALENDARS_AT_MOST }, () => made(ada)))
    expect((await make(ada)).json().code).toBe('limit_reached')
  })

  it('is fetched so often and no more, and another is not kept waiting', async () => {
    const limited = await another({ environment: { RATE_LIMIT_SCALE: '1' } })
    const bea = await asAdult(limited, 'bea@example.org')
    const [calendar, beside] = [await made(bea), await made(bea)]
    const fetched = ({ link }: Made) => limited.inject(new URL(link).pathname)
    for (let count = 0; count < LIMITS.calendar.max; count += 1) await fetched(calendar)
    const answer = await fetched(calendar)
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await fetched(beside)).statusCode).toBe(200)
  })

  it('is in no line of the log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line))
        done()
      },
    })
    const logged = await another({ logger: pino({ level: 'trace' }, stream) })
    const bea = await asAdult(logged, 'bea@example.org')
    const calendar = await made(bea)
    expect((await logged.inject(new URL(calendar.link).pathname)).statusCode).toBe(200)
    expect(lines.join('')).toContain('"route":"/api/calendar/:file"')
    expect(lines.join('')).not.toContain(secretOf(calendar))
  })

  it.each(['x', `${'x'.repeat(43)}.txt`, `${'x'.repeat(43)}`, `${'x'.repeat(44)}.ics`, '..%2f..%2fx.ics'])(
    'has no other form: %s answers 404',
    async (file) => {
      expect((await server.inject(`/api/calendar/${file}`)).statusCode).toBe(404)
    },
  )

  it.each<[string, Json]>([
    ['wording', { wording: 'loud' }],
    ['personId', { personId: 'Mia' }],
  ])('is refused with the field at fault: %s', async (field, body) => {
    const answer = await make(ada, body)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
  })
})
