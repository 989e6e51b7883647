import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import type { PaymentFacts } from '#domain/plans/payment.ts'
import type { CreateSubscriptionAnswer } from '#domain/protocol/subscription.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { until } from '#tests/support/wait.ts'
import { paymentsOf } from '../plans/billing.ts'
import { grantPromotion } from '../plans/promotions.ts'
import { type Jobs, startJobs } from '../queue/jobs.ts'
import { type TestApp, type TestAppOptions, testApp } from '../testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { asMinor } from '../testing/minors.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { PERIOD } from '../testing/stripe-account.ts'
import type { StripeEvent } from '../testing/stripe-objects.ts'
import { signedEvent, startStripe, type TestStripe } from '../testing/stripe-service.ts'
import { billingRecords, paymentEndings, paymentEvents, planEvents, users } from '../testing/tables.ts'
import { paymentJobs } from './jobs.ts'
import { stripePayments } from './stripe.ts'

// In Sydney it is still Mar 2.
const START = '2026-03-02T01:00:00.000Z'
const clock = testClock(START)
let stripe: TestStripe
let server: TestApp
let jobs: Jobs
const faults: string[] = []
beforeAll(async () => {
  stripe = await startStripe(clock)
  server = await testApp({ environment: stripe.environment, clock })
  jobs = await startJobs(paymentJobs(server, await stripePayments(server.config)), {
    clock,
    onFault: (name) => faults.push(name),
  })
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.instead = null
  stripe.delay = null
  stripe.requests.length = 0
})
afterEach(async () => {
  for (const app of others.splice(0)) await app.close()
  expect(faults.splice(0)).toEqual([])
})

/** The ways in which a customer may be gone from Stripe. */
const GONE: [how: string, happens: (customer: string) => unknown][] = [
  ['not known there', (customer) => stripe.account.customers.delete(customer)],
  ['deleted there', (customer) => stripe.account.removeCustomer(customer)],
]

const others: TestApp[] = []
/** Starts another server with other settings; it is closed after the test. */
async function another(options?: TestAppOptions): Promise<TestApp> {
  const app = await testApp(options)
  others.push(app)
  return app
}

let count = 0
/** Returns an adult whose trial is over. */
async function inFree(): Promise<Person> {
  const { email } = await asAdult(server, `payer${++count}@example.org`)
  clock.advance(15 * DAY)
  return signIn(server, email)
}
const self = async (person: Person) => (await person.inject('/api/auth/user')).json<CurrentUser>()
const linesOf = (person: Person) =>
  server.db.select().from(planEvents).where(eq(planEvents.userId, person.user.id)).orderBy(planEvents.id)
const saysCancelled = (details: unknown) => (details as { facts?: PaymentFacts }).facts?.cancelAtPeriodEnd === true
/** Returns the day of an instant in Sydney. */
const dayOf = (instant: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Australia/Sydney' }).format(new Date(instant))
const begin = (person: Person) => person.inject({ method: 'POST', url: '/api/create-subscription' })
const cancel = (person: Person) => person.inject({ method: 'POST', url: '/api/cancel-subscription' })
const deliver = (event: unknown, more: Record<string, string> = {}) => {
  const { payload, headers } = signedEvent(event, clock.now())
  return server.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: { ...headers, ...more },
  })
}
const eventsSince = (first: number): StripeEvent[] => stripe.account.events.slice(first)
/** Returns the newest payment event from Stripe. */
const paid = () => stripe.account.events.findLast(({ type }) => type === 'invoice.paid') as StripeEvent
/** Makes something happen at Stripe and delivers its events. */
async function andTell(happens: () => unknown): Promise<void> {
  const first = stripe.account.events.length
  happens()
  for (const event of eventsSince(first)) expect((await deliver(event)).statusCode).toBe(200)
}

/** Makes Stripe carry out a request and respond to nothing from then on. */
function awayAfter(method: 'POST' | 'DELETE'): void {
  stripe.delay = async (asked) => {
    if (!asked.startsWith(`${method} /v1/subscriptions/`)) return
    stripe.delay = null
    // Not a status that the library retries by itself, which would only take time.
    stripe.instead = 403
  }
}

