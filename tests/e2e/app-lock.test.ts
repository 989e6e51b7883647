import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { submitMedication } from './support/medication-form.ts'
import { enableNotifications, shownIn } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import { tracesOf } from './support/traces.ts'
import type { User, UserOptions } from './support/user.ts'

const screens = setUpScreens()

const MEDICINE = 'Secretine'
const PIN = '258014'

const lockCard = (user: User): Locator => user.page.getByRole('region', { name: 'App lock' })
const lockSwitch = (user: User): Locator => lockCard(user).getByRole('switch', { name: 'Ask for a PIN' })
const lockScreen = (page: Page): Locator => page.getByRole('heading', { name: 'Dosewell is locked' })
const pinField = (page: Page): Locator => page.getByLabel('PIN', { exact: true })

/** Turns the lock on and chooses when it closes; the details stay open. */
async function turnOn(user: User, after?: string): Promise<void> {
  await user.open('/settings')
  await lockSwitch(user).click()
  const dialog = user.dialog('Set a PIN for Dosewell')
  await dialog.getByLabel('New PIN').fill(PIN)
  await dialog.getByLabel('The same PIN again').fill(PIN)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await user.toast('App lock is on').waitFor()
  if (after === undefined) return
  await lockCard(user).getByLabel('Lock when I leave Dosewell').selectOption(after)
  await until(async () => (await lockSwitch(user).getAttribute('aria-checked')) === 'true')
}

async function unlock(page: Page, pin = PIN): Promise<void> {
  await pinField(page).fill(pin)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}

/** Creates a user with a lock on this device. */
async function owner(options?: UserOptions): Promise<User> {
  const user = await screens.user(options)
  await user.signUp()
  await turnOn(user)
  return user
}

/** Creates a user with a medication and then a lock on this device; the app opens without a network. */
async function patient(after?: string): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await user.workerReady()
  await planDay(user, [{ name: MEDICINE, minutes: [-30, 90] }])
  await user.page.getByText(MEDICINE).first().waitFor()
  await turnOn(user, after)
  return user
}

/** Searches only what the app stores for a user; its own files mention the lock, too. */
const tracesOfLock = async (page: Page): Promise<string[]> =>
  (await tracesOf(page, ['app-lock'])).filter((trace) => !trace.includes('in the cache'))

declare global {
  var drawnBehindLock: string[] | undefined
}

/** From now on each of this user's pages records which of these words were ever in its document. */
const watchFor = (user: User, words: readonly string[]) =>
  user.context.addInitScript((watched) => {
    globalThis.drawnBehindLock = []
    new MutationObserver(() => {
      const text = document.documentElement.outerHTML
      globalThis.drawnBehindLock?.push(...watched.filter((word) => text.includes(word)))
    }).observe(document, { childList: true, subtree: true, characterData: true })
  }, words)

/** Makes the page behave as when the user switches away or comes back. */
const show = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

