import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { PaymentFacts } from '#domain/plans/payment.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { readState } from '../sync/state.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { providerSays } from '../testing/provider-word.ts'
import { planEvents } from '../testing/tables.ts'
import { providerAccountOf, rememberCustomer, userOfCustomer } from './provider-state.ts'

const START = Date.parse('2026-03-02T09:00:00.000Z')

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(START))

let count = 0
const somebody = () => asAdult(server, `payer${++count}@example.org`)
const facts = (fields: Partial<PaymentFacts> = {}): PaymentFacts => ({
  customerId: `cus_${count}`,
  subscriptionId: `sub_${count}`,
  status: 'active',
  currentPeriodEnd: START + 30 * DAY,
  cancelAtPeriodEnd: false,
  occurredAt: START,
  ...fields,
})
const self = async (person: Person) => (await person.inject('/api/auth/user')).json<CurrentUser>()
const linesOf = (person: Person) =>
  server.db.select().from(planEvents).where(eq(planEvents.userId, person.user.id)).orderBy(planEvents.id)

describe('what the payment provider says', () => {
  it('P5.1 makes somebody premium until further notice', async () => {
    const ann = await somebody()
    expect(await providerSays(server, ann.user.id, facts())).toBe('applied')
    expect(await self(ann)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
      subscriptionEndsAt: null,
    })
  })

  it('P6.1 again, or older than what is known, changes nothing and leaves no line', async () => {
    const ann = await somebody()
    await providerSays(server, ann.user.id, facts({ occurredAt: START + 5 }))
    const before = await linesOf(ann)
    const late = facts({ status: 'past_due', occurredAt: START + 4 })
    expect(await providerSays(server, ann.user.id, facts({ occurredAt: START + 5 }))).toBe('unchanged')
    expect(await providerSays(server, ann.user.id, late)).toBe('unchanged')
    expect(await linesOf(ann)).toEqual(before)
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active' })
  })

  it('P5.3 cancelled at the end of the period names the day, and is over then', async () => {
    const ann = await somebody()
    await providerSays(server, ann.user.id, facts())
    const cancelled = facts({ cancelAtPeriodEnd: true, occurredAt: START + DAY })
    await providerSays(server, ann.user.id, cancelled, { by: 'person' })
    expect(await self(ann)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionEndsAt: new Date(START + 30 * DAY).toISOString(),
    })
    expect((await linesOf(ann)).at(-1)).toMatchObject({ by: 'person', why: 'payment-told' })
    server.clock.set(START + 30 * DAY)
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('P6.3 about an account that is gone is let be', async () => {
    const ann = await somebody()
    await ann.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: ann.email } })
    expect(await providerSays(server, ann.user.id, facts())).toBe('gone')
    expect(await linesOf(ann)).toEqual([])
  })

  it('names the customer and the subscriptions that may still ask for money', async () => {
    const ann = await somebody()
    expect(await providerAccountOf(server.db, ann.user.id)).toEqual({ customerId: null, open: [] })
    await rememberCustomer(server.db, ann.user.id, 'cus_ann')
    expect(await userOfCustomer(server.db, 'cus_ann')).toBe(ann.user.id)
    expect(await userOfCustomer(server.db, 'cus_nobody')).toBe(null)
    await providerSays(server, ann.user.id, facts({ subscriptionId: 'sub_old', status: 'canceled' }))
    await providerSays(server, ann.user.id, facts({ subscriptionId: 'sub_new', status: 'past_due' }))
    expect(await providerAccountOf(server.db, ann.user.id)).toMatchObject({
      customerId: 'cus_ann',
      open: [{ subscriptionId: 'sub_new' }],
    })
  })

  it('P10.1 is heard by the devices, unless it says nothing new', async () => {
    const ann = await somebody()
    let changeNotifications = 0
    const stop = server.changeNotifications.listen(() => {
      changeNotifications += 1
    })
    await providerSays(server, ann.user.id, facts())
    const { profileSeq } = await readState(server.db, ann.user.id)
    await providerSays(server, ann.user.id, facts())
    const later = facts({ occurredAt: START + 2 * HOUR })
    expect(await providerSays(server, ann.user.id, later)).toBe('unchanged')
    stop()
    expect(changeNotifications).toBe(1)
    expect((await readState(server.db, ann.user.id)).profileSeq).toBe(profileSeq)
    expect(await linesOf(ann)).toHaveLength(2)
    // What was true in between is ignored now.
    const between = facts({ status: 'past_due', occurredAt: START + HOUR })
    expect(await providerSays(server, ann.user.id, between)).toBe('unchanged')
  })
})
