import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pngOf } from '#server/testing/pictures.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

async function signedUp(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  return user
}

/** Changes the account's plan from the app's next request for the account on. */
const withPlan = (user: User, plan: Record<string, unknown>) =>
  user.context.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...plan } })
  })

const linksOf = async (user: User, card: string) => {
  const links = user.page.getByRole('region', { name: card }).locator('.ways a')
  await links.first().waitFor()
  return links.evaluateAll((all) => all.map((link) => [link.textContent, `${link.getAttribute('href')}`] as const))
}

const cancel = async ({ page }: User) => {
  await page.getByRole('button', { name: 'Premium' }).click()
  await page.getByRole('menuitem', { name: 'Cancel Subscription' }).click()
}

describe('the home dashboard', () => {
  it('shows its cards of a glance with the way to each list, and what to do where there is nothing yet', async () => {
    const ann = await signedUp()
    for (const [card, words, path] of [
      ['Recent Medications', 'No medications yet', '/medications'],
      ['Upcoming Reminders', 'No upcoming reminders', '/reminders'],
      ['Upcoming Appointments', 'No upcoming appointments', '/appointments'],
      ['Saved Documents', 'No documents yet', '/medical-documents'],
    ] as const) {
      const region = ann.page.getByRole('region', { name: card })
      await region.getByText(words).waitFor()
      expect(await region.getByRole('link', { name: `Edit: ${card}` }).getAttribute('href')).toBe(path)
    }
  })

  it('claims of no list that it is empty on a device that could not load it', async () => {
    const email = newAddress('bea')
    const bea = await screens.user()
    await bea.signUp(email)
    const phone = await screens.user({ expected: [/status of 500/] })
    const lists = /\/api\/(appointments|medical-documents)$/
    await phone.context.route(lists, (route) => route.fulfill({ status: 500, body: '' }))
    await phone.signIn(email)
    await phone.addMedication({ name: 'Metformin', times: '8:00 am', ongoing: true })
    await phone.open('/')
    const card = (name: string) => phone.page.getByRole('region', { name })
    await card('Upcoming Appointments').getByText('Your appointments are not on this device yet').waitFor()
    await card('Saved Documents').getByText('Your documents are not on this device yet').waitFor()
    await phone.context.unroute(lists)
    await phone.page.reload()
    await card('Upcoming Appointments').getByText('No upcoming appointments').waitFor()
    await card('Saved Documents').getByText('No documents yet').waitFor()
  })

  it('shows the five newest documents, each as a referral or a test record', async () => {
    const ann = await signedUp()
    const image = new Blob([new Uint8Array(await pngOf())], { type: 'image/png' })
    for (const day of [3, 1, 6, 2, 5, 4]) {
      const body = new FormData()
      body.set('documentName', `Scan ${day}`)
      body.set('documentType', day % 2 ? 'referral' : 'test_record')
      body.set('documentDate', `2026-03-0${day}`)
      body.set('image', image, 'scan.png')
      const headers = { 'idempotency-key': randomUUID() }
      const answer = await ann.device.network.fetch('/api/medical-documents/upload', { method: 'POST', headers, body })
      expect(answer.status).toBe(201)
    }
    const rows = ann.page.getByRole('region', { name: 'Saved Documents' }).getByRole('listitem')
    await rows.nth(4).waitFor()
    await rows.filter({ hasText: 'Scan 4' }).waitFor()
    const words = rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('span span')].map(({ textContent }) => textContent)),
    )
    expect(await words).toEqual([
      ['Scan 6', 'Test Record'],
      ['Scan 5', 'Referral'],
      ['Scan 4', 'Test Record'],
      ['Scan 3', 'Referral'],
      ['Scan 2', 'Test Record'],
    ])
  })

  it('without Premium voice and scan lead to /pricing with a badge, the banner and the header offer the upgrade', async () => {
    const ann = await signedUp()
    await withPlan(ann, { subscriptionStatus: 'expired', subscriptionPlan: 'free' })
    await ann.open('/')
    await ann.page.getByRole('link', { name: 'Upgrade Now - $9.99/month' }).waitFor()
    expect(await linksOf(ann, 'Add Medication')).toEqual([
      ['Voice InputPremium', '/pricing'],
      ['Scan PrescriptionPremium', '/pricing'],
      ['Manual Entry', '/medications'],
    ])
    await ann.page.getByRole('banner').getByRole('link', { name: 'Upgrade' }).click()
    await ann.page.getByRole('heading', { name: 'Pricing' }).waitFor()
  })

  it('with Premium nothing leads to /pricing', async () => {
    const ann = await signedUp()
    const links = await linksOf(ann, 'Add Medication')
    expect(links).toContainEqual(['Manual Entry', '/medications'])
    expect(links.map(([, path]) => path)).not.toContain('/pricing')
    expect(await linksOf(ann, 'Add Doctor Appointment')).toContainEqual(['Manual Entry', '/appointments'])
    expect(await linksOf(ann, 'Save Documents')).toEqual([
      ['Take Photo', '/medical-documents'],
      ['Upload File', '/medical-documents'],
    ])
    expect(await ann.page.getByRole('link', { name: /^Upgrade/ }).count()).toBe(0)
  })
})