/** Returns the subscription that the user has begun at Stripe. */
async function subscriptionOf(person: Person): Promise<string> {
  const answer = await begin(person)
  expect(answer.statusCode).toBe(200)
  const customer = [...stripe.account.customers.values()].find(({ email }) => email === person.email)
  const [subscription] = stripe.account.subscriptionsOf(customer?.id ?? '')
  if (!subscription) throw new Error('nothing was begun')
  return subscription.id
}

/** Returns a user who pays, and the subscription. */
async function paying(): Promise<{ ann: Person; subscription: string }> {
  const ann = await inFree()
  const subscription = await subscriptionOf(ann)
  await andTell(() => stripe.account.pay(subscription))
  return { ann, subscription }
}

describe('POST /api/create-subscription', () => {
  it('answers the secret of the first payment, the status, and the key for the browser', async () => {
    const ann = await inFree()
    const answer = (await begin(ann)).json<CreateSubscriptionAnswer>()
    expect(answer).toEqual({
      status: 'incomplete',
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      publishableKey: 'pk_test_dosewell',
    })
    const [customer] = [...stripe.account.customers.values()].filter(({ email }) => email === ann.email)
    expect(customer?.metadata).toEqual({ dosewell_user: ann.user.id })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'expired', subscriptionPlan: 'free' })
  })

  it('asked again goes on with the same payment, one customer, one subscription', async () => {
    const ann = await inFree()
    const first = await begin(ann)
    const again = await begin(ann)
    expect(again.json()).toEqual(first.json())
    expect(stripe.requests.filter((asked) => asked === 'POST /v1/subscriptions')).toHaveLength(1)
  })

  it('two tabs at once get one customer and one subscription', async () => {
    const ann = await inFree()
    const answers = await Promise.all([begin(ann), begin(ann), begin(ann)])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const mine = [...stripe.account.customers.values()].filter(({ email }) => email === ann.email)
    expect(mine).toHaveLength(1)
    expect(stripe.account.subscriptionsOf(mine[0]?.id ?? '')).toHaveLength(1)
  })

  it('a person in their trial has Premium already, and nothing is begun', async () => {
    const ann = await asAdult(server, `payer${++count}@example.org`)
    expect((await begin(ann)).json()).toMatchObject({ status: 'trialing' })
    expect(stripe.requests).toEqual([])
  })

  it('a person who pays has Premium already, also before the first webhook', async () => {
    const ann = await inFree()
    const subscription = await subscriptionOf(ann)
    stripe.account.pay(subscription)
    expect((await begin(ann)).json()).toEqual({ status: 'active' })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
    expect((await begin(ann)).json()).toEqual({ status: 'active' })
  })

  it('a payment that is overdue is paid, not bought again', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    await andTell(() => stripe.account.renew(subscription, false))
    const answer = (await begin(ann)).json<CreateSubscriptionAnswer>()
    expect(answer).toMatchObject({ status: 'past_due', clientSecret: expect.any(String) })
    await andTell(() => stripe.account.pay(subscription))
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
  })

  it('after the end of a subscription a new one is begun, for the same customer', async () => {
    const { ann, subscription } = await paying()
    await andTell(() => stripe.account.end(subscription))
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
    expect(await subscriptionOf(ann)).not.toBe(subscription)
    expect([...stripe.account.customers.values()].filter(({ email }) => email === ann.email)).toHaveLength(1)
  })

  it('a customer that Stripe does not know is replaced', async () => {
    const ann = await inFree()
    const first = await subscriptionOf(ann)
    const customer = stripe.account.subscriptions.get(first)?.customer ?? ''
    stripe.account.customers.delete(customer)
    expect(await subscriptionOf(ann)).not.toBe(first)
  })

  it.each(GONE)('P5.9 after a customer who is %s, nothing of theirs is overdue any more', async (_how, gone) => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    await andTell(() => stripe.account.renew(subscription, false))
    gone(stripe.account.subscriptions.get(subscription)?.customer ?? '')
    const next = await subscriptionOf(ann)
    expect(next).not.toBe(subscription)
    await andTell(() => stripe.account.pay(next))
    await andTell(() => stripe.account.end(next))
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('a customer whom a restore made the server forget is found again, and pays once', async () => {
    const { ann, subscription } = await paying()
    await server.db
      .update(users)
      .set({ providerCustomerId: null, planState: null, subscriptionStatus: null, subscriptionPlan: 'free' })
      .where(eq(users.id, ann.user.id))
    expect((await begin(ann)).json()).toEqual({ status: 'active' })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active' })
    expect(stripe.account.subscriptions.get(subscription)?.status).toBe('active')
  })

  it.each([500, 503, 429, 'cut'] as const)(
    'Stripe answering %s is a 503 with a sentence, and the next try works',
    async (instead) => {
      const ann = await inFree()
      stripe.instead = instead
      const answer = await begin(ann)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
      expect(answer.json().error).toMatch(/^The payment service did not answer/)
      stripe.instead = null
      expect((await begin(ann)).statusCode).toBe(200)
    },
  )

  it('a price that is not what the pages say is never charged', async () => {
    stripe.account.addPrice('price_dear', 1999)
    const dear = await another({
      environment: { ...stripe.environment, STRIPE_PRICE_ID: 'price_dear' },
      clock,
    })
    const { email } = await asAdult(dear, 'dear@example.org')
    clock.advance(15 * DAY)
    const answer = await begin(await signIn(dear, email))
    expect(answer.statusCode).toBe(503)
    expect(stripe.requests).not.toContain('POST /v1/subscriptions')
  })

  it('a minor without consent pays nothing', async () => {
    const kim = await asMinor(server, `kim${++count}@example.org`)
    expect((await begin(kim)).json().code).toBe('consent_required')
  })

  it('without keys answers 503 with a sentence, but tells whoever has Premium so', async () => {
    const plain = await another({ clock })
    const ann = await asAdult(plain, 'ann@example.org')
    const inTrial = await begin(ann)
    expect([inTrial.statusCode, inTrial.json()]).toEqual([200, { status: 'trialing' }])
    clock.advance(15 * DAY)
    const answer = await begin(await signIn(plain, 'ann@example.org'))
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'payments_unavailable',
      error: 'This server is not set up to take payments, so Premium cannot be bought here.',
    })
  })
})

