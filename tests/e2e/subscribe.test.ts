import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { signedEvent, startStripe } from '#server/testing/stripe-service.ts'
import { signUp } from '#tests/server/support/account.ts'
import { type StripeScript, standInForStripe } from '#tests/support/stripe-script.ts'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { hearToasts } from './support/heard.ts'
import type { Person } from './support/person.ts'
import { setStage } from './support/stage.ts'

const stripe = await startStripe(systemClock)
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.instead = null
})

const stage = setStage({ environment: stripe.environment })

const TITLE = 'Subscribe to Premium'
const FAILED = 'Failed to initialize payment. Please try again.'
const SERVICE_AWAY = /status of 503 .*\/api\/create-subscription/

const heading = ({ page }: Person, name: string) => page.getByRole('heading', { name, exact: true })
const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true })
const subscriptionOf = (email: string) => {
  const customer = [...stripe.account.customers.values()].findLast((one) => one.email === email)
  const [subscription] = stripe.account.subscriptionsOf(customer?.id ?? '')
  if (!subscription) throw new Error(`${email} has no subscription`)
  return subscription.id
}

interface Payer extends Person {
  email: string
  script: StripeScript
}

let count = 0
/** An adult whose trial is over: an address has one, also after its account was deleted. */
async function inFree(): Promise<Payer> {
  const email = `payer${++count}@example.org`
  const before = await signUp(stage.server, email)
  await before.request('DELETE', '/api/user/account', { body: { email } })
  const person = await stage.person()
  const script = await standInForStripe(person.context)
  await person.signUp(email)
  return Object.assign(person, { email, script })
}

async function atPayment(): Promise<Payer> {
  const ann = await inFree()
  await ann.open('/subscribe')
  await ann.page.getByLabel('Card number').waitFor()
  await until(() => button(ann, 'Complete Payment').isEnabled(), { what: 'the form to be ready' })
  return ann
}

/** Delivers what Stripe has told since, as its webhooks do. */
async function tell(from: number): Promise<void> {
  for (const event of stripe.account.events.slice(from)) {
    const { payload, headers } = signedEvent(event, Date.now())
    const url = `${stage.server.url}/api/webhooks/stripe`
    const answer = await fetch(url, { method: 'POST', body: payload, headers })
    expect(answer.status).toBe(200)
  }
}

/** The card is good, and Stripe tells of it. */
const pays = (ann: Payer) => async () => {
  const from = stripe.account.events.length
  stripe.account.pay(subscriptionOf(ann.email))
  await tell(from)
  return { kind: 'paid' as const }
}