describe('cancelling', () => {
  it('is asked about, says until when Premium stays, and leaves it until then', async () => {
    const ann = await signedUp()
    await cancel(ann)
    const question = ann.dialog('Cancel Subscription?')
    await question.getByRole('button', { name: 'Keep Premium' }).click()
    await question.waitFor({ state: 'detached' })
    await cancel(ann)
    const told = (await question.getByText(/^Premium stays until/).textContent()) ?? ''
    const [stays = ''] = told.split('.')
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
    await ann.toast('Subscription Cancelled').getByText(stays).waitFor()
    await question.waitFor({ state: 'detached' })
    await ann.page.getByRole('button', { name: 'Premium' }).waitFor()
    expect(await ann.user()).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: 'premium' })
  })

  it('P10.2 what became of the plan elsewhere shows on an open page without a reload', async () => {
    const email = newAddress('cleo')
    const cleo = await screens.user()
    await cleo.signUp(email)
    const phone = await screens.user()
    await phone.signIn(email)
    await phone.page.getByRole('button', { name: 'Premium' }).waitFor()
    await phone.page.evaluate(() => Object.assign(window, { isStillThisPage: true }))
    // What the server says after the cancellation, as if the trial had ended with it.
    await withPlan(phone, { subscriptionStatus: 'canceled', subscriptionPlan: 'free' })
    await cancel(cleo)
    await cleo.dialog('Cancel Subscription?').getByRole('button', { name: 'Cancel Subscription' }).click()
    await phone.page.getByRole('banner').getByRole('link', { name: 'Upgrade' }).waitFor()
    expect(await phone.page.evaluate(() => 'isStillThisPage' in window)).toBe(true)
  })

  it('that fails says so and can be tried again', async () => {
    const ann = await signedUp()
    ann.expectComplaint(/status of 503 .*\/api\/cancel-subscription/)
    const error = 'Payments are resting.'
    await ann.context.route('**/api/cancel-subscription', (route) =>
      route.fulfill({ status: 503, json: { error, message: error, code: 'unavailable' } }),
    )
    await cancel(ann)
    const question = ann.dialog('Cancel Subscription?')
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
    await ann.toast('Cancellation Failed').getByText(error).waitFor()
    await ann.context.unroute('**/api/cancel-subscription')
    const why = 'There is nothing to cancel.'
    await ann.context.route('**/api/cancel-subscription', (route) =>
      route.fulfill({ json: { success: false, error: why } }),
    )
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
    await ann.toast('Cancellation Failed').getByText(why).waitFor()
    await ann.context.unroute('**/api/cancel-subscription')
    await question.getByRole('button', { name: 'Cancel Subscription' }).click()
    await ann.toast('Subscription Cancelled').waitFor()
  })
})

describe('coming back from the payment provider', () => {
  it('says what happened, and the address says nothing of it any more', async () => {
    const ann = await signedUp()
    await ann.open('/?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded')
    await ann.toast('Payment Successful').getByText('Premium is on. Thank you.').waitFor()
    expect(new URL(ann.page.url()).search).toBe('')
    await ann.open('/?payment_intent=pi_1&redirect_status=failed')
    await ann.toast('Payment Failed').waitFor()
    expect(new URL(ann.page.url()).search).toBe('')
  })
})
