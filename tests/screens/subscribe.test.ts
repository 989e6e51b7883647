import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { asAdult } from '#server/testing/people.ts'
import { signedEvent, startStripe } from '#server/testing/stripe-service.ts'
import type { StripeScript } from '#tests/support/stripe-script.ts'
import { until } from '#tests/support/wait.ts'
import { ORIGIN } from './support/network.ts'
import { setUpScreens } from './support/screens.ts'
import { standInForStripe } from './support/stripe.ts'
import type { User } from './support/user.ts'

const stripe = await startStripe(systemClock)
afterAll(() => stripe.close())
beforeEach(() => {
  stripe.instead = null
})

const screens = setUpScreens({ environment: stripe.environment })

const TITLE = 'Subscribe to Premium'
const FAILED = 'Failed to initialize payment. Please try again.'

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
  const before = await asAdult(screens.server, email)
  await before.inject({ method: 'DELETE', url: '/api/user/account', payload: { email } })
  const user = await screens.user()
  const script = await standInForStripe(user)
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
    const answer = await screens.server.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
    expect(answer.statusCode).toBe(200)
  }
}

/** The card is good, and Stripe reports it. */
const pays = (ann: Payer) => async () => {
  const from = stripe.account.events.length
  stripe.account.pay(subscriptionOf(ann.email))
  await tell(from)
  return { kind: 'paid' as const }
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
    expect(ann.script.asked.at(-1)).toContain(`back to ${ORIGIN}`)
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
    stripe.instead = 500
    await ann.open('/subscribe')
    await ann
      .toast('Error')
      .getByText(/^The payment service did not answer/)
      .waitFor()
    await heading(ann, FAILED).waitFor()
    stripe.instead = null
    await button(ann, 'Retry').click()
    await heading(ann, 'Complete Your Subscription').waitFor()
  })

  it('a script of Stripe’s that does not load is a failure too', async () => {
    const ann = await inFree()
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
    await ann.offline()
    await ann.open('/subscribe')
    await heading(ann, FAILED).waitFor()
    await ann.page.getByText('You need to be online to pay, and you are offline right now.').waitFor()
    await ann.online()
    await button(ann, 'Retry').click()
    await ann.page.getByLabel('Card number').waitFor()
  })

  it('a server that takes no payments says so, and offers no second try', async () => {
    const ann = await inFree()
    const sentence = 'This server is not set up to take payments, so Premium cannot be bought here.'
    await ann.context.route('**/api/create-subscription', (route) =>
      route.fulfill({ status: 503, json: { error: sentence, message: sentence, code: 'payments_unavailable' } }),
    )
    ann.expectComplaint(/status of 503/)
    await ann.open('/subscribe')
    await ann.page.getByText(sentence).first().waitFor()
    await ann.page.getByRole('link', { name: 'Go to Home' }).waitFor()
    expect(await button(ann, 'Retry').count()).toBe(0)
  })

  it('whoever is in a trial has Premium already, and can keep it: the card is saved, and nothing is charged', async () => {
    const user = await screens.user()
    const script = await standInForStripe(user)
    const email = await user.signUp(`payer${++count}@example.org`).then(() => `payer${count}@example.org`)
    const ann: Payer = Object.assign(user, { email, script })
    await ann.open('/subscribe')
    await heading(ann, "You're Already Premium!").waitFor()
    await ann.page.getByText(/^Your trial lasts until \w+ \d+, \d{4}\.$/).waitFor()
    const keep = ann.page.getByRole('button', { name: /^Keep Premium after \w+ \d+, \d{4}$/ })
    await keep.click()
    await heading(ann, 'Complete Your Subscription').waitFor()
    await ann.page.getByText(/^In Australian dollars, charged on \w+ \d+, \d{4} and then every month/).waitFor()
    await until(() => keep.isEnabled(), { what: 'the form to be ready' })
    script.answer = async () => {
      const from = stripe.account.events.length
      stripe.account.saveCard(subscriptionOf(email))
      await tell(from)
      return { kind: 'paid' as const }
    }
    await keep.click()
    await ann.toast('Your card is saved').getByText('Premium stays on after your trial.').waitFor()
    expect(script.asked.at(-1)).toMatch(/^confirm setup seti_/)
    expect(await ann.user()).toMatchObject({ subscriptionStatus: 'active', subscriptionEndsAt: null })
    await ann.open('/subscribe')
    await heading(ann, "You're Already Premium!").waitFor()
    await until(async () => (await keep.count()) === 0)
    await ann.page.getByRole('link', { name: 'Go to Home' }).click()
    await heading(ann, 'Welcome to Your Medication Dashboard').waitFor()
  })

  it('a visitor is told to log in and led there, and back', async () => {
    const ann = await screens.user()
    const heard = await ann.hearToasts()
    await ann.open('/subscribe')
    await ann.page.waitForURL('**/api/login?next=%2Fsubscribe')
    expect(heard).toEqual([expect.stringMatching(/^Authentication Required.*Please log in to subscribe to Premium\./)])
  })

  it('whose session ended elsewhere is told and led to the sign-in', async () => {
    const ann = await inFree()
    // The answer about who is signed in comes too late to lead anywhere.
    await ann.page.route('**/api/auth/user', (route) => route.abort())
    await ann.clearCookies()
    const heard = await ann.hearToasts()
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