describe('POST /api/webhooks/stripe', () => {
  it('a first payment turns Premium on, and is recorded once', async () => {
    const { ann } = await paying()
    expect(await self(ann)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
      subscriptionEndsAt: null,
    })
    expect((await deliver(paid())).statusCode).toBe(200)
    const { id } = paid().data.object as { id: string }
    const recorded = await server.db.select().from(billingRecords).where(eq(billingRecords.invoiceId, id))
    expect(recorded).toMatchObject([{ amount: 999, currency: 'aud', paidAt: new Date(clock.now()) }])
  })

  it('P8.3 P10.1 events that tell nothing new leave no line, and the devices hear nothing', async () => {
    const ann = await inFree()
    const subscription = await subscriptionOf(ann)
    const first = stripe.account.events.length
    stripe.account.pay(subscription)
    const [one, ...others] = eventsSince(first)
    await deliver(one)
    const lines = await server.db.$count(planEvents, eq(planEvents.userId, ann.user.id))
    let changeNotifications = 0
    const stop = server.changeNotifications.listen(() => {
      changeNotifications += 1
    })
    clock.advance(1000)
    for (const event of others) expect((await deliver(event)).statusCode).toBe(200)
    stop()
    expect(others).not.toEqual([])
    expect(await server.db.$count(planEvents, eq(planEvents.userId, ann.user.id))).toBe(lines)
    expect(changeNotifications).toBe(0)
  })

  it('the same event again asks Stripe nothing', async () => {
    await paying()
    stripe.requests.length = 0
    for (const event of stripe.account.events.slice(-2)) await deliver(event)
    expect(stripe.requests).toEqual([])
  })

  it('a failed renewal takes Premium away, and its payment brings it back', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    await andTell(() => stripe.account.renew(subscription, false))
    expect((await self(ann)).subscriptionStatus).toBe('past_due')
    await andTell(() => stripe.account.pay(subscription))
    expect((await self(ann)).subscriptionStatus).toBe('active')
  })

  it('an old event changes nothing that is true now', async () => {
    const { ann, subscription } = await paying()
    const first = stripe.account.events.length
    clock.advance(PERIOD)
    stripe.account.renew(subscription, false)
    stripe.account.pay(subscription)
    for (const event of eventsSince(first).reverse()) await deliver(event)
    expect((await self(ann)).subscriptionStatus).toBe('active')
  })

  it.each([
    ['in 1970', 0],
    ['in the year 2300', Date.UTC(2300, 0, 1) / 1000],
    ['after every calendar', 1e14],
  ])('P5.11 an end of a period or a subscription that lies %s is not taken over', async (_when, seconds) => {
    const { ann, subscription } = await paying()
    await andTell(() => {
      const [item] = stripe.account.cancelAtPeriodEnd(subscription).items.data
      if (item) item.current_period_end = seconds
    })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'active', subscriptionEndsAt: null })
    clock.advance(1000)
    const ended = new Date(clock.now()).toISOString()
    await andTell(() => {
      stripe.account.end(subscription).ended_at = seconds
    })
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionEndsAt: ended })

    // Delivered once more, it is not read as a new end.
    const lines = await server.db.$count(planEvents, eq(planEvents.userId, ann.user.id))
    let changeNotifications = 0
    const stop = server.changeNotifications.listen(() => {
      changeNotifications += 1
    })
    onTestFinished(stop)
    clock.advance(1000)
    const again = stripe.account.events.at(-1)
    expect((await deliver({ ...again, id: `${again?.id}_again` })).statusCode).toBe(200)
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionEndsAt: ended })
    expect(await server.db.$count(planEvents, eq(planEvents.userId, ann.user.id))).toBe(lines)
    expect(changeNotifications).toBe(0)
  })

  it('P9.1 a payment of more cents than four bytes can count is recorded', async () => {
    const { ann } = await paying()
    const event = structuredClone(paid())
    Object.assign(event, { id: 'evt_large' })
    Object.assign(event.data.object as object, {
      id: 'in_large',
      amount_paid: 5_000_000_000,
      currency: 'idr',
    })
    expect((await deliver(event)).statusCode).toBe(200)
    const amounts = (await paymentsOf(server, ann.email)).map(({ amount }) => amount)
    expect(amounts.toSorted((a, b) => a - b)).toEqual([999, 5_000_000_000])
  })

  it('while Stripe cannot be asked the event is answered 503, so that it comes again', async () => {
    const ann = await inFree()
    const subscription = await subscriptionOf(ann)
    const first = stripe.account.events.length
    stripe.account.pay(subscription)
    stripe.instead = 500
    const [event] = eventsSince(first)
    expect((await deliver(event)).statusCode).toBe(503)
    stripe.instead = null
    expect((await deliver(event)).statusCode).toBe(200)
    expect((await self(ann)).subscriptionStatus).toBe('active')
  })

  it('an event of a customer that is nobody’s here is taken and forgotten', async () => {
    const { id } = stripe.account.addCustomer('stranger@example.org', {})
    const price = stripe.account.prices.get('price_premium')
    if (!price) throw new Error('there is no price')
    stripe.account.begin(id, price)
    expect((await deliver(stripe.account.events.at(-1))).statusCode).toBe(200)
  })

  it('P9.1 a payment of a stranger for something else of the seller is not kept', async () => {
    stripe.account.addPrice('price_book', 2500)
    const price = stripe.account.prices.get('price_book')
    if (!price) throw new Error('there is no price')
    const { id } = stripe.account.addCustomer('reader@example.org', {})
    stripe.account.pay(stripe.account.begin(id, price).id)
    expect((await deliver(paid())).statusCode).toBe(200)
    expect(await paymentsOf(server, 'reader@example.org')).toEqual([])
  })

  it('what is not wanted is taken and not kept', async () => {
    const before = await server.db.$count(paymentEvents)
    const event = { id: 'evt_other', object: 'event', type: 'charge.refunded', data: { object: {} } }
    expect((await deliver(event)).json()).toEqual({ received: true })
    expect(await server.db.$count(paymentEvents)).toBe(before)
  })

  it.each<[string, () => { payload: string; headers: Record<string, string> }]>([
    ['no signature', () => ({ payload: '{}', headers: { 'content-type': 'application/json' } })],
    ['the signature of another secret', () => signedEvent(paid(), clock.now(), 'whsec_other')],
    ['a signature of ten minutes ago', () => signedEvent(paid(), clock.now() - 600_000)],
    [
      'another body than was signed',
      () => ({ ...signedEvent(paid(), clock.now()), payload: JSON.stringify({ ...paid(), id: 'evt_x' }) }),
    ],
    ['a signed body that is no JSON', () => signedEvent('{"id":', clock.now())],
    ['a signed body that is no event', () => signedEvent({ hello: 'world' }, clock.now())],
    ['a signed empty body', () => signedEvent('', clock.now())],
    [
      'a signed event without an object',
      () => signedEvent({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: {} }, clock.now()),
    ],
    [
      'a signed event with a customer that is no id',
      () =>
        signedEvent(
          { ...paid(), data: { object: { ...(paid().data.object as object), customer: '../cus' } } },
          clock.now(),
        ),
    ],
  ])('%s answers 400', async (_what, request) => {
    await paying()
    const answer = await server.inject({ method: 'POST', url: '/api/webhooks/stripe', ...request() })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  })

  it('a body that is too large answers 413', async () => {
    const answer = await deliver(JSON.stringify({ words: 'x'.repeat(1_000_001) }))
    expect(answer.statusCode).toBe(413)
  })

  it('without keys is not there', async () => {
    const plain = await another()
    const { payload, headers } = signedEvent({}, clock.now())
    const answer = await plain.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
    expect(answer.statusCode).toBe(404)
  })
})