const policyOf = async ({ page }: Person, path: string) => {
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
    expect(ann.script.asked.at(-1)).toContain(`back to ${stage.server.url}`)
    expect(new URL(ann.page.url()).search).toBe('')
    await button(ann, 'Premium').waitFor()
    expect(await ann.user()).toMatchObject({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
  })

  it('a declined card says what the bank said, and another try works', async () => {
    const ann = await atPayment()
    ann.script.answer = () => ({ kind: 'declined', message: 'Your card was declined.' })
    await button(ann, 'Complete Payment').click()
    await ann.toast('Payment Failed').getByText('Your card was declined.').waitFor()
    ann.script.answer = pays(ann)
    await button(ann, 'Complete Payment').click()
    await ann.toast('Payment Successful').waitFor()
  })

  it('what breaks on the way is an error with its message', async () => {
    const ann = await atPayment()
    ann.script.answer = () => ({ kind: 'broken', message: 'The frame went away.' })
    await button(ann, 'Complete Payment').click()
    await ann.toast('Error').getByText('The frame went away.').waitFor()
    expect(await button(ann, 'Complete Payment').isEnabled()).toBe(true)
  })

  it('as long as the form is not ready the button is off, and paying by other means says so', async () => {
    const ann = await inFree()
    ann.script.isReady = false
    await ann.open('/subscribe')
    await ann.page.getByLabel('Card number').waitFor()
    expect(await button(ann, 'Complete Payment').isEnabled()).toBe(false)
    await ann.page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await ann.toast('Error').getByText('Payment system is not ready. Please wait a moment and try again.').waitFor()
    expect(ann.script.asked.join()).not.toContain('confirm')
  })

  it('what cannot be set up says why, and Retry loads the page again', async () => {
    const ann = await inFree()
    ann.expectComplaint(SERVICE_AWAY)
    stripe.instead = 500
    await ann.open('/subscribe')
    await ann
      .toast('Error')
      .getByText(/^The payment service did not answer/)
      .waitFor()
    await heading(ann, FAILED).waitFor()
    expect(await checkScreen(ann.page, 'the failure of /subscribe')).toEqual([])
    stripe.instead = null
    await button(ann, 'Retry').click()
    await heading(ann, 'Complete Your Subscription').waitFor()
  })

  it('a script of Stripe’s that does not load is a failure too', async () => {
    const ann = await inFree()
    ann.expectComplaint(/ERR_FAILED|js\.stripe\.com/)
    ann.script.failsToLoad = true
    await ann.open('/subscribe')
    await heading(ann, FAILED).waitFor()
    await ann.toast('Error').getByText(FAILED).waitFor()
    ann.script.failsToLoad = false
    await button(ann, 'Retry').click()
    await ann.page.getByLabel('Card number').waitFor()
  })

  it('without a network says that paying needs one', async () => {
    const ann = await inFree()
    await ann.workerReady()
    await ann.offline()
    await ann.open('/subscribe')
    await heading(ann, FAILED).waitFor()
    await ann.page.getByText('You need to be online to pay, and you are offline right now.').waitFor()
    await ann.online()
    await button(ann, 'Retry').click()
    await ann.page.getByLabel('Card number').waitFor()
  })

  it('a person in their trial has Premium already', async () => {
    const ann = await stage.person()
    await ann.signUp()
    await ann.open('/subscribe')
    await heading(ann, "You're Already Premium!").waitFor()
    expect(await checkScreen(ann.page, 'already premium')).toEqual([])
    await ann.page.getByRole('link', { name: 'Go to Home' }).click()
    await heading(ann, 'Welcome to Your Medication Dashboard').waitFor()
  })

  it('a visitor is told to log in and led there, and back', async () => {
    const ann = await stage.person()
    const heard = await hearToasts(ann.context)
    await ann.open('/subscribe')
    await ann.page.waitForURL('**/api/login?next=%2Fsubscribe')
    expect(heard).toEqual([expect.stringMatching(/^Authentication Required.*Please log in to subscribe to Premium\./)])
  })

  it('whose session ended elsewhere is told and led to the sign-in', async () => {
    const ann = await inFree()
    ann.expectComplaint(/status of 401 /)
    ann.expectComplaint(/net::ERR_FAILED .*\/api\/auth\/user/)
    // Who is here is answered too late to lead anywhere.
    await ann.context.route('**/api/auth/user', (route) => route.abort())
    await ann.context.clearCookies()
    const heard = await hearToasts(ann.context)
    await ann.open('/subscribe')
    await ann.page.waitForURL('**/api/login?next=%2Fsubscribe')
    expect(heard).toEqual([expect.stringMatching(/^Not Logged In.*Please log in first to subscribe to Premium\./)])
  })

  it('an overdue payment is paid here', async () => {
    const ann = await atPayment()
    let from = stripe.account.events.length
    stripe.account.pay(subscriptionOf(ann.email))
    stripe.account.renew(subscriptionOf(ann.email), false)
    await tell(from)
    await ann.open('/subscribe')
    await ann.page.getByText('The last payment did not go through.').waitFor()
    await until(() => button(ann, 'Complete Payment').isEnabled(), { what: 'the form to be ready' })
    from = stripe.account.events.length
    ann.script.answer = pays(ann)
    await button(ann, 'Complete Payment').click()
    await ann.toast('Payment Successful').waitFor()
    expect((await ann.user()).subscriptionStatus).toBe('active')
  })

  it('an overdue subscription can be cancelled here, and nothing more is charged', async () => {
    const ann = await atPayment()
    const from = stripe.account.events.length
    stripe.account.pay(subscriptionOf(ann.email))
    stripe.account.renew(subscriptionOf(ann.email), false)
    await tell(from)
    await ann.open('/subscribe')
    await button(ann, 'Cancel Subscription').click()
    const question = ann.dialog('Cancel Subscription?')
    await question.getByText('Nothing more is charged.').waitFor()
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
    await heading(ann, 'Subscription Cancelled').waitFor()
    expect(stripe.account.subscriptions.get(subscriptionOf(ann.email))?.status).toBe('canceled')
  })

  it('has no barrier that axe knows, and its fields follow the theme', async () => {
    const ann = await atPayment()
    expect(await checkScreen(ann.page, 'the payment')).toEqual([])
    await until(() => ann.script.asked.includes('appearance night'), { what: 'the dark fields' })
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

describe('cancelling what is paid', () => {
  it('keeps Premium until the end of the period, at Stripe too', async () => {
    const ann = await atPayment()
    ann.script.answer = pays(ann)
    await button(ann, 'Complete Payment').click()
    await ann.toast('Payment Successful').waitFor()
    await button(ann, 'Premium').click()
    await ann.page.getByRole('menuitem', { name: 'Cancel Subscription' }).click()
    const question = ann.dialog('Cancel Subscription?')
    await question.getByText(/^Premium stays until the end of the period that is paid\./).waitFor()
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
    await ann
      .toast('Subscription Cancelled')
      .getByText(/^Premium stays until .* Nothing more is charged\.$/)
      .waitFor()
    expect(stripe.account.subscriptions.get(subscriptionOf(ann.email))?.cancel_at_period_end).toBe(true)
    expect((await ann.user()).subscriptionEndsAt).not.toBeNull()
    await button(ann, 'Premium').waitFor()
  })
})
