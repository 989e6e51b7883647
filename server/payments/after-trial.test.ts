import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { CreateSubscriptionAnswer } from '#domain/protocol/subscription.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { paymentsOf } from '../plans/billing.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { signedEvent, startStripe, type TestStripe } from '../testing/stripe-service.ts'

const clock = testClock('2026-03-02T01:00:00.000Z')
let stripe: TestStripe
let server: TestApp
beforeAll(async () => {
  stripe = await startStripe(clock)
  server = await testApp({ environment: stripe.environment, clock })
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

/** Returns the day of an instant where the test's users live. */
const dayOf = (instant: string | null) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Australia/Sydney' }).format(
    Date.parse(instant ?? ''),
  )

let count = 0
const inTrial = (): Promise<Person> => asAdult(server, `trial${++count}@example.org`)
const again = ({ email }: Person): Promise<Person> => signIn(server, email)
const self = async (person: Person) => (await person.inject('/api/auth/user')).json<CurrentUser>()
const ask = (person: Person, payload?: object) =>
  person.inject({ method: 'POST', url: '/api/create-subscription', ...(payload && { payload }) })
const keep = async (person: Person) => (await ask(person, { afterTrial: true })).json<CreateSubscriptionAnswer>()
const invoicesOf = ({ email }: Person) => paymentsOf(server, email)

function subscriptionsOf({ email }: Person) {
  const customer = [...stripe.account.customers.values()].find((one) => one.email === email)
  return stripe.account.subscriptionsOf(customer?.id ?? '')
}

/** Makes something happen to the newest subscription at Stripe and delivers its events. */
async function andTell(person: Person, happens: (id: string) => unknown): Promise<void> {
  const first = stripe.account.events.length
  happens(subscriptionsOf(person)[0]?.id ?? '')
  for (const event of stripe.account.events.slice(first)) {
    const { payload, headers } = signedEvent(event, clock.now())
    const answer = await server.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
    expect(answer.statusCode).toBe(200)
  }
}

/** Returns somebody in a trial who keeps Premium with a saved card, and when the trial ends. */
async function keeping(): Promise<{ ann: Person; trialEnd: string | null }> {
  const ann = await inTrial()
  const { subscriptionEndsAt: trialEnd } = await self(ann)
  await keep(ann)
  await andTell(ann, (id) => stripe.account.saveCard(id))
  return { ann, trialEnd }
}

describe('P5.12 keeping Premium after a trial', () => {
  it('is offered from the end of the trial, and begins nothing before it is asked for', async () => {
    const ann = await inTrial()
    const { subscriptionEndsAt } = await self(ann)
    expect((await ask(ann)).json()).toEqual({ status: 'trialing', firstPayment: subscriptionEndsAt })
    expect(subscriptionsOf(ann)).toEqual([])
  })

  it('answers the secret that saves the card, the same to every tab, and leaves the trial as it is', async () => {
    const ann = await inTrial()
    const before = await self(ann)
    const [first, second] = await Promise.all([keep(ann), keep(ann)])
    expect(first).toEqual({
      status: 'incomplete',
      clientSecret: expect.stringMatching(/^seti_\w+_secret_\w+$/),
      publishableKey: 'pk_test_dosewell',
      firstPayment: before.subscriptionEndsAt,
    })
    expect([second, await keep(ann)]).toEqual([first, first])
    expect(subscriptionsOf(ann)).toHaveLength(1)
    await andTell(ann, (id) => stripe.account.cancelAtPeriodEnd(id, false))
    expect(await self(ann)).toEqual(before)
  })

  it('with a card it goes on as Premium, and the first payment is made when the trial ends', async () => {
    const { ann } = await keeping()
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionEndsAt: null })
    expect(await invoicesOf(ann)).toEqual([])
    expect((await ask(ann)).json()).toEqual({ status: 'active' })
    clock.advance(14 * DAY)
    const back = await again(ann)
    await andTell(ann, (id) => stripe.account.endTrial(id))
    expect(await self(back)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
    expect(await invoicesOf(ann)).toEqual([expect.objectContaining({ amount: 999 })])
  })

  it('is known to this server although Stripe has not told it yet', async () => {
    const ann = await inTrial()
    await keep(ann)
    stripe.account.saveCard(subscriptionsOf(ann)[0]?.id ?? '')
    expect(await keep(ann)).toEqual({ status: 'trialing' })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionEndsAt: null })
  })

  it('without a card it ends with the trial, as if nobody had asked', async () => {
    const ann = await inTrial()
    await keep(ann)
    clock.advance(14 * DAY)
    const back = await again(ann)
    await andTell(ann, (id) => stripe.account.endTrial(id))
    expect(await self(back)).toMatchObject({ subscriptionStatus: 'expired', subscriptionPlan: 'free' })
  })

  it('cancelled in the trial it costs nothing, and Premium stays until the trial would have ended', async () => {
    const { ann, trialEnd } = await keeping()
    const { message } = (await ann.inject({ method: 'POST', url: '/api/cancel-subscription' })).json()
    expect(message).toBe(`Premium stays until ${dayOf(trialEnd)}. Nothing more is charged.`)
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionEndsAt: trialEnd })
    clock.advance(14 * DAY + 1000)
    const back = await again(ann)
    await andTell(ann, (id) => stripe.account.end(id))
    expect(await self(back)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
    expect(await invoicesOf(ann)).toEqual([])
  })

  it('asked for when the trial is over, it is paid at once, and what waited for a card is cancelled', async () => {
    const ann = await inTrial()
    await keep(ann)
    const [waiting] = subscriptionsOf(ann)
    clock.advance(14 * DAY)
    const answer = await keep(await again(ann))
    expect(answer).toMatchObject({ status: 'incomplete', clientSecret: expect.stringMatching(/^pi_/) })
    expect(answer).not.toHaveProperty('firstPayment')
    expect(waiting?.status).toBe('canceled')
  })

  it('names the field of a body that is wrong', async () => {
    const answer = await ask(await inTrial(), { afterTrial: 'soon' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('afterTrial')
  })
})
