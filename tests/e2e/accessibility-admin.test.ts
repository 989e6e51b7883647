import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import { signUp } from '#tests/server/support/account.ts'
import { until } from '#tests/support/wait.ts'
import { checkWidth } from './support/axe.ts'
import { inspect } from './support/inspection.ts'
import { newAddress, newWords } from './support/never-used.ts'
import { MARKS, pseudoCatalogue, textsOutside } from './support/pseudo-catalogue.ts'
import { setUpScreens } from './support/screens.ts'
import { tracesOf } from './support/traces.ts'

const BOSS = 'boss@example.org'
/** Another administrator: a language belongs to the account. */
const AMAL = 'amal@example.org'
const LONG = 'Wilhelmina Featherstonehaugh-Papanikolaou'
const screens = setUpScreens({ environment: { ADMIN_EMAILS: `${BOSS},${AMAL}` } })

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

beforeAll(async () => {
  await signUp(screens.server, BOSS)
  await signUp(screens.server, AMAL)
  const account = await signUp(screens.server, 'wilhelmina.featherstonehaugh-papanikolaou@example.org')
  const [firstName, lastName] = LONG.split(' ')
  await account.request('PATCH', '/api/user/profile', { body: { firstName, lastName } })
  await account.request('POST', '/api/medications', {
    body: { name: 'Metformin', dosage: '5 mg', frequency: 'daily', reminderTimes: ['08:00'] },
  })
  await account.request('POST', '/api/contact', {
    body: {
      name: `${LONG} of Featherstonehaugh`,
      email: 'wilhelmina.featherstonehaugh-papanikolaou@example.org',
      subject: 'The long list of my questions about everything that I have seen so far',
      message: `${'A long story. '.repeat(60)}https://example.org/${'address'.repeat(30)}`,
    },
  })
})

/** What is nobody's text: what was typed, names and addresses, and how Arabic writes dates. */
const TYPED =
  /Featherstonehaugh|Wilhelmina|example\.org|^(aria-label: )?\u2068?(Dosewell|UTC|\d+ \p{L}+)|questions about everything|A long story/u

it('/admin speaks the language of its reader: every text of it is of the catalogue, one 40 % longer breaks nothing, and all of it is mirrored where that is written from right to left', async () => {
  const { user, problems } = await inspect(screens)
  const { page } = user
  await user.signIn(AMAL)
  const catalogue = pseudoCatalogue()
  await user.context.route('**/locales/ar.*.json*', (route) => route.fulfill({ json: catalogue }))
  await user.context.addInitScript(() => localStorage.setItem('language', 'ar'))
  await user.open('/admin')
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  const outside: string[] = []
  for (const tab of await tabs.all()) {
    await tab.click()
    const name = (await tab.textContent()) ?? ''
    await page.getByRole('tabpanel', { name }).waitFor()
    problems.push(...(await checkWidth(page, name)))
    const texts = await page.evaluate(textsOutside, MARKS)
    outside.push(...texts.filter((text) => !TYPED.test(text)).map((text) => `${name}: ${text}`))
  }
  expect(outside).toEqual([])
  expect(await page.locator('[dir=ltr]').count()).toBe(0)
  expect(problems).toEqual([])
})

