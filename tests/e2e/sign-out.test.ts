import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { newAddress } from './support/never-used.ts'
import { setPermission } from './support/notifications.ts'
import type { Person } from './support/person.ts'
import { setStage } from './support/stage.ts'
import { tracesOf } from './support/traces.ts'

const stage = setStage()

const MEDICINE = 'Secretine Forte'

interface Patient {
  person: Person
  email: string
  /** What must not be found on the device afterwards. */
  words: string[]
  /** The session as the browser had it: whether the server still takes it. */
  isSessionAlive(): Promise<boolean>
}

/** Somebody with a medicine, a logged dose, a draft, a switch and a notification on this device. */
async function patient(): Promise<Patient> {
  const person = await stage.person()
  const email = newAddress('patient.secret')
  await person.signUp(email)
  await person.workerReady()
  await setPermission(person.page, person.url, 'notifications', 'granted')
  await planDay(person, [{ name: MEDICINE, minutes: [-1, 90] }])
  await person.page.getByRole('button', { name: `Taken: ${MEDICINE}` }).waitFor()
  await person.page.getByRole('switch', { name: 'Notifications' }).click()
  const alert = person.dialog(new RegExp(`^Time to take ${MEDICINE}`))
  await alert.getByRole('button', { name: 'Taken', exact: true }).click()
  await person.saved()
  await person.open('/medications?add=1')
  await person.dialog('Add Medication').getByLabel('Name', { exact: true }).fill(`${MEDICINE} again`)
  await person.page.evaluate(async (name) => {
    const registration = await navigator.serviceWorker.ready
    await registration.showNotification('Medication Reminder', { body: `Time to take ${name}`, tag: 'left' })
  }, MEDICINE)
  const words = [MEDICINE, email, (await person.user()).id]
  expect(await placesOf(person.page, words)).toEqual(
    expect.arrayContaining(['the names of databases', 'sessionStorage', 'a notification']),
  )
  const cookie = (await person.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await person.open('/')
  await person.page.getByRole('link', { name: /Taken \d+:\d\d [AP]M/ }).waitFor()
  return {
    person,
    email,
    words,
    async isSessionAlive() {
      const { status } = await fetch(`${person.server.url}/api/auth/user`, { headers: { cookie } })
      return status === 200
    },
  }
}

const placesOf = async (page: Page, words: string[]) => [
  ...new Set((await tracesOf(page, words)).map((trace) => trace.replace(/^.* in /, ''))),
]

const logOut = (person: Person) => person.page.getByRole('button', { name: 'Log out' }).click()

/** The page of somebody who is not signed in. */
const landing = (page: Page) => page.getByRole('link', { name: 'Login' }).waitFor()

/** Until the server has answered the sign-out and led to a page that was loaded anew. */
async function leave(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse(/\/api\/logout$/), page.waitForEvent('load'), act()])
  await landing(page)
}

async function takeOffline(person: Person): Promise<void> {
  await person.offline()
  await person.addMedication({ name: `${MEDICINE} night`, times: '9 pm', ongoing: true })
  expect(await person.outbox()).toEqual({ waiting: 1, attention: 0 })
}

