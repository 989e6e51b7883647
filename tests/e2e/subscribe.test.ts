import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { signedEvent, startStripe } from '#server/testing/stripe-service.ts'
import { signUp } from '#tests/server/support/account.ts'
import { type StripeScript, standInForStripe } from '#tests/support/stripe-script.ts'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const stripe = await startStripe(systemClock)
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.instead = null
})

const screens = setUpScreens({ environment: stripe.environment })

const TITLE = 'Subscribe to Premium'
const FAILED = 'Failed to initialize payment. Please try again.'
const SERVICE_AWAY = /status of 503 .*\/api\/create-subscription/

const heading = ({ page }: User, name: string) => page.getByRole('heading', { name, exact: true })
const button = ({ page }: User, name: string) => page.getByRole('button', { name, exact: true })
const subscriptionOf = (email: string) => {
  const customer = [...stripe.account.customers.values()].findLast((one) => one.email === email)
  const [subscription] = stripe.account.subscriptionsOf(customer?.id ?? '')
  if (!subscription) throw new Error(`${email} has no subscription`)
  return subscription.id
}

interface Payer extends User {
  email: string
  script: StripeScript
}

let count = 0
/** Creates an adult whose trial is over: an address gets only one, even after its account was deleted. */
async function inFree(): Promise<Payer> {
  const email = `payer${++count}@example.org`
  const before = await signUp(screens.server, email)
  await before.request('DELETE', '/api/user/account', { body: { email } })
  const user = await screens.user()
  const script = await standInForStripe(user.context)
  await user.signUp(email)
  return Object.assign(user, { email, script })
}

async function atPayment(): Promise<Payer> {
  const ann = await inFree()
  await ann.open('/subscribe')
  await ann.page.getByLabel('Card number').waitFor()
  await until(() => button(ann, 'Complete Payment').isEnabled(), { what: 'the form to be ready' })
  return ann
}

/** Delivers the events that Stripe has had since, as its webhooks would. */
async function tell(from: number): Promise<void> {
  for (const event of stripe.account.events.slice(from)) {
    const { payload, headers } = signedEvent(event, Date.now())
    const url = `${screens.server.url}/api/webhooks/stripe`
    const answer = await fetch(url, { method: 'POST', body: payload, headers })
    expect(answer.status).toBe(200)
  }
}

/** The card is good, and Stripe reports it. */
const pays = (ann: Payer) => async () => {
  const from = stripe.account.events.length
  stripe.account.pay(subscriptionOf(ann.email))
  await tell(from)
  return { kind: 'paid' as const }
}

const policyOf = async ({ page }: User, path: string) => {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
    page.goto(new URL(path, page.url()).href),
  ])
  return (await answer.headerValue('content-security-policy')) ?? ''
}

describe('/subscribe', () => {
  it('says what Premium gives and costs, and a payment turns it on', async () => {
    const ann = await inFree()
    await ann.open('/pricing')
    await ann.page.getByRole('link', { name: 'Upgrade to Premium' }).click()
    await heading(ann, TITLE).waitFor()
    await ann.page.getByText('$9.99/month').waitFor()
    await ann.page.getByText('Prescription text-recognition scanning').waitFor()
    await heading(ann, 'Complete Your Subscription').waitFor()
    await until(() => button(ann, 'Complete Payment').isEnabled(), { what: 'the form to be ready' })
    expect(ann.script.asked).toContain('Stripe for pk_test_dosewell')
    expect(ann.script.asked).toContain('fields in tabs')

    const settled = Promise.withResolvers<void>()
    ann.script.answer = async () => {
      await settled.promise
      return pays(ann)()
    }
    await button(ann, 'Complete Payment').click()
    await button(ann, 'Processing...').waitFor()
    expect(await button(ann, 'Processing...').isEnabled()).toBe(false)
    settled.resolve()
    await ann.toast('Payment Successful').getByText('Premium is on. Thank you.').waitFor()
    expect(ann.script.asked.at(-1)).toContain(`back to ${screens.server.url}`)
    expect(new URL(ann.page.url()).search).toBe('')
    await button(ann, 'Premium').waitFor()
    expect(await ann.user()).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
  })

  it('has no barrier that axe knows, and its fields follow the theme', async () => {
    const ann = await atPayment()
    expect(await checkScreen(ann.page, 'the payment')).toEqual([])
    await until(() => ann.script.asked.includes('appearance night'), { what: 'the dark fields' })
    ann.expectComplaint(SERVICE_AWAY)
    stripe.instead = 500
    await ann.open('/subscribe')
    await heading(ann, FAILED).waitFor()
    expect(await checkScreen(ann.page, 'the failure of /subscribe')).toEqual([])
    const bea = await screens.user()
    await bea.signUp()
    await bea.open('/subscribe')
    await heading(bea, "You're Already Premium!").waitFor()
    expect(await checkScreen(bea.page, 'already premium')).toEqual([])
  })

  it('alone lets Stripe’s script run: from the server and from the worker, and leaving it loads a document', async () => {
    const ann = await inFree()
    const hosts = /script-src 'self' https:\/\/js\.stripe\.com/
    expect(await policyOf(ann, '/subscribe')).toMatch(hosts)
    await ann.workerReady()
    expect(await policyOf(ann, '/subscribe')).toMatch(hosts)
    expect(await policyOf(ann, '/pricing')).not.toMatch(/stripe/)
    await ann.open('/subscribe')
    await ann.page.getByLabel('Card number').waitFor()
    await ann.page.getByRole('link', { name: 'Medications', exact: true }).first().click()
    await heading(ann, 'My Medications').waitFor()
    await until(() => ann.page.evaluate(() => !('Stripe' in window)), { what: 'a page without Stripe' })
    await ann.page.goBack()
    await ann.page.getByLabel('Card number').waitFor()
  })
})
