import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '#tests/server/support/account.ts'
import { until } from '#tests/support/wait.ts'
import { newAddress, newWords } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import { tracesOf } from './support/traces.ts'

const BOSS = 'boss@example.org'
const screens = setUpScreens({ environment: { ADMIN_EMAILS: BOSS } })

beforeAll(() => signUp(screens.server, BOSS))

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

describe('the dashboard', () => {
  it('leaves nothing on the device: neither database, nor cache, nor storage holds anything of it', async () => {
    const email = newAddress('quentin')
    const lastName = newWords('Unstored')
    const quentin = await signUp(screens.server, email)
    await quentin.request('PATCH', '/api/user/profile', { body: { firstName: 'Quentin', lastName } })
    const subject = newWords('Nobody keeps this')
    const boss = await screens.user()
    await boss.signIn(BOSS)
    await boss.call('POST', '/api/contact', {
      name: 'Vera Visitor',
      email: 'vera.visitor@example.org',
      subject,
      message: 'Not a word of it stays on a device. '.repeat(30),
    })
    await boss.workerReady()
    await boss.open('/admin')
    await rowOf(boss.page, `Quentin ${lastName}`).waitFor()
    await boss.page.getByLabel('Search users by name or email').fill(`quentin ${lastName.toLowerCase()}`)
    await boss.page.getByText('1 shown').waitFor()
    for (const tab of ['Promotions', 'Email', 'Inbox', 'Recent Activity']) {
      await openTab(boss.page, tab)
      await boss.page.getByRole('tabpanel', { name: tab }).waitFor()
    }
    await openTab(boss.page, 'Inbox')
    const mail = rowOf(boss.page, subject)
    const text = mail.getByText('Not a word of it')
    const height = async () => (await text.boundingBox())?.height ?? 0
    const folded = await height()
    await mail.getByRole('button', { name: /^Read all/ }).click()
    await until(async () => (await height()) > folded, { what: 'the whole mail' })
    const words = ['quentin', 'unstored', email, 'Nobody keeps', 'Not a word', 'totalUsers', 'api/admin']
    // The app's own scripts contain the names of the calls; they are the same for every user.
    const kept = (await tracesOf(boss.page, words)).filter((trace) => !/precache/.test(trace))
    expect(kept).toEqual([])
    const cached = await boss.page.evaluate(async () => {
      const addresses = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(url)
      return addresses.filter((url) => url.includes('/api/'))
    })
    expect(cached).toEqual([])
  })
})