describe('signing out', () => {
  it('with nothing unsent happens at once, everywhere, and leaves nothing of the person on the device', async () => {
    const { person, words, isSessionAlive } = await patient()
    const { page } = person
    const otherTab = await person.context.newPage()
    await otherTab.goto(`${person.url}/medications?add=1`)
    await otherTab.getByText(MEDICINE).first().waitFor()
    await otherTab.getByLabel('Name', { exact: true }).fill(`${MEDICINE} at noon`)
    await until(async () => (await placesOf(otherTab, words)).includes('sessionStorage'))
    await leave(page, () => logOut(person))
    await until(async () => !(await otherTab.content()).includes(MEDICINE), { what: 'the other tab' })
    expect(await tracesOf(page, words)).toEqual([])
    expect(await tracesOf(otherTab, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
    await person.open('/medications')
    await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
  })

  it('with unsent changes asks first; staying keeps everything, "Save first" sends it and then signs out', async () => {
    const { person, email, words, isSessionAlive } = await patient()
    await takeOffline(person)
    await logOut(person)
    const question = person.dialog('Sign out and lose what is not saved yet?')
    await question.getByText('1 change on this device has not reached your account.').waitFor()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await person.page.getByText(`${MEDICINE} night`).first().waitFor()
    expect(await person.outbox()).toEqual({ waiting: 1, attention: 0 })

    await logOut(person)
    await question.waitFor()
    // Whichever is first: the network's return sends it, or the button does.
    await leave(person.page, async () => {
      await person.online()
      const saveFirst = question.getByRole('button', { name: 'Save first' })
      await saveFirst.click({ timeout: 1000 }).catch(() => {})
    })
    expect(await tracesOf(person.page, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
    await person.signIn(email)
    const names = (await person.medicationsOnServer()).map(({ name }) => name)
    expect(names.sort()).toEqual([MEDICINE, `${MEDICINE} night`])
  })

  it('without a network is done on the device, and on the server at the next connected start', async () => {
    const { person, words, isSessionAlive } = await patient()
    await takeOffline(person)
    await logOut(person)
    await person
      .dialog('Sign out and lose what is not saved yet?')
      .getByRole('button', { name: 'Sign out anyway' })
      .click()
    await person.page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    expect(await person.page.locator('link[rel="stylesheet"]').count(), 'the page wears the look of the app').toBe(1)
    expect(await tracesOf(person.page, words)).toEqual([])
    await person.page.getByRole('link', { name: 'Open Dosewell' }).click()
    await landing(person.page)
    expect(await isSessionAlive()).toBe(true)

    await person.online()
    await person.open('/')
    await landing(person.page)
    await until(async () => !(await isSessionAlive()), { what: 'the end of the session' })
    await person.open('/medications')
    await person.page.getByRole('heading', { name: 'Please sign in' }).waitFor()
  })

  it('by typing the address wipes the device on the next page, which never shows data', async () => {
    const { person, words, isSessionAlive } = await patient()
    const { page } = person
    await page.addInitScript((name) => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes(name)) document.documentElement.dataset.leak = 'yes'
      }).observe(document, { childList: true, subtree: true, characterData: true })
    }, MEDICINE)
    await person.open('/api/logout')
    await landing(page)
    expect(await page.evaluate(() => document.documentElement.dataset.leak)).toBeUndefined()
    expect(await tracesOf(page, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
  })

  it('by typing the address wipes the device even if it has just heard that nobody is signed in', async () => {
    const { person, words } = await patient()
    await person.page.evaluate(
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
    await person.open('/api/logout')
    await landing(person.page)
    expect(await tracesOf(person.page, words)).toEqual([])
  })

  it('by typing the address without a network asks about unsent changes too', async () => {
    const { person, words } = await patient()
    const { page } = person
    await takeOffline(person)
    await person.open('/api/logout')
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
    await page.getByText(/^1 change is saved on this device only/).waitFor()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await page.getByText(`${MEDICINE} night`).first().waitFor()

    await person.open('/api/logout')
    await page.getByRole('link', { name: 'Sign out anyway' }).click()
    await page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    expect(await tracesOf(page, words)).toEqual([])
  })

  it('by another site without a network asks, also with nothing unsent', async () => {
    const { person, words } = await patient()
    const { page } = person
    await until(async () => (await person.outbox()).waiting === 0, { what: 'the empty outbox' })
    await person.offline()
    await page.goto('about:blank')
    await page.setContent(`<a rel="noreferrer" href="${person.url}/api/logout">Cute cats</a>`)
    await page.getByRole('link', { name: 'Cute cats' }).click()
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await page.getByText(MEDICINE).first().waitFor()

    await person.open('/api/logout')
    await page.getByRole('link', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    // Drafts of the tab are out of the worker's reach.
    await page.getByRole('link', { name: 'Open Dosewell' }).click()
    await landing(page)
    expect(await tracesOf(page, words)).toEqual([])
  })

  it('and back in while a tab holds what was here: says so, and goes on by itself when that tab is closed', async () => {
    const { person, email } = await patient()
    const { id } = await person.user()
    // A picture as a page: nothing of the app runs in it. The browser styles it, and looks for its icon.
    person.expectComplaint(/Applying inline style|favicon\.ico/)
    const holder = await person.context.newPage()
    await holder.goto(`${person.url}/icons/logo.svg`)
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
    await person.page.bringToFront()
    await leave(person.page, () => logOut(person))
    const back = person.signIn(email)
    await person.page.getByRole('heading', { name: 'Dosewell is still open in another tab' }).waitFor()
    await holder.close()
    await back
    await person.page.getByText(MEDICINE).first().waitFor()
    await person.addMedication({ name: `${MEDICINE} night`, times: '9 pm', ongoing: true })
    await person.saved()
  })

  it('leaves room for the next person, who sees only their own', async () => {
    const { person, email } = await patient()
    await leave(person.page, () => logOut(person))
    await person.signUp(newAddress('gwen'))
    await person.page.getByText('No medications yet').first().waitFor()
    expect(await tracesOf(person.page, [MEDICINE, email])).toEqual([])
  })
})
