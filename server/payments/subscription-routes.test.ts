import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { grantPromotion } from '../plans/promotions.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { providerSays } from '../testing/provider-word.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
// In Sydney it is still Mar 2; in UTC the trial ends on the 16th at 13:30, in Sydney on the 17th.
const START = '2026-03-02T13:30:00.000Z'
beforeEach(() => server.clock.set(START))

let count = 0
const inTrial = () => asAdult(server, `trial${++count}@example.org`)
const cancel = (person: Person) => person.inject({ method: 'POST', url: '/api/cancel-subscription' })
const self = async (person: Person) => (await person.inject('/api/auth/user')).json<CurrentUser>()

describe('POST /api/cancel-subscription', () => {
  it('ends a trial at its end, not before, and names the day where the person lives', async () => {
    const ann = await inTrial()
    const answer = await cancel(ann)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      message: 'Premium stays until Mar 17, 2026. Nothing is charged.',
    })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: 'premium' })
    server.clock.set(new Date(Date.parse(START) + 14 * DAY - 1).toISOString())
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: 'premium' })
    server.clock.set(new Date(Date.parse(START) + 14 * DAY).toISOString())
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('again answers the same', async () => {
    const ann = await inTrial()
    const first = await cancel(ann)
    server.clock.set(new Date(Date.parse(START) + DAY).toISOString())
    const second = await cancel(ann)
    expect([second.statusCode, second.body]).toEqual([200, first.body])
  })

  it('a promotion stays until its day too, and is over then', async () => {
    const ann = await inTrial()
    await grantPromotion(server, {
      email: ann.email,
      months: 3,
      promoType: 'downgrade_to_free',
      by: ann.user.id,
    })
    expect((await cancel(ann)).json().message).toBe('Premium stays until Jun 3, 2026. Nothing is charged.')
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
    server.clock.set('2026-06-02T14:30:00.000Z')
    // The session has ended by then.
    const back = await signIn(server, ann.email)
    expect(back.user).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('a subscription that renews itself by payment is refused with a sentence, and stays', async () => {
    const ann = await inTrial()
    await providerSays(server, ann.user.id, {
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      status: 'active',
      currentPeriodEnd: Date.parse(START) + 30 * DAY,
      cancelAtPeriodEnd: false,
      occurredAt: Date.parse(START),
    })
    const answer = await cancel(ann)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
    expect(answer.json().error).toMatch(/not set up for payments/)
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
  })

  it('without Premium there is nothing to cancel', async () => {
    const bob = await signIn(server, 'bob@example.org')
    const answer = await cancel(bob)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'You have no Premium to cancel.'])
    const ann = await inTrial()
    server.clock.set(new Date(Date.parse(START) + 15 * DAY).toISOString())
    expect((await cancel(ann)).statusCode).toBe(400)
  })

  it('asks who it is', async () => {
    const answer = await server.inject({ method: 'POST', url: '/api/cancel-subscription' })
    expect(answer.statusCode).toBe(401)
  })
})
