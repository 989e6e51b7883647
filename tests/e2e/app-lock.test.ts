import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import { sharedDevice } from './support/shared-device.ts'
import { newUser, type User } from './support/user.ts'

const screens = setUpScreens()

const MEDICINE = 'Secretine'
const PIN = '258014'

const lockCard = (user: User): Locator => user.page.getByRole('region', { name: 'App lock' })
const lockSwitch = (user: User): Locator => lockCard(user).getByRole('switch', { name: 'Ask for a PIN' })
const lockScreen = (page: Page): Locator => page.getByRole('heading', { name: 'Dosewell is locked' })
const pinField = (page: Page): Locator => page.getByLabel('PIN', { exact: true })

/** Turns the lock on; the details stay open. */
async function turnOn(user: User): Promise<void> {
  await user.open('/settings')
  await lockSwitch(user).click()
  const dialog = user.dialog('Set a PIN for Dosewell')
  await dialog.getByLabel('New PIN').fill(PIN)
  await dialog.getByLabel('The same PIN again').fill(PIN)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await user.toast('App lock is on').waitFor()
}

async function unlock(page: Page, pin = PIN): Promise<void> {
  await pinField(page).fill(pin)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}

/** A user with a medication and then a lock on this device. */
const owner = sharedDevice(async () => {
  const user = await newUser(screens.browser, screens.server, { context: { reducedMotion: 'reduce' } })
  await user.signUp()
  await planDay(user, [{ name: MEDICINE, minutes: [-30, 90] }])
  await user.page.getByText(MEDICINE).first().waitFor()
  await turnOn(user)
  return { user, close: () => user.close() }
})

/** Opens a page and gives the PIN. */
async function openUnlocked(user: User, path: string): Promise<void> {
  await user.open(path)
  await unlock(user.page)
  await lockScreen(user.page).waitFor({ state: 'detached' })
}

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

describe('the app lock', () => {
  it('the greeting that the server sends stays out of sight', async () => {
    const { user: ben } = await owner()
    // A worker would answer with the document as it was built, which greets nobody.
    const page = await ben.context.newPage()
    await page.route('**/assets/*.js', () => undefined)
    await page.goto(`${ben.url}/`, { waitUntil: 'commit' })
    const greeting = page.locator('#first-frame main')
    await greeting.waitFor({ state: 'attached' })
    expect(await greeting.isVisible()).toBe(false)
    await page.close()
  })

  it('has no barrier that axe knows, and never scrolls sideways at 320 px', async () => {
    const { user: joy } = await owner()
    const { page } = joy
    const problems: string[] = []
    const look = async (label: string) => void problems.push(...(await checkScreen(page, label)))
    await openUnlocked(joy, '/settings')
    await lockCard(joy).getByRole('button', { name: 'Change' }).waitFor()
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

  it('at each start, without a network too, nothing of the person is in the document until the PIN is right', async () => {
    const { user: ann } = await owner()
    await openUnlocked(ann, '/')
    await ann.workerReady()
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
    await ann.online()
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
})
