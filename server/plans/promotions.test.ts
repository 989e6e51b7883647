import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { planEvents, promotions } from '../testing/tables.ts'
import { grantPromotion } from './promotions.ts'

const ADMIN = '01900000-0000-7000-8000-000000000001'
const START = Date.parse('2026-03-02T09:00:00.000Z')

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(START))

let count = 0
const somebody = () => asAdult(server, `promoted${++count}@example.org`)
const grant = (email: string, months: number, promoType: 'downgrade_to_free' | 'auto_renew' = 'downgrade_to_free') =>
  grantPromotion(server, { email, months, promoType, by: ADMIN })
const self = async (person: Person) => (await person.inject('/api/auth/user')).json<CurrentUser>()
const linesOf = (person: Person) =>
  server.db.select().from(planEvents).where(eq(planEvents.userId, person.user.id)).orderBy(planEvents.id)

describe('granting a promotion', () => {
  it('P3.3 takes the place of a trial at once and lasts calendar months in the zone of the person', async () => {
    const ann = await somebody()
    expect(await grant(ann.email, 3)).toEqual({
      userId: ann.user.id,
      // June 2 at 20:00 in Sydney, where it is winter by then.
      endsAt: '2026-06-02T10:00:00.000Z',
    })
    expect(await self(ann)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
      subscriptionEndsAt: '2026-06-02T10:00:00.000Z',
    })
  })

  it('P3.4 a second one extends the first, and both are kept', async () => {
    const ann = await somebody()
    await grant(ann.email, 1)
    server.clock.advance(10 * DAY)
    await grant(` ${ann.email.toUpperCase()} `, 2, 'auto_renew')
    const rows = await server.db.select().from(promotions).where(eq(promotions.userId, ann.user.id))
    expect(
      rows.map(({ months, promoType, grantedBy, endsAt }) => [months, promoType, grantedBy, endsAt.toISOString()]),
    ).toEqual([
      [1, 'downgrade_to_free', ADMIN, '2026-04-02T09:00:00.000Z'],
      [3 - 1, 'auto_renew', ADMIN, '2026-06-02T10:00:00.000Z'],
    ])
  })

  it.each(['downgrade_to_free', 'auto_renew'] as const)('P3.1 %s ends in the free plan', async (promoType) => {
    const ann = await somebody()
    await grant(ann.email, 1, promoType)
    server.clock.set('2026-04-02T09:00:00.000Z')
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'expired', subscriptionPlan: 'free' })
  })

  it('P8.1 is written down with who granted it', async () => {
    const ann = await somebody()
    await grant(ann.email, 36, 'auto_renew')
    expect((await linesOf(ann)).at(-1)).toMatchObject({
      by: 'admin',
      actor: ADMIN,
      why: 'promotion-granted',
      fromStatus: 'trial',
      toStatus: 'active',
      toEndsAt: new Date('2029-03-02T09:00:00.000Z'),
      details: { months: 36, promoType: 'auto_renew' },
    })
  })

  it('P10.1 raises what devices are told about the person', async () => {
    const ann = await somebody()
    const heard: unknown[] = []
    const stop = server.changeNotifications.listen((notification) => heard.push(notification))
    const before = Number((await ann.inject('/api/auth/user')).headers['dosewell-seq'])
    await grant(ann.email, 1)
    stop()
    const seq = before + 1
    expect(heard).toMatchObject([{ kind: 'versions', versions: { user: ann.user.id, seq, profile: seq } }])
    expect((await ann.inject('/api/auth/user')).headers['dosewell-seq']).toBe(String(seq))
  })

  it('is possible before the age is known, and does not use up the trial', async () => {
    const bob = await signIn(server, 'bob@example.org')
    await grant(bob.email, 1)
    expect(await self(bob)).toMatchObject({ subscriptionStatus: 'active', hasUsedTrial: false })
  })

  it.each([0, 37, 1.5, -1, Number.NaN])('P3.1 %d months are refused with a sentence', async (months) => {
    const ann = await somebody()
    await expect(grant(ann.email, months)).rejects.toMatchObject({
      status: 400,
      message: 'months must be a whole number from 1 to 36.',
    })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'trial' })
  })

  it('P3.6 goes no further ahead than ten years', async () => {
    const ann = await somebody()
    for (const months of [36, 36, 36, 12]) await grant(ann.email, months)
    await expect(grant(ann.email, 1)).rejects.toMatchObject({ status: 400 })
    expect(await self(ann)).toMatchObject({ subscriptionEndsAt: '2036-03-02T09:00:00.000Z' })
  })

  it('an address without an account is 404 with a sentence', async () => {
    await expect(grant('nobody@example.org', 1)).rejects.toMatchObject({
      status: 404,
      message: 'Nobody has an account with the address nobody@example.org.',
    })
  })
})
