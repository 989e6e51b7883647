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
  /** Whether the server still accepts the session that the browser had. */
  isSessionAlive(): Promise<boolean>
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
  await user.saved()
  await user.open('/medications?add=1')
  await user.dialog('Add Medication').getByLabel('Name', { exact: true }).fill(`${MEDICINE} again`)
  await user.page.evaluate(async (name) => {
    const registration = await navigator.serviceWorker.ready
    await registration.showNotification('Medication Reminder', { body: `Time to take ${name}`, tag: 'left' })
  }, MEDICINE)
  const words = [MEDICINE, email, (await user.user()).id]
  expect(await placesOf(user.page, words)).toEqual(
    expect.arrayContaining(['the names of databases', 'sessionStorage', 'a notification']),
  )
  const cookie = (await user.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await user.open('/')
  await user.page.getByRole('link', { name: /Taken \d+:\d\d [AP]M/ }).waitFor()
  return {
    user,
    email,
    words,
    async isSessionAlive() {
      const { status } = await fetch(`${user.server.url}/api/auth/user`, { headers: { cookie } })
      return status === 200
    },
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

describe('signing out', () => {
  it('with nothing unsent happens at once, everywhere, and leaves nothing of the person on the device', async () => {
    const { user, words, isSessionAlive } = await patient()
    const { page } = user
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
  })

  it('with unsent changes asks first; staying keeps everything, "Save first" sends it and then signs out', async () => {
    const { user, email, words, isSessionAlive } = await patient()
    await takeOffline(user)
    await logOut(user)
    const question = user.dialog('Sign out and lose what is not saved yet?')
    await question.getByText('1 change on this device has not reached your account.').waitFor()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await user.page.getByText(`${MEDICINE} night`).first().waitFor()
    expect(await user.outbox()).toEqual({ waiting: 1, attention: 0 })

    await logOut(user)
    await question.waitFor()
    // Whichever comes first: the return of the network sends it, or the button does.
    await leave(user.page, async () => {
      await user.online()
      const saveFirst = question.getByRole('button', { name: 'Save first' })
      await saveFirst.click({ timeout: 1000 }).catch(() => {})
    })
    expect(await tracesOf(user.page, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
    await user.signIn(email)
    const names = (await user.medicationsOnServer()).map(({ name }) => name)
    expect(names.sort()).toEqual([MEDICINE, `${MEDICINE} night`])
  })

  it('without a network is done on the device, and on the server at the next connected start', async () => {
    const { user, words, isSessionAlive } = await patient()
    await takeOffline(user)
    await logOut(user)
    await user
      .dialog('Sign out and lose what is not saved yet?')
      .getByRole('button', { name: 'Sign out anyway' })
      .click()
    await user.page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    expect(await user.page.locator('link[rel="stylesheet"]').count(), 'the page wears the look of the app').toBe(1)
    expect(await tracesOf(user.page, words)).toEqual([])
    await user.page.getByRole('link', { name: 'Open Dosewell' }).click()
    await landing(user.page)
    expect(await isSessionAlive()).toBe(true)

    await user.online()
    await user.open('/')
    await landing(user.page)
    await until(async () => !(await isSessionAlive()), { what: 'the end of the session' })
    await user.open('/medications')
    await user.page.getByRole('heading', { name: 'Please sign in' }).waitFor()
  })

  it('by typing the address wipes the device on the next page, which never shows data', async () => {
    const { user, words, isSessionAlive } = await patient()
    const { page } = user
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

  it('by typing the address wipes the device even if it has just heard that nobody is signed in', async () => {
    const { user, words } = await patient()
    await user.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('dosewell-device')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const writing = opening.result.transaction('values', 'readwrite')
            writing.objectStore('values').put(null, 'user')
            writing.oncomplete = () => resolve(opening.result.close())
          }
        }),
    )
    await user.open('/api/logout')
    await landing(user.page)
    expect(await tracesOf(user.page, words)).toEqual([])
  })

  it('by typing the address without a network asks about unsent changes too', async () => {
    const { user, words } = await patient()
    const { page } = user
    await takeOffline(user)
    await user.open('/api/logout')
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
    await page.getByText(/^1 change is saved on this device only/).waitFor()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await page.getByText(`${MEDICINE} night`).first().waitFor()

    await user.open('/api/logout')
    await page.getByRole('link', { name: 'Sign out anyway' }).click()
    await page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    expect(await tracesOf(page, words)).toEqual([])
  })

  it('by another site without a network asks, also with nothing unsent', async () => {
    const { user, words } = await patient()
    const { page } = user
    await until(async () => (await user.outbox()).waiting === 0, { what: 'the empty outbox' })
    await user.offline()
    await page.goto('about:blank')
    await page.setContent(`<a rel="noreferrer" href="${user.url}/api/logout">Cute cats</a>`)
    await page.getByRole('link', { name: 'Cute cats' }).click()
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await page.getByText(MEDICINE).first().waitFor()

    await user.open('/api/logout')
    await page.getByRole('link', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    // The worker cannot reach the tab's drafts.
    await page.getByRole('link', { name: 'Open Dosewell' }).click()
    await landing(page)
    expect(await tracesOf(page, words)).toEqual([])
  })

  it('and back in while a tab holds what was here: says so, and goes on by itself when that tab is closed', async () => {
    const { user, email } = await patient()
    const { id } = await user.user()
    // A picture opened as a page runs nothing of the app. The browser styles it, and looks for its icon.
    user.expectComplaint(/Applying inline style|favicon\.ico/)
    const holder = await user.context.newPage()
    await holder.goto(`${user.url}/icons/logo.svg`)
    await holder.evaluate(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name)
          opening.onerror = () => reject(opening.error)
          // Held until the tab is closed: nothing answers `versionchange`.
          opening.onsuccess = () => {
            Object.assign(globalThis, { held: opening.result })
            resolve()
          }
        }),
      `dosewell-${id}`,
    )
    await user.page.bringToFront()
    await leave(user.page, () => logOut(user))
    await user.page.clock.install()
    const back = user.signIn(email)
    // No matter when the page began to open its database: it says so 10 s later by its own clock.
    const isSaid = async () => {
      await user.page.clock.fastForward(5_000)
      return user.page.getByRole('heading', { name: 'Dosewell is still open in another tab' }).isVisible()
    }
    await until(isSaid, { timeout: 30_000, interval: 250, what: 'the sentence' })
    await holder.close()
    await back
    await user.page.getByText(MEDICINE).first().waitFor()
    await user.addMedication({ name: `${MEDICINE} night`, times: '9 pm', ongoing: true })
    await user.saved()
  })

  it('leaves room for the next person, who sees only their own', async () => {
    const { user, email } = await patient()
    await leave(user.page, () => logOut(user))
    await user.signUp(newAddress('gwen'))
    await user.page.getByText('No medications yet').first().waitFor()
    expect(await tracesOf(user.page, [MEDICINE, email])).toEqual([])
  })
})