describe('the app lock', () => {
  it('at each start, without a network too, nothing of the person is in the document until the PIN is right', async () => {
    const ann = await patient()
    await watchFor(ann, [MEDICINE, 'Today', (await ann.user()).email])
    await ann.open('/')
    await lockScreen(ann.page).waitFor()
    await ann.offline()
    await ann.page.reload()
    await lockScreen(ann.page).waitFor()
    await until(() => ann.page.evaluate(() => document.activeElement?.getAttribute('inputmode') === 'numeric'))
    expect(await ann.page.title()).toBe('Locked · Dosewell')
    await unlock(ann.page, '1111')
    await ann.page.getByRole('alert').getByText('That is not the PIN. 4 more tries before a pause.').waitFor()
    expect(await ann.page.evaluate(() => globalThis.drawnBehindLock)).toEqual([])
    await unlock(ann.page)
    await ann.page.getByText(MEDICINE).first().waitFor()
    expect(await lockScreen(ann.page).count()).toBe(0)
  })

  it('the greeting that the server sends stays out of sight', async () => {
    // A worker answers with the document as it was built, which greets nobody.
    const ben = await owner({ context: { serviceWorkers: 'block' } })
    await ben.page.route('**/assets/*.js', () => undefined)
    await ben.page.goto(`${ben.url}/`, { waitUntil: 'commit' })
    const greeting = ben.page.locator('#first-frame main')
    await greeting.waitFor({ state: 'attached' })
    expect(await greeting.isVisible()).toBe(false)
  })

  it('set to at once it closes with the page out of sight, but not under a list of files that was opened from it', async () => {
    const eli = await patient('At once')
    await eli.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click()
    const choosing = eli.page.waitForEvent('filechooser')
    await eli.page.getByRole('button', { name: 'Upload File' }).click()
    await choosing
    await show(eli.page, 'hidden')
    expect(await lockScreen(eli.page).count()).toBe(0)
    await show(eli.page, 'visible')
    await eli.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
    await eli.page.clock.install()
    await eli.page.clock.fastForward('00:15')
    await show(eli.page, 'hidden')
    await lockScreen(eli.page).waitFor()
    expect(await eli.page.content()).not.toContain(MEDICINE)
  })

  it('is turned off or changed only with the PIN, and then in every tab', async () => {
    const fay = await owner()
    const second = await fay.newTab('/settings')
    await lockScreen(second).waitFor()
    await unlock(second)
    await lockCard(fay).getByRole('button', { name: 'Change' }).click()
    const change = fay.dialog('Change the app lock')
    await pinField(second).fill('0000')
    await change.getByRole('button', { name: 'Continue' }).click()
    await change.getByText(/^That is not the PIN/).waitFor()
    await pinField(second).fill(PIN)
    await change.getByRole('button', { name: 'Continue' }).click()
    await lockCard(fay).getByRole('button', { name: 'Change PIN' }).click()
    const choose = fay.dialog('Choose a new PIN')
    await choose.getByLabel('New PIN').fill('97531')
    await choose.getByLabel('The same PIN again').fill('97531')
    await choose.getByRole('button', { name: 'Save' }).click()
    await fay.toast('The PIN has been changed').waitFor()

    await second.reload()
    await lockScreen(second).waitFor()
    const third = await fay.newTab('/settings')
    await unlock(third, '97531')
    await lockSwitch(fay).click()
    const off = fay.dialog('Turn off the app lock?')
    await pinField(third).fill('97531')
    await off.getByRole('button', { name: 'Turn off' }).click()
    await fay.toast('App lock is off').waitFor()
    await second.getByRole('heading', { name: 'More', exact: true }).waitFor()
    expect(await tracesOfLock(third)).toEqual([])
  })

  it('opens with a passkey of the device', async () => {
    const gus = await screens.user()
    const cdp = await gus.context.newCDPSession(gus.page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        hasResidentKey: true,
        automaticPresenceSimulation: true,
      },
    })
    await gus.signUp()
    await turnOn(gus)
    const passkey = lockCard(gus).getByRole('switch', { name: 'Unlock with a passkey' })
    await passkey.click()
    await until(async () => (await passkey.getAttribute('aria-checked')) === 'true')
    await gus.page.reload()
    // A finger that is not the owner's.
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const use = gus.page.getByRole('button', { name: 'Use passkey' })
    await use.click()
    await gus.page
      .getByRole('alert')
      .getByText(/^The passkey was not used/)
      .waitFor()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await use.click()
    await gus.page.getByRole('heading', { name: 'More', exact: true }).waitFor()
  })

  it('whoever forgot the PIN signs out, is asked about what is not saved, and leaves no lock behind', async () => {
    const hal = await owner()
    await hal.workerReady()
    await hal.offline()
    await hal.open('/medications?add=1')
    await unlock(hal.page)
    await submitMedication(hal.page, { name: 'Unsaid', times: '9 pm', ongoing: true })
    await hal.page.getByText('Unsaid').first().waitFor()
    await hal.page.reload()
    await hal.page.getByRole('button', { name: 'Forgot your PIN?' }).click()
    await hal.dialog('Forgot your PIN?').getByRole('button', { name: 'Sign out of this device' }).click()
    const question = hal.dialog('Sign out and lose what is not saved yet?')
    await question.getByText(/^1 change on this device/).waitFor()
    await question.getByRole('button', { name: 'Sign out anyway' }).click()
    await hal.page.getByRole('heading', { name: 'Signed out on this device' }).waitFor()
    expect(await tracesOfLock(hal.page)).toEqual([])
  })

  it('a dose rings on while the app is locked, naming nothing; opened, it is there', async () => {
    const ida = await screens.user()
    await ida.signUp()
    await ida.workerReady()
    await enableNotifications(ida)
    await turnOn(ida)
    await ida.page.reload()
    await lockScreen(ida.page).waitFor()
    await planDay(ida, [{ name: MEDICINE, minutes: [0] }])
    await ida.page.getByRole('status').getByText('You have a reminder').waitFor()
    const shown = await until(async () => {
      const all = await shownIn(ida.page)
      return all.length > 0 && all
    })
    expect(shown).toMatchObject([{ title: 'You have a reminder', body: '' }])
    expect(await ida.page.content()).not.toContain(MEDICINE)
    await unlock(ida.page)
    await ida.dialog(new RegExp(`^Time to take ${MEDICINE}`)).waitFor()
  })

  it('has no barrier that axe knows, and never scrolls sideways at 320 px', async () => {
    const joy = await owner({ context: { reducedMotion: 'reduce' } })
    const { page } = joy
    const problems: string[] = []
    const look = async (label: string) => void problems.push(...(await checkScreen(page, label)))
    await look('the settings with a lock')
    await page.reload()
    await lockScreen(page).waitFor()
    await look('the lock')
    await unlock(page, '0000')
    await page
      .getByRole('alert')
      .getByText(/^That is not the PIN/)
      .waitFor()
    await look('a wrong PIN')
    await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
    await joy.dialog('Forgot your PIN?').waitFor()
    await look('the forgotten PIN')
    expect(problems).toEqual([])
  })
})
