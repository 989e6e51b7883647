import { beforeAll, describe, expect, it } from 'vitest'
import type { Instant } from '#domain/lib/instant.ts'
import {
  ADMIN_PAGE,
  type AdminStats,
  type AdminUsersPage,
  type IncomingEmail,
  type SetAsideCounts,
} from '#domain/protocol/admin.ts'
import { errorBody } from '#domain/protocol/errors.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { asAdult, type Person } from '#server/testing/people.ts'
import { newAddress, newWords } from '#tests/e2e/support/never-used.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { Tab } from './support/tab.ts'
import type { User } from './support/user.ts'

const BOSS = 'boss@example.org'
/** Mails to many users are sent as fast as they can be written. */
const screens = setUpScreens({ environment: { ADMIN_EMAILS: BOSS, MAILS_PER_MINUTE: '60000' }, sendsQueue: true })

beforeAll(async () => void (await asAdult(screens.server, BOSS)))

const DASHBOARD = 'Admin Dashboard'

/** Opens the dashboard, unless another address is given, on the admin's own device. */
async function admin(): Promise<User> {
  const boss = await screens.user()
  await boss.signIn(BOSS)
  await boss.open('/admin')
  await boss.page.getByText('Total Users').waitFor()
  return boss
}

interface Somebody {
  readonly account: Person
  readonly email: string
  /** As the lists show it. */
  readonly name: string
}

/** Creates an account without using any page, with an address and a last name that no other account has. */
async function somebody(firstName: string, surname: string, domain?: string): Promise<Somebody> {
  const email = newAddress(firstName.toLowerCase(), domain)
  const lastName = newWords(surname)
  const account = await asAdult(screens.server, email)
  await account.inject({ method: 'PATCH', url: '/api/user/profile', payload: { firstName, lastName } })
  return { account, email, name: `${firstName} ${lastName}` }
}

const statsOf = async (boss: User) => (await boss.call<AdminStats>('GET', '/api/admin/stats')).body
const openTab = (page: Tab, name: string) => page.getByRole('tab', { name }).click()
const rowOf = (page: Tab, name: string) => page.getByRole('listitem').filter({ hasText: name })
const search = (page: Tab, text: string) => page.getByLabel('Search users by name or email').fill(text)

/** Returns how many mails with this subject have been sent. */
const mailed = (subject: string): number => screens.server.mails.filter((mail) => mail.subject === subject).length

describe('the door of /admin', () => {
  it('2.admin.1 asks a visitor to log in', async () => {
    const vera = await screens.user()
    await vera.open('/admin')
    await vera.page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
    await vera.page.getByText('Please log in to access the admin dashboard.').waitFor()
    const signIn = vera.page.getByRole('link', { name: 'Sign In' })
    expect(await signIn.getAttribute('href')).toBe('/api/login?next=%2Fadmin')
  })

  it('2.admin.2 is shut for who is no admin: no button, no dashboard, and nothing is asked of the server', async () => {
    const ann = await screens.user()
    const asked: string[] = []
    ann.page.on('request', (request) => asked.push(request.url()))
    await ann.signUp()
    expect(await ann.page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await ann.open('/admin')
    await ann.page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await ann.page.getByText("You don't have permission to access the admin dashboard.").waitFor()
    await ann.page.getByRole('link', { name: 'Back to Home' }).click()
    await ann.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    expect(asked.filter((url) => url.includes('/api/admin'))).toEqual([])
  })

  it('2.home.5 is a button in the header of an admin, and “Back to App” leads back', async () => {
    const boss = await screens.user()
    await boss.signIn(BOSS)
    await boss.page.getByRole('link', { name: 'Admin' }).click()
    await boss.page.getByRole('heading', { name: DASHBOARD }).waitFor()
    await boss.page.getByText('Live', { exact: true }).waitFor()
    expect(await boss.page.title()).toBe('Admin Dashboard · Dosewell')
    await boss.page.getByRole('link', { name: 'Back to App' }).click()
    await boss.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    await boss.page.locator('#main:focus').waitFor()
  })

  it('shuts by itself on who is no admin any more', async () => {
    const boss = await admin()
    await boss.page.route('**/api/auth/user', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), isAdmin: false } })
    })
    await boss.page.route('**/api/admin/**', (route) =>
      route.fulfill({ status: 403, json: errorBody('forbidden', 'Only for admins.') }),
    )
    await boss.page.evaluate(() => dispatchEvent(new Event('online')))
    await boss.page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  })
})

