import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { startStripe } from '#server/testing/stripe-service.ts'
import { signUp } from '#tests/server/support/account.ts'
import { type StripeScript, standInForStripe } from '#tests/support/stripe-script.ts'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const stripe = await startStripe(systemClock)
afterAll(() => stripe.close())

const screens = setUpScreens({ environment: stripe.environment })

const FAILED = 'Failed to initialize payment. Please try again.'
const SERVICE_AWAY = /status of 503 .*\/api\/create-subscription/

const heading = ({ page }: User, name: string) => page.getByRole('heading', { name, exact: true })
const button = ({ page }: User, name: string) => page.getByRole('button', { name, exact: true })
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

const policyOf = async ({ page }: User, path: string) => {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
    page.goto(new URL(path, page.url()).href),
  ])
  return (await answer.headerValue('content-security-policy')) ?? ''
}

describe('/subscribe', () => {
  it('alone lets Stripe’s script run: from the server and from the worker, and leaving it loads a document; it has no barrier that axe knows, and its fields follow the theme', async () => {
    stripe.instead = null
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

    await until(() => button(ann, 'Complete Payment').isEnabled(), { what: 'the form to be ready' })
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
})
