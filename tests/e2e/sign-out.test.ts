import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { newAddress } from './support/never-used.ts'
import { setPermission } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import { tracesOf } from './support/traces.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const MEDICINE = 'Secretine Forte'

interface Patient {
  user: User
  email: string
  /** What must not be found on the device afterwards. */
  words: string[]
}

/** Creates a user with a medication, a logged dose, a draft, a setting and a notification on this device. */
async function patient(): Promise<Patient> {
  const user = await screens.user()
  const email = newAddress('patient.secret')
  await user.signUp(email)
  await user.workerReady()
  await setPermission(user.page, user.url, 'notifications', 'granted')
  await planDay(user, [{ name: MEDICINE, minutes: [-1, 90] }])
  await user.page.getByRole('button', { name: `Taken: ${MEDICINE}` }).waitFor()
  await user.page.getByRole('switch', { name: 'Notifications' }).click()
  const alert = user.dialog(new RegExp(`^Time to take ${MEDICINE}`))
  await alert.getByRole('button', { name: 'Taken', exact: true }).click()
  await user.toast(/taken at/).waitFor()
  await user.saved()
  const words = [MEDICINE, email, (await user.user()).id]
  await leaveTraces(user, words)
  await user.open('/')
  await user.page.getByRole('link', { name: /Taken \d+:\d\d [AP]M/ }).waitFor()
  return { user, email, words }
}

/** Leaves a draft and a notification on the device, besides its database. Ends in the form. */
async function leaveTraces(user: User, words: string[]): Promise<void> {
  await user.open('/medications?add=1')
  await user.dialog('Add Medication').getByLabel('Name', { exact: true }).fill(`${MEDICINE} again`)
  await user.page.evaluate(async (name) => {
    const registration = await navigator.serviceWorker.ready
    await registration.showNotification('Medication Reminder', { body: `Time to take ${name}`, tag: 'left' })
  }, MEDICINE)
  expect(await placesOf(user.page, words)).toEqual(
    expect.arrayContaining(['the names of databases', 'sessionStorage', 'a notification']),
  )
}

/** Returns a function that says whether the server still accepts the session that the browser has now. */
async function session(user: User): Promise<() => Promise<boolean>> {
  const cookie = (await user.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  return async () => {
    const { status } = await fetch(`${user.server.url}/api/auth/user`, { headers: { cookie } })
    return status === 200
  }
}

const placesOf = async (page: Page, words: string[]) => [
  ...new Set((await tracesOf(page, words)).map((trace) => trace.replace(/^.* in /, ''))),
]

const logOut = (user: User) => user.page.getByRole('button', { name: 'Log out' }).click()

/** The page shown to visitors who are not signed in. */
const landing = (page: Page) => page.getByRole('link', { name: 'Login' }).waitFor()

/** Waits until the server has answered the sign-out and led to a freshly loaded page. */
async function leave(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse(/\/api\/logout$/), page.waitForEvent('load'), act()])
  await landing(page)
}

async function takeOffline(user: User): Promise<void> {
  await user.offline()
  await user.addMedication({ name: `${MEDICINE} night`, times: '9 pm', ongoing: true })
  expect(await user.outbox()).toEqual({ waiting: 1, attention: 0 })
}

const MESSAGE = ['My secret question', 'How do I print my list?']

/** Leaves a message to support that waits for a network, and another that is being typed. */
async function writeToSupport({ page, url }: User): Promise<void> {
  const [subject = '', message = ''] = MESSAGE
  await page.goto(`${url}/contact`)
  await page.getByLabel('Your name').fill('Bo Lindqvist')
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill(message)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
  await page.getByLabel('Subject').fill(`${subject}, again`)
}

/** The connection is back, and the app open: only now does the server hear of the sign-out. */
async function reconnect(user: User, isSessionAlive: () => Promise<boolean>): Promise<void> {
  expect(await isSessionAlive()).toBe(true)
  await user.online()
  await user.open('/')
  await landing(user.page)
  await until(async () => !(await isSessionAlive()), { what: 'the end of the session' })
}

describe('signing out', () => {
  it('with nothing unsent happens at once, everywhere, and leaves nothing of the person on the device; so does typing the address, and no page shows data', async () => {
    const { user, email, words } = await patient()
    const { page } = user
    let isSessionAlive = await session(user)
    const otherTab = await user.context.newPage()
    await otherTab.goto(`${user.url}/medications?add=1`)
    await otherTab.getByText(MEDICINE).first().waitFor()
    await otherTab.getByLabel('Name', { exact: true }).fill(`${MEDICINE} at noon`)
    await until(async () => (await placesOf(otherTab, words)).includes('sessionStorage'))
    await leave(page, () => logOut(user))
    await until(async () => !(await otherTab.content()).includes(MEDICINE), { what: 'the other tab' })
    expect(await tracesOf(page, words)).toEqual([])
    expect(await tracesOf(otherTab, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
    await user.open('/medications')
    await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
    await otherTab.close()

    await user.signIn(email)
    await leaveTraces(user, words)
    isSessionAlive = await session(user)
    await page.addInitScript((name) => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes(name)) document.documentElement.dataset.leak = 'yes'
      }).observe(document, { childList: true, subtree: true, characterData: true })
    }, MEDICINE)
    await user.open('/api/logout')
    await landing(page)
    expect(await page.evaluate(() => document.documentElement.dataset.leak)).toBeUndefined()
    expect(await tracesOf(page, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
  })

  it('without a network is asked for when the address is typed or another site leads there; it is done on the device, and on the server at the next connected start', async () => {
    const { user, email, words } = await patient()
    const { page } = user
    const question = page.getByRole('heading', { name: 'Sign out?' })
    const stay = page.getByRole('link', { name: 'Stay signed in' })
    const signedOut = page.getByRole('heading', { name: 'Signed out on this device' })
    const openDosewell = page.getByRole('link', { name: 'Open Dosewell' })

    let isSessionAlive = await session(user)
    await takeOffline(user)
    await page.goto('about:blank')
    await page.setContent(`<a rel="noreferrer" href="${user.url}/api/logout">Cute cats</a>`)
    await page.getByRole('link', { name: 'Cute cats' }).click()
    await question.waitFor()
    await page.getByText(/^1 change is saved on this device only/).waitFor()
    await stay.click()
    await page.getByText(`${MEDICINE} night`).first().waitFor()
    await writeToSupport(user)
    await user.open('/api/logout')
    await question.waitFor()
    await page.getByRole('link', { name: 'Sign out anyway' }).click()
    await signedOut.waitFor()
    // The worker cannot reach the tab's drafts.
    await openDosewell.click()
    await landing(page)
    expect(await tracesOf(page, [...words, ...MESSAGE])).toEqual([])
    await reconnect(user, isSessionAlive)

    await user.signIn(email)
    isSessionAlive = await session(user)
    await takeOffline(user)
    await logOut(user)
    const unsent = user.dialog('Sign out and lose what is not saved yet?')
    await unsent.getByRole('button', { name: 'Sign out anyway' }).click()
    await signedOut.waitFor()
    expect(await page.locator('link[rel="stylesheet"]').count(), 'the page wears the look of the app').toBe(1)
    expect(await tracesOf(page, words)).toEqual([])
    await openDosewell.click()
    await landing(page)
    await reconnect(user, isSessionAlive)
    await user.open('/medications')
    await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
  })
})