describe('/admin has no barrier that axe knows, and never scrolls sideways', () => {
  it('at its door', async () => {
    const { user, visit, problems } = await inspect(screens)
    await visit('/admin', 'Authentication Required', 'a visitor')
    await user.signUp()
    await visit('/admin', 'Access Denied', 'no admin')
    expect(problems).toEqual([])
  })

  it('while it loads, fails, and is offline, in every tab and dialog; and nothing of it is left on the device: neither database, nor cache, nor storage holds anything of it', {
    timeout: 240_000,
  }, async () => {
    const email = newAddress('quentin')
    const lastName = newWords('Unstored')
    const quentin = await signUp(screens.server, email)
    await quentin.request('PATCH', '/api/user/profile', { body: { firstName: 'Quentin', lastName } })
    const unkept = newWords('Nobody keeps this')
    const { user, look, visit, problems } = await inspect(screens, [
      /status of 500 .*\/api\/admin/,
      /status of 404 .*grant-promotion/,
    ])
    await user.signIn(BOSS)
    await look('the header of an admin')
    await user.call('POST', '/api/contact', {
      name: 'Vera Visitor',
      email: 'vera.visitor@example.org',
      subject: unkept,
      message: 'Not a word of it stays on a device. '.repeat(30),
    })
    await user.workerReady()
    await user.context.route('**/api/admin/**', () => undefined)
    await user.open('/admin')
    await user.page.getByText('Loading analytics...').waitFor()
    await look('loading')
    await user.context.unroute('**/api/admin/**')
    await user.context.route('**/api/admin/**', (route) =>
      route.fulfill({ status: 500, json: errorBody('internal', 'The database is away.') }),
    )
    await user.page.reload()
    await user.page.getByText('The database is away.').waitFor()
    await look('failed')
    await user.context.unroute('**/api/admin/**')
    await user.offline()
    await user.page.reload()
    await user.page.getByRole('heading', { name: 'The admin dashboard needs a connection' }).waitFor()
    await look('offline')

    const { page } = user
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const openTab = async (name: string) => {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tabpanel', { name }).waitFor()
    }
    await user.online()
    await visit('/admin', 'Recent signups', 'the users')
    for (const [button, dialog] of [
      [`Reset password of ${LONG}`, 'Reset User Password'],
      [`Delete ${LONG}`, 'Delete User'],
    ] as const) {
      await press(button)
      await user.dialog(dialog).waitFor()
      await look(dialog)
      await page.keyboard.press('Escape')
      await user.dialog(dialog).waitFor({ state: 'hidden' })
    }
    await page.getByLabel('Search users by name or email').fill('nobody of that name')
    await page.getByText('No users match your search').waitFor()
    await look('a search that finds nobody')

    await openTab('Promotions')
    await look('the promotions without any')
    await press('Grant Promotion')
    await page.getByText('Please enter a valid email address').waitFor()
    await look('the form of a promotion with its sentences')
    await page.getByLabel('User email').fill('wilhelmina.featherstonehaugh-papanikolaou@example.org')
    await page.getByLabel('Number of months').fill('3')
    await press('Grant Promotion')
    await page.getByText('Premium (Promotional)').waitFor()
    await look('a promotion')

    await openTab('Email')
    await look('the empty form of a mail')
    await press('Send Email')
    await page.getByText('Please enter a subject').waitFor()
    await look('the form of a mail with its sentences')
    await page.getByLabel('Recipient email').fill('wilhelmina.featherstonehaugh-papanikolaou@example.org')
    const subject = newWords('x'.repeat(191))
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message', { exact: true }).fill(`https://example.org/${'address'.repeat(30)}`)
    await look('the preview of a mail')
    await press('Send Email')
    await page.getByRole('listitem').filter({ hasText: subject }).getByText('1 of 1 sent').waitFor()
    await look('the mails that were sent')

    await openTab('Inbox')
    await page.getByText('The long list of my questions').waitFor()
    await look('the inbox')
    await openTab('Recent Activity')
    await page.getByText(LONG).waitFor()
    await look('the activity')
    expect(problems).toEqual([])

    await user.open('/admin')
    await rowOf(page, `Quentin ${lastName}`).waitFor()
    await page.getByLabel('Search users by name or email').fill(`quentin ${lastName.toLowerCase()}`)
    await page.getByText('One user shown').waitFor()
    for (const tab of ['Promotions', 'Email', 'Inbox', 'Recent Activity']) await openTab(tab)
    await openTab('Inbox')
    const mail = rowOf(page, unkept)
    const text = mail.getByText('Not a word of it')
    const height = async () => (await text.boundingBox())?.height ?? 0
    const folded = await height()
    await mail.getByRole('button', { name: /^Read all/ }).click()
    await until(async () => (await height()) > folded, { what: 'the whole mail' })
    const words = ['quentin', 'unstored', email, 'Nobody keeps', 'Not a word', 'totalUsers', 'api/admin']
    // The app's own scripts contain the names of the calls; they are the same for every user.
    const kept = (await tracesOf(page, words)).filter((trace) => !/precache/.test(trace))
    expect(kept).toEqual([])
    const cached = await page.evaluate(async () => {
      const addresses = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(url)
      return addresses.filter((url) => url.includes('/api/'))
    })
    expect(cached).toEqual([])
  })
})