describe('events whose webhook never came', () => {
  it('are found in Stripe’s own list', async () => {
    const ann = await inFree()
    const subscription = await subscriptionOf(ann)
    stripe.account.pay(subscription)
    clock.advance(HOUR)
    await jobs.runDue()
    const back = await signIn(server, ann.email)
    expect((await self(back)).subscriptionStatus).toBe('active')
    stripe.requests.length = 0
    clock.advance(HOUR)
    await jobs.runDue()
    expect(stripe.requests).toEqual(['GET /v1/events'])
  })

  it('are found behind one that cannot be read, which is reported and not waited for', async () => {
    const ann = await inFree()
    const subscription = await subscriptionOf(ann)
    stripe.account.pay(subscription)
    const odd = structuredClone(paid())
    Object.assign(odd, { id: 'evt_odd' })
    Object.assign(odd.data.object as object, { amount_paid: -1 })
    stripe.account.events.unshift(odd)
    clock.advance(2 * HOUR)
    await jobs.runDue()
    expect((await self(await signIn(server, ann.email))).subscriptionStatus).toBe('active')
    expect(faults.splice(0)).toEqual(['missed payment events'])
    clock.advance(HOUR)
    await jobs.runDue()
    expect(faults).toEqual([])
  })
})

describe('POST /api/cancel-subscription by somebody who pays', () => {
  it('ends the subscription at the end of what is paid, and names the day where the person lives', async () => {
    const { ann, subscription } = await paying()
    const ends = new Date(clock.now() + PERIOD)
    const answer = await cancel(ann)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        success: true,
        message: `Premium stays until ${dayOf(ends.toISOString())}. Nothing more is charged.`,
      },
    ])
    expect(stripe.account.subscriptions.get(subscription)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    })
    expect(await self(ann)).toMatchObject({
      subscriptionStatus: 'active',
      subscriptionEndsAt: ends.toISOString(),
    })
    expect((await cancel(ann)).json()).toEqual(answer.json())
    expect((await linesOf(ann)).filter(({ details }) => saysCancelled(details))).toHaveLength(1)
    clock.set(ends.getTime())
    await andTell(() => stripe.account.end(subscription))
    const back = await signIn(server, ann.email)
    expect(await self(back)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('ends an overdue one at once', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    await andTell(() => stripe.account.renew(subscription, false))
    const back = await signIn(server, ann.email)
    expect((await cancel(back)).json().message).toBe('Your subscription is cancelled. Nothing more is charged.')
    expect(stripe.account.subscriptions.get(subscription)?.status).toBe('canceled')
    expect((await cancel(back)).json().message).toBe('Your subscription is cancelled. Nothing more is charged.')
  })

  it('P3.5 P5.10 names the day of a promotion that lasts longer', async () => {
    const { ann } = await paying()
    const { endsAt } = await grantPromotion(server, {
      email: ann.email,
      months: 3,
      promoType: 'auto_renew',
      by: ann.user.id,
    })
    const { message } = (await cancel(ann)).json()
    expect(message).toBe(`Premium stays until ${dayOf(endsAt)}. Nothing more is charged.`)
    expect((await self(ann)).subscriptionEndsAt).toBe(endsAt)
  })

  it.each(['with', 'without'])(
    'P5.10 done by Stripe, which then answers nothing more, %s a promotion: is done, names the day, and again answers the same',
    async (how) => {
      const { ann, subscription } = await paying()
      let ends = new Date(clock.now() + PERIOD).toISOString()
      if (how === 'with') {
        const by = ann.user.id
        const grant = { email: ann.email, months: 3, promoType: 'auto_renew', by } as const
        ends = (await grantPromotion(server, grant)).endsAt
      }
      awayAfter('POST')
      const answer = await cancel(ann)
      expect([answer.statusCode, answer.json().message]).toEqual([
        200,
        `Premium stays until ${dayOf(ends)}. Nothing more is charged.`,
      ])
      expect(stripe.account.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true)
      stripe.instead = null
      expect((await cancel(ann)).json()).toEqual(answer.json())
      expect((await self(ann)).subscriptionEndsAt).toBe(ends)
    },
  )

  it('P5.10 an overdue one that Stripe ended, answering nothing more, is cancelled; again answers the same and knows it', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    await andTell(() => stripe.account.renew(subscription, false))
    const back = await signIn(server, ann.email)
    awayAfter('DELETE')
    const answer = await cancel(back)
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'Your subscription is cancelled. Nothing more is charged.',
    ])
    stripe.instead = null
    const again = await cancel(back)
    expect([again.statusCode, again.json()]).toEqual([200, answer.json()])
    expect(await self(back)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('P5.10 one that has ended at Stripe unheard is cancelled, and known to be', async () => {
    const { ann, subscription } = await paying()
    stripe.account.end(subscription)
    const answer = await cancel(ann)
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'Your subscription is cancelled. Nothing more is charged.',
    ])
    expect(await self(ann)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('P5.10 one that has ended at Stripe unheard leaves a promotion, which is cancelled', async () => {
    const { ann, subscription } = await paying()
    const by = ann.user.id
    const grant = { email: ann.email, months: 1, promoType: 'auto_renew', by } as const
    const { endsAt } = await grantPromotion(server, grant)
    stripe.account.end(subscription)
    expect((await cancel(ann)).json().message).toBe(`Premium stays until ${dayOf(endsAt)}. Nothing is charged.`)
    expect((await self(ann)).subscriptionEndsAt).toBe(endsAt)
  })

  it('P5.10 an overdue one that ends at Stripe meanwhile is cancelled', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    await andTell(() => stripe.account.renew(subscription, false))
    const back = await signIn(server, ann.email)
    stripe.delay = async () => {
      stripe.delay = null
      stripe.account.end(subscription)
    }
    expect((await cancel(back)).json().message).toBe('Your subscription is cancelled. Nothing more is charged.')
  })

  it.each(GONE)('P5.9 of a customer who is %s is over', async (_how, gone) => {
    const { ann, subscription } = await paying()
    gone(stripe.account.subscriptions.get(subscription)?.customer ?? '')
    const answer = await cancel(ann)
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'Your subscription is cancelled. Nothing more is charged.',
    ])
    clock.advance(2 * PERIOD)
    const back = await signIn(server, ann.email)
    expect(await self(back)).toMatchObject({ subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
  })

  it('somebody whose only try to pay was never finished has nothing to cancel', async () => {
    const ann = await inFree()
    await subscriptionOf(ann)
    const answer = await cancel(ann)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'You have no Premium to cancel.'])
  })

  it('more often than a person needs answers 429 and when to come again', async () => {
    const limited = await another({ environment: { RATE_LIMIT_SCALE: '0.1' } })
    const ann = await asAdult(limited, 'ann@example.org')
    const answers = [await cancel(ann), await cancel(ann), await cancel(ann), await cancel(ann)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('that Stripe does not answer for is a 503, and nothing is cancelled', async () => {
    const { ann, subscription } = await paying()
    stripe.instead = 'cut'
    const answer = await cancel(ann)
    expect([answer.statusCode, answer.json().error]).toEqual([
      503,
      'The payment service did not answer. Please try again in a moment.',
    ])
    expect(stripe.account.subscriptions.get(subscription)?.cancel_at_period_end).toBe(false)
  })

  it('a person in their trial still cancels it, without Stripe', async () => {
    const ann = await asAdult(server, `payer${++count}@example.org`)
    expect((await cancel(ann)).json().message).toMatch(/^Premium stays until .* Nothing is charged\.$/)
    expect(stripe.requests).toEqual([])
  })
})

describe('deleting the account of somebody who pays', () => {
  const erase = (person: Person) =>
    person.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: person.email } })

  it('ends the subscription at once, and Stripe forgets the customer', async () => {
    const { ann, subscription } = await paying()
    const customer = stripe.account.subscriptions.get(subscription)?.customer ?? ''
    expect((await erase(ann)).statusCode).toBe(204)
    await until(() => !stripe.account.customers.has(customer), { what: 'the end of the customer' })
    expect(stripe.account.subscriptions.get(subscription)?.status).toBe('canceled')
    await until(async () => (await server.db.$count(paymentEndings)) === 0, { what: 'an empty queue' })
    // What Stripe says about it afterwards belongs to no account.
    expect((await deliver(stripe.account.events.at(-1))).statusCode).toBe(200)
  })

  it('P9.3 keeps a payment that is told of only afterwards, by its webhook or in Stripe’s list, once', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    stripe.account.renew(subscription, true)
    const renewal = paid()
    const customer = stripe.account.subscriptions.get(subscription)?.customer ?? ''
    await erase(ann)
    await until(() => !stripe.account.customers.has(customer), { what: 'the end of the customer' })
    expect((await deliver(renewal)).statusCode).toBe(200)
    clock.advance(HOUR)
    await jobs.runDue()
    const { id } = renewal.data.object as { id: string }
    expect(await paymentsOf(server, ann.email)).toMatchObject([
      { invoiceId: id, amount: 999, currency: 'aud' },
      { amount: 999 },
    ])
  })

  it('P9.3 keeps one that only Stripe’s list tells of', async () => {
    const { ann, subscription } = await paying()
    clock.advance(PERIOD)
    stripe.account.renew(subscription, true)
    await erase(ann)
    clock.advance(HOUR)
    await jobs.runDue()
    expect(await paymentsOf(server, ann.email)).toHaveLength(2)
  })

  it('is kept in mind while Stripe cannot be reached', async () => {
    const { ann, subscription } = await paying()
    stripe.instead = 'cut'
    expect((await erase(ann)).statusCode).toBe(204)
    await until(() => stripe.requests.some((asked) => asked.startsWith('DELETE /v1/customers')), {
      what: 'the first try',
    })
    await until(async () => (await server.db.select().from(paymentEndings)).some(({ tries }) => tries > 0), {
      what: 'the failure noted',
    })
    stripe.instead = null
    clock.advance(HOUR)
    await jobs.runDue()
    expect(stripe.account.subscriptions.get(subscription)?.status).toBe('canceled')
    expect(await server.db.$count(paymentEndings)).toBe(0)
  })
})
