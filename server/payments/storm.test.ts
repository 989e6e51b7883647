// On both databases: locks: events that come at once.
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#domain/lib/local-time.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { sized } from '#tests/support/long.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { testClock } from '../testing/clock.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { PERIOD, type StripeAccount } from '../testing/stripe-account.ts'
import type { StripeEvent } from '../testing/stripe-objects.ts'
import { signedEvent, startStripe, type TestStripe } from '../testing/stripe-service.ts'
import { users } from '../testing/tables.ts'

/** What may happen to a subscription at Stripe, in sequence. */
const LIFE = ['pay', 'renew', 'fail', 'cancel', 'resume', 'end', 'again'] as const
type Happening = (typeof LIFE)[number]

/**
 * When an event arrives: immediately, or after this many others; how often; and whether Stripe was unavailable at
 * first.
 */
interface Delivery {
  late: number
  times: number
  fails: boolean
}

const clock = testClock('2026-03-02T01:00:00.000Z')
let stripe: TestStripe
let server: TestApp
let person: Person
beforeAll(async () => {
  stripe = await startStripe(clock)
  server = await testApp({ environment: stripe.environment, clock })
  person = await asAdult(server, 'storm@example.org')
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

function happen(account: StripeAccount, customer: string, what: Happening): void {
  const [newest] = account.subscriptionsOf(customer)
  if (!newest) return
  const isOver = newest.ended_at !== null
  if (what === 'again' && isOver) account.begin(customer, newest.items.data[0]?.price as never)
  if (isOver) return
  if (what === 'end') account.end(newest.id)
  if (newest.status === 'incomplete') {
    if (what === 'pay') account.pay(newest.id)
    return
  }
  if (what === 'pay') account.pay(newest.id)
  if (what === 'renew') account.renew(newest.id, true)
  if (what === 'fail') account.renew(newest.id, false)
  if (what === 'cancel') account.cancelAtPeriodEnd(newest.id)
  if (what === 'resume') account.cancelAtPeriodEnd(newest.id, false)
}

/** Returns the plan expected in the end, computed only from what Stripe stores. */
function expected(account: StripeAccount, customer: string) {
  const all = account.subscriptionsOf(customer)
  const giving = all.find(({ status }) => status === 'active')
  if (giving) {
    const end = giving.items.data[0]?.current_period_end ?? 0
    return {
      subscriptionStatus: 'active',
      subscriptionPlan: 'premium',
      subscriptionEndsAt: giving.cancel_at_period_end ? new Date(end * 1000).toISOString() : null,
    }
  }
  if (all.some(({ status }) => status === 'past_due')) return { subscriptionStatus: 'past_due' }
  const wasPaid = all.some(({ status }) => status === 'canceled')
  return { subscriptionStatus: wasPaid ? 'canceled' : null, subscriptionPlan: 'free' }
}

const deliver = (event: StripeEvent) => {
  const { payload, headers } = signedEvent(event, clock.now())
  return server.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
}

/** Returns the events in their order of arrival, some of them several times. */
function storm(events: readonly StripeEvent[], deliveries: readonly Delivery[]) {
  return events
    .flatMap((event, index) => {
      const { late, times, fails } = deliveries[index % deliveries.length] as Delivery
      return Array.from({ length: times }, (_, time) => ({
        event,
        fails: fails && time === 0,
        at: index + late * (time + 1),
      }))
    })
    .sort((one, other) => one.at - other.at)
}

const lives = fc.array(fc.constantFrom(...LIFE), { minLength: 1, maxLength: 12 })
const deliveries = fc.array(
  fc.record({
    late: fc.integer({ min: 0, max: 12 }),
    times: fc.integer({ min: 1, max: 3 }),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
)

const self = async () => (await person.inject('/api/auth/user')).json<CurrentUser>()

/** Resets the user to one who never paid, with a subscription begun for a new customer. */
async function anew(): Promise<{ customer: string }> {
  stripe.instead = null
  stripe.account.customers.clear()
  // So that what Stripe stored under earlier keys is not returned again.
  clock.advance(HOUR)
  await server.db
    .update(users)
    .set({
      providerCustomerId: null,
      planState: null,
      planDueAt: null,
      subscriptionStatus: null,
      subscriptionPlan: 'free',
      subscriptionEndsAt: null,
    })
    .where(eq(users.id, person.user.id))
  const begun = await person.inject({ method: 'POST', url: '/api/create-subscription' })
  expect(begun.statusCode).toBe(200)
  const [customer] = stripe.account.customers.keys()
  if (!customer) throw new Error('there is no customer')
  return { customer }
}

describe('a storm of webhooks', () => {
  it('duplicated, reordered, delayed, refused at first and several at once: the plan ends up as Stripe has it', async () => {
    await fc.assert(
      fc.asyncProperty(lives, deliveries, fc.integer({ min: 1, max: 4 }), async (life, ways, atOnce) => {
        const { customer } = await anew()
        const first = stripe.account.events.length - 1

        // Stripe sends events while things keep happening: each step is followed by some of the pending ones.
        const happenings: Happening[] = ['pay', ...life]
        let delivered = 0
        for (const what of happenings) {
          clock.advance(1000)
          happen(stripe.account, customer, what)
          const underWay = storm(stripe.account.events.slice(first), ways)
          const portion = underWay.slice(delivered, delivered + atOnce)
          delivered += portion.length
          await Promise.all(portion.map((one) => arrive(one)))
        }
        for (const one of storm(stripe.account.events.slice(first), ways)) await arrive(one)

        expect(await self()).toMatchObject(expected(stripe.account, customer))
      }),
      { numRuns: Number(process.env.STORMS ?? sized({ short: 10, long: 100 })), seed: Number(process.env.SEED ?? 7) },
    )
  })

  /** Refused at first: it arrives again, as Stripe promises. */
  async function arrive({ event, fails }: { event: StripeEvent; fails: boolean }): Promise<void> {
    if (fails) {
      // Not a status that the library retries by itself, which would only take time.
      stripe.instead = 403
      await deliver(event)
      stripe.instead = null
    }
    for (let tries = 1; (await deliver(event)).statusCode !== 200; tries += 1) {
      if (tries === 20) throw new Error(`${event.type} was never taken`)
    }
  }

  it('a reading that was overtaken changes nothing', async () => {
    const { customer } = await anew()
    const [subscription] = stripe.account.subscriptionsOf(customer)
    if (!subscription) throw new Error('nothing was begun')
    stripe.account.pay(subscription.id)
    const paid = stripe.account.events.at(-1) as StripeEvent
    // The first response, true when it was made, arrives after a renewal has failed and been reported.
    const held = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    stripe.delay = async (asked) => {
      if (!asked.startsWith('GET /v1/subscriptions')) return
      stripe.delay = null
      isAsked.resolve()
      await held.promise
    }
    const slow = deliver(paid)
    await isAsked.promise
    clock.advance(PERIOD)
    stripe.account.renew(subscription.id, false)
    // From another server, because one server makes only one request at a time.
    const other = await testApp({ environment: stripe.environment, clock, database: shared() })
    const { payload, headers } = signedEvent(stripe.account.events.at(-1), clock.now())
    await other.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
    clock.advance(1000)
    held.resolve()
    expect((await slow).statusCode).toBe(200)
    await other.close()
    expect((await self()).subscriptionStatus).toBe('past_due')
  })

  /** The first server's database, which only that server closes. */
  const shared = () => ({ ...server.database, close: async () => {} })
})