describe('the dashboard', () => {
  it('2.admin.3 shows four skeletons and “Loading analytics...” until the figures come', async () => {
    const boss = await screens.user()
    await boss.signIn(BOSS)
    const held = Promise.withResolvers<void>()
    await boss.page.route('**/api/admin/stats', async (route) => {
      await held.promise
      await route.continue()
    })
    await boss.open('/admin')
    await boss.page.getByText('Loading analytics...').waitFor()
    expect(await boss.page.locator('.admin__skeleton').count()).toBe(4)
    held.resolve()
    await boss.page.getByText('Total Users').waitFor()
    expect(await boss.page.getByText('Loading analytics...').count()).toBe(0)
  })

  it('2.admin.5 has four figures, each with what this month added', async () => {
    await somebody('Fay', 'Figures')
    const boss = await admin()
    const stats = await statsOf(boss)
    const cards = await boss.page
      .locator('.stat')
      .evaluateAll((found) => found.map((card) => [...card.children].map((line) => line.textContent)))
    expect(cards).toEqual([
      ['Total Users', `${stats.totalUsers}`, `+${stats.monthlyStats.newUsersThisMonth} this month`],
      ['Premium Users', `${stats.premiumUsers}`, `+${stats.monthlyStats.newSubscriptionsThisMonth} this month`],
      ['Medications', `${stats.totalMedications}`, `+${stats.monthlyStats.medicationsAddedThisMonth} this month`],
      ['Conversion Rate', `${Math.round((100 * stats.premiumUsers) / stats.totalUsers)}%`, 'Free to premium'],
    ])
    expect(await boss.page.getByRole('tab').allInnerTexts()).toEqual([
      'Users',
      'Promotions',
      'Email',
      expect.stringMatching(/^Inbox/),
      'Recent Activity',
    ])
  })

  it('R8.6 says what is set aside, of how many and since when, and is silent where nothing is', async () => {
    const boss = await admin()
    const notice = boss.page.getByText('Some accounts need attention')
    expect(await notice.count()).toBe(0)
    const counts: SetAsideCounts = [{ kind: 'schedule', accounts: 2, since: '2026-11-24T04:05:00.000Z' as Instant }]
    await boss.page.route('**/api/admin/set-aside', (route) => route.fulfill({ json: counts }))
    await boss.page.evaluate(() => dispatchEvent(new Event('online')))
    await notice.waitFor()
    await boss.page.getByText(/^Reminders of 2 accounts cannot be planned, since Nov \d+, \d\d:05\.$/).waitFor()
  })

  it('offline it needs a connection, comes by itself with one, and later says that what it shows is old', async () => {
    const boss = await admin()
    await boss.offline()
    await boss.page.reload()
    await boss.page.getByRole('heading', { name: 'The admin dashboard needs a connection' }).waitFor()
    await boss.online()
    await boss.page.getByText('Total Users').waitFor()
    await boss.page.getByText('Live', { exact: true }).waitFor()
    await boss.offline()
    await boss.page.evaluate(() => dispatchEvent(new Event('online')))
    await boss.page.getByText(/^What you see is from \d+:\d\d [AP]M\.$/).waitFor()
    await boss.page.getByText('Not live').waitFor()
    expect(await boss.page.getByText('Total Users').count()).toBe(1)
  })

  it('a failing server is told, and “Try again” asks anew', async () => {
    const boss = await screens.user()
    await boss.signIn(BOSS)
    await boss.page.route('**/api/admin/**', (route) =>
      route.fulfill({ status: 500, json: errorBody('internal', 'The database is away.') }),
    )
    await boss.open('/admin')
    await boss.page.getByText('The database is away.').waitFor()
    await boss.page.unroute('**/api/admin/**')
    await boss.page.getByRole('button', { name: 'Try again' }).click()
    await boss.page.getByText('Total Users').waitFor()
  })

  it('9.10 is fetched again every 30 s, never by a hidden tab, and at once when the tab is shown again', async () => {
    const boss = await screens.user()
    await boss.signIn(BOSS)
    const asked = { stats: 0, inbox: 0 }
    boss.page.on('request', (request) => {
      if (request.url().endsWith('/api/admin/stats')) asked.stats += 1
      if (request.url().endsWith('/api/admin/incoming-emails')) asked.inbox += 1
    })
    await boss.page.clock.install()
    await boss.open('/admin')
    await boss.page.getByText('Total Users').waitFor()
    const before = { ...asked }
    await boss.page.clock.fastForward('00:30')
    await until(() => asked.stats === before.stats + 1 && asked.inbox === before.inbox + 1)

    const turn = (state: DocumentVisibilityState) =>
      boss.page.evaluate((to) => {
        Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await turn('hidden')
    await boss.page.clock.fastForward('10:00')
    await turn('visible')
    await until(() => asked.stats === before.stats + 2 && asked.inbox === before.inbox + 2)
  })
})

describe('the tab of users', () => {
  it('2.admin.7 shows name, address, plan and day of each, and finds by any of them in any case', async () => {
    const okonkwo = await somebody('Margaret', 'Okonkwo-Fitzgerald', 'example.com.au')
    const lachlan = await somebody('Lachlan', 'Papadopoulos')
    const free = newAddress('fred')
    // The trial begins with the date of birth, which is asked for next.
    const fred = await screens.user()
    await fred.open('/api/login')
    await fred.enterCode(free)
    await fred.dialog('Age Verification').waitFor()
    const boss = await admin()
    const margaret = rowOf(boss.page, okonkwo.name)
    await margaret.getByText(okonkwo.email).waitFor()
    await margaret.getByText('Premium', { exact: true }).waitFor()
    await margaret.getByText(/^[A-Z][a-z]{2} \d{1,2}$/).waitFor()
    await rowOf(boss.page, free).getByText('Free', { exact: true }).waitFor()
    for (const text of ['OKONKWO', 'margaret ok', 'Example.com.au', 'MARG']) {
      await search(boss.page, text)
      await margaret.waitFor()
      await rowOf(boss.page, lachlan.name).waitFor({ state: 'detached' })
    }
    await search(boss.page, 'nobody of that name')
    await boss.page.getByText('No users match your search').waitFor()
    await search(boss.page, '')
    await rowOf(boss.page, lachlan.name).waitFor()
  })

  describe('beyond the newest accounts', () => {
    let earliest: Somebody
    beforeAll(async () => {
      earliest = await somebody('Earliest', 'Bird')
      for (let number = 0; number <= ADMIN_PAGE; number += 1)
        await asAdult(screens.server, `crowd.${number}@example.org`)
    })

    it('finds accounts that are older than the newest ones, and shows them page by page', async () => {
      const boss = await admin()
      expect(await boss.page.locator('.usr').count()).toBe(ADMIN_PAGE)
      expect(await rowOf(boss.page, earliest.name).count()).toBe(0)
      await search(boss.page, 'earliest')
      await rowOf(boss.page, earliest.name).waitFor()
      await search(boss.page, '')
      await boss.page.getByRole('button', { name: 'Show more' }).click()
      await rowOf(boss.page, earliest.name).waitFor()
      const names = await boss.page.locator('.usr strong').allInnerTexts()
      expect(new Set(names).size).toBe(names.length)
    })

    it('who was found is shown as Premium after a grant', async () => {
      const boss = await admin()
      const { page } = boss
      // As they were before their trial.
      await boss.page.route('**/api/admin/users?*', async (route) => {
        const response = await route.fetch()
        const { users, ...rest } = (await response.json()) as AdminUsersPage
        const free = { subscriptionPlan: 'free', subscriptionStatus: null }
        await route.fulfill({
          response,
          json: { ...rest, users: users.map((user) => ({ ...user, ...free })) },
        })
      })
      await search(page, 'earliest')
      await rowOf(page, earliest.name).getByText('Free', { exact: true }).waitFor()
      await boss.page.unroute('**/api/admin/users?*')
      await openTab(page, 'Promotions')
      await page.getByLabel('User email').fill(earliest.email)
      await page.getByLabel('Number of months').fill('1')
      await page.getByRole('button', { name: 'Grant Promotion' }).click()
      await boss.toast('Promotion Granted').waitFor()
      await openTab(page, 'Users')
      await rowOf(page, earliest.name).getByText('Premium', { exact: true }).waitFor()
    })
  })

  it('2.admin.13 deletes a user after a question, says so, and loads the page anew', async () => {
    const { email, name } = await somebody('Gone', 'Tomorrow')
    const boss = await admin()
    await boss.page.getByRole('button', { name: `Delete ${name}` }).click()
    const question = boss.dialog('Delete User')
    await question
      .getByText(
        `This permanently removes ${name} (${email}) and all data including medications, reminders and appointments. This cannot be undone.`,
      )
      .waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await rowOf(boss.page, name).waitFor()
    await boss.page.getByRole('button', { name: `Delete ${name}` }).click()
    const before = boss.page.document
    await question.getByRole('button', { name: 'Delete User' }).click()
    await boss.toast('User Deleted').getByText('User and all associated data have been removed.').waitFor()
    await until(() => boss.page.document !== before, { what: 'the page to be loaded anew' })
    await boss.page.getByText('Total Users').waitFor()
    expect(await rowOf(boss.page, name).count()).toBe(0)
  })

  it('8.admin says “Delete Failed” and “Reset Failed” with the server’s sentence', async () => {
    const { name } = await somebody('Stays', 'Here')
    const boss = await admin()
    await search(boss.page, BOSS)
    await boss.page.getByRole('button', { name: `Delete ${BOSS}` }).click()
    await boss.dialog('Delete User').getByRole('button', { name: 'Delete User' }).click()
    await boss.toast('Delete Failed').getByText('This is your own account.').waitFor()
    await search(boss.page, '')
    await boss.page.route('**/reset-password', (route) =>
      route.fulfill({ status: 500, json: errorBody('internal', 'The database is away.') }),
    )
    await boss.page.getByRole('button', { name: `Reset password of ${name}` }).click()
    await boss.dialog('Reset User Password').getByRole('button', { name: 'Reset Password' }).click()
    await boss.toast('Reset Failed').getByText('The database is away.').waitFor()
  })

  it('a question is not left while what it asked about is being done', async () => {
    const { name } = await somebody('Slow', 'Answer')
    const boss = await admin()
    const { page } = boss
    const held = Promise.withResolvers<void>()
    await boss.page.route('**/api/admin/users/*', async (route) => {
      await held.promise
      await route.fulfill({ status: 500, json: errorBody('internal', 'The database is away.') })
    })
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const question = boss.dialog('Delete User')
    await question.getByRole('button', { name: 'Delete User' }).click()
    await question.getByRole('button', { name: 'Deleting...' }).waitFor()
    const cancel = question.getByRole('button', { name: 'Cancel' })
    expect(await cancel.getAttribute('aria-disabled')).toBe('true')
    await cancel.dispatchEvent('click')
    await page.keyboard.press('Escape')
    for (const event of ['pointerdown', 'click']) await question.dispatchEvent(event)
    expect(await question.isVisible()).toBe(true)
    expect(await question.evaluate((one) => one.querySelector(':focus') !== null)).toBe(true)
    held.resolve()
    await boss.toast('Delete Failed').getByText('The database is away.').waitFor()
    await question.waitFor({ state: 'detached' })
  })

  it('2.admin.14 resets a password: every session ends, and the person must log in again', async () => {
    const { account, email, name } = await somebody('Resi', 'Reset')
    const boss = await admin()
    await boss.page.getByRole('button', { name: `Reset password of ${name}` }).click()
    const question = boss.dialog('Reset User Password')
    await question
      .getByText(
        `This revokes all active sessions of ${name} (${email}). The user must log in again through the external login.`,
      )
      .waitFor()
    await question.getByRole('button', { name: 'Reset Password' }).click()
    await boss
      .toast('Password Reset')
      .getByText('User sessions have been revoked. They will need to log in again.')
      .waitFor()
    expect((await account.inject('/api/auth/user')).statusCode).toBe(401)
  })
})

describe('the tab of promotions', () => {
  it('2.admin.8 grants months of Premium to an address, and lists who has them', async () => {
    const lucky = await somebody('Lucky', 'Winner')
    const boss = await admin()
    const { page } = boss
    // An earlier try may have left an account with a promotion.
    for (const { id, subscriptionStatus } of (await statsOf(boss)).recentSignups)
      if (subscriptionStatus === 'active') await boss.call('DELETE', `/api/admin/users/${id}`)
    await page.reload()
    await openTab(page, 'Promotions')
    await page.getByText('No active promotional subscriptions').waitFor()
    expect(await page.getByLabel('Promotion type').inputValue()).toBe('downgrade_to_free')
    expect(await page.getByLabel('Promotion type').locator('option').allInnerTexts()).toEqual([
      'Downgrade to Free',
      'Auto-Renew (Start Billing)',
    ])
    await page.getByText(/Auto-renew currently downgrades to Free until a billing integration exists/).waitFor()

    const grant = () => page.getByRole('button', { name: 'Grant Promotion' }).click()
    await grant()
    await boss
      .toast('Missing Information')
      .getByText('Please enter user email and number of months', { exact: true })
      .waitFor()
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByText('Please enter a whole number of months from 1 to 36').waitFor()
    await page.getByLabel('User email').fill('nobody@example.org')
    await page.getByLabel('Number of months').fill('3')
    await grant()
    await boss.toast('Failed to Grant Promotion').waitFor()
    expect(await page.getByLabel('User email').inputValue()).toBe('nobody@example.org')
    expect(await page.getByLabel('Number of months').inputValue()).toBe('3')

    await page.getByLabel('User email').fill(lucky.email)
    await openTab(page, 'Users')
    await openTab(page, 'Promotions')
    expect(await page.getByLabel('User email').inputValue()).toBe(lucky.email)
    await grant()
    await boss.toast('Promotion Granted').getByText('User has been granted promotional premium access.').waitFor()
    await rowOf(page, lucky.name).getByText('Premium (Promotional)').waitFor()
    expect(await page.getByLabel('User email').inputValue()).toBe('')
  })

  it('P3.7 a promotion whose answer was lost adds its months once when it is granted again', async () => {
    const { account, email } = await somebody('Only', 'Once')
    const boss = await admin()
    const { page } = boss
    await openTab(page, 'Promotions')
    await page.getByLabel('User email').fill(email)
    await page.getByLabel('Number of months').fill('3')
    await boss.page.route('**/api/admin/grant-promotion', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const grant = () => page.getByRole('button', { name: 'Grant Promotion' }).click()
    await grant()
    await boss.toast('Failed to Grant Promotion').waitFor()
    await boss.page.unroute('**/api/admin/grant-promotion')
    const plan = async () => {
      const { subscriptionStatus, subscriptionEndsAt } = (await account.inject('/api/auth/user')).json<CurrentUser>()
      return [subscriptionStatus, subscriptionEndsAt]
    }
    const granted = await plan()
    expect(granted).toEqual(['active', expect.any(String)])
    await openTab(page, 'Users')
    await openTab(page, 'Promotions')
    await grant()
    await boss.toast('Promotion Granted').waitFor()
    expect(await plan()).toEqual(granted)
  })
})

describe('the tab of email', () => {
  it('2.admin.9 shows who gets it and what they read while it is written', async () => {
    const boss = await admin()
    const { page } = boss
    const stats = await statsOf(boss)
    await openTab(page, 'Email')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('(No subject)').waitFor()
    await preview.getByText('(No message)').waitFor()
    const panel = page.getByRole('tabpanel', { name: 'Email' })
    await panel.getByText('No recipient selected').waitFor()
    await page.getByLabel('Recipient email').fill('ann@example.org')
    await panel.getByText('ann@example.org', { exact: true }).waitFor()
    for (const [audience, words] of [
      ['all', `All users (${stats.totalUsers})`],
      ['premium', `Premium users (${stats.premiumUsers})`],
      ['trial', 'Trial users'],
      ['free', `Free users (${stats.freeUsers})`],
    ] as const) {
      await page.getByLabel('Audience').selectOption(audience)
      await until(async () => (await panel.getByRole('strong').textContent()) === words, { what: words })
      expect(await page.getByLabel('Recipient email').count()).toBe(0)
    }
    expect(await page.getByLabel('Message', { exact: true }).getAttribute('rows')).toBe('10')
    await page.getByLabel('Subject').fill('A word to all')
    await page.getByLabel('Message', { exact: true }).fill('First line\nSecond line')
    await preview.getByText('A word to all').waitFor()
    expect(await preview.getByText('First line').textContent()).toBe('First line\nSecond line')
  })

  it('8.admin sends it, says to how many, and keeps what was typed when that fails', async () => {
    const { email } = await somebody('Rita', 'Reader')
    const subject = newWords('To one reader')
    const boss = await admin()
    const { page } = boss
    await openTab(page, 'Email')
    const send = () => page.getByRole('button', { name: 'Send Email' }).click()
    await send()
    await boss.toast('Missing Information').getByText('Please enter subject and message', { exact: true }).waitFor()
    const form = page.getByRole('form', { name: 'Compose email' })
    for (const sentence of ['recipient email', 'a subject', 'a message'])
      await form.getByText(`Please enter ${sentence}`).waitFor()
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message', { exact: true }).fill('Hello Rita.')
    await send()
    await boss.toast('Missing Recipient').getByText('Please enter recipient email', { exact: true }).waitFor()
    await page.getByLabel('Recipient email').fill(email)
    await boss.page.route('**/api/admin/send-email', (route) =>
      route.fulfill({ status: 500, json: errorBody('internal', 'The post is on strike.') }),
    )
    await send()
    await boss.toast('Failed to Send Email').getByText('The post is on strike.').waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe(subject)
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Hello Rita.')
    await boss.page.unroute('**/api/admin/send-email')
    await send()
    await boss.toast('Email Sent').getByText('Email sent to 1 recipient(s).').waitFor()
    await until(() => mailed(subject) === 1, { what: 'the mail' })
    const sent = rowOf(page, subject)
    await sent.getByText('1 of 1 sent', { exact: true }).waitFor()
    expect(await page.getByLabel('Subject').inputValue()).toBe('')
  })

  it('a mail whose answer was lost goes to nobody twice when it is sent again', async () => {
    const subject = newWords('An answer that is lost')
    const boss = await admin()
    const { page } = boss
    await openTab(page, 'Email')
    await page.getByLabel('Recipient email').fill('lost@example.org')
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message', { exact: true }).fill('Hello.')
    await boss.page.route('**/api/admin/send-email', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Send Email' }).click()
    await boss.toast('Failed to Send Email').waitFor()
    await boss.page.unroute('**/api/admin/send-email')
    await openTab(page, 'Users')
    await openTab(page, 'Email')
    await page.getByRole('button', { name: 'Send Email' }).click()
    await boss.toast('Email Sent').getByText('Email sent to 1 recipient(s).').waitFor()
    await rowOf(page, subject).getByText('1 of 1 sent', { exact: true }).waitFor()
    expect(mailed(subject)).toBe(1)
  })

  it('a mail to all shows how far it is, until everybody has it', async () => {
    const subject = newWords('To everybody')
    const boss = await admin()
    const { page } = boss
    const { totalUsers } = await statsOf(boss)
    await openTab(page, 'Email')
    await page.getByLabel('Audience').selectOption('all')
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message', { exact: true }).fill('Good news.')
    await page.getByRole('button', { name: 'Send Email' }).click()
    await boss.toast('Email Sent').getByText(`Email sent to ${totalUsers} recipient(s).`).waitFor()
    await rowOf(page, subject)
      .getByText(`${totalUsers} of ${totalUsers} sent`, { exact: true })
      .waitFor({ timeout: 60_000 })
    expect(mailed(subject)).toBe(totalUsers)
  })
})

describe('the inbox', () => {
  const write = (from: User, subject: string, message: string) =>
    from.call('POST', '/api/contact', {
      name: 'Vera Visitor',
      email: 'vera@example.org',
      subject,
      message,
    })

  it('2.admin.10 marks what is new, and what was read; what is deleted is gone', async () => {
    const boss = await admin()
    const { page } = boss
    await openTab(page, 'Inbox')
    for (const { id } of (await boss.call<IncomingEmail[]>('GET', '/api/admin/incoming-emails')).body)
      await boss.call('DELETE', `/api/admin/incoming-emails/${id}`)
    await page.reload()
    await openTab(page, 'Inbox')
    await page.getByText('No emails received yet').waitFor()

    await write(boss, 'How do I print it?', 'My list, I mean.')
    await write(boss, 'Another question', `${'A long story. '.repeat(60)}The end.`)
    await page.reload()
    await page.getByRole('tab', { name: 'Inbox 2 new' }).click()
    const mail = rowOf(page, 'How do I print it?')
    await mail.getByText('Vera Visitor').waitFor()
    await mail.getByText('vera@example.org').waitFor()
    await mail.getByText('My list, I mean.').waitFor()
    await mail.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d\d:\d\d$/).waitFor()
    await mail.getByText('New', { exact: true }).waitFor()
    await mail.getByRole('button', { name: /^Mark Read/ }).click()
    await mail.getByText('New', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Inbox 1 new' }).waitFor()

    const long = rowOf(page, 'Another question')
    await long.getByRole('button', { name: /^Read all/ }).click()
    await long.getByRole('button', { name: /^Show less/ }).waitFor()

    await boss.page.route('**/api/admin/incoming-emails/*', (route) =>
      route.fulfill({ status: 500, json: errorBody('internal', 'The database is away.') }),
    )
    await mail.getByRole('button', { name: /^Delete/ }).click()
    await boss.toast('Delete Failed').getByText('The database is away.').waitFor()
    await boss.page.unroute('**/api/admin/incoming-emails/*')
    // It disappears immediately, though the list has not been fetched again yet.
    await boss.page.route('**/api/admin/incoming-emails', (route) => route.abort())
    await mail.getByRole('button', { name: /^Delete/ }).click()
    await boss.toast('Email Deleted').getByText('Email has been removed from inbox.').waitFor()
    await mail.waitFor({ state: 'detached' })
  })

  it('8.admin says “Failed to delete email” where the server says nothing', async () => {
    const boss = await admin()
    const subject = newWords('Left behind')
    await write(boss, subject, 'In a tunnel without a network.')
    await boss.page.reload()
    await openTab(boss.page, 'Inbox')
    const mail = rowOf(boss.page, subject)
    await mail.waitFor()
    await boss.offline()
    await mail.getByRole('button', { name: /^Delete/ }).click()
    await boss.toast('Delete Failed').getByText('Failed to delete email').waitFor()
  })
})

describe('the tab of activity', () => {
  it('2.admin.11 says who added a medication and when, never which', async () => {
    const { account, email, name } = await somebody('Ivy', 'Adder')
    const payload = { name: 'Secretamide', dosage: '5 mg', frequency: 'daily', reminderTimes: ['08:00'] }
    const added = await account.inject({ method: 'POST', url: '/api/medications', payload })
    expect(added.statusCode).toBe(201)
    const boss = await admin()
    await openTab(boss.page, 'Recent Activity')
    const entry = rowOf(boss.page, name)
    await entry.getByText(email).waitFor()
    await entry.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d$/).waitFor()
    expect(await boss.page.getByText('Secretamide').count()).toBe(0)
  })
})
