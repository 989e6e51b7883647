import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { until } from '#tests/support/wait.ts'
import type { Locator } from './support/locator.ts'
import { setUpScreens } from './support/screens.ts'
import type { Tab } from './support/tab.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const MEDICINE = 'Secretine'
const PIN = '258014'

const lockCard = (user: User): Locator => user.page.getByRole('region', { name: 'App lock' })
const lockSwitch = (user: User): Locator => lockCard(user).getByRole('switch', { name: 'Ask for a PIN' })
const lockScreen = (page: Tab): Locator => page.getByRole('heading', { name: 'Dosewell is locked' })
const pinField = (page: Tab): Locator => page.getByLabel('PIN', { exact: true })

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

async function unlock(page: Tab, pin = PIN): Promise<void> {
  await pinField(page).fill(pin)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
}

/** Creates a user with a lock on this device. */
async function owner(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await turnOn(user)
  return user
}

/** Creates a user with a medication and then a lock on this device. */
async function patient(after?: string): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, [{ name: MEDICINE, minutes: [-30, 90] }])
  await user.page.getByText(MEDICINE).first().waitFor()
  await turnOn(user, after)
  return user
}

/** Makes the page behave as when the user switches away or comes back. */
const show = (page: Tab, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

describe('the app lock', () => {
  it('five wrong PINs cost a pause that a reload does not shorten', async () => {
    const cara = await owner()
    await cara.page.clock.install()
    await cara.page.reload()
    for (const pin of ['1', '2', '3', '4', '5']) {
      await unlock(cara.page, pin.repeat(4))
      await until(async () => (await pinField(cara.page).inputValue()) === '')
    }
    const pause = cara.page.getByRole('alert').getByText(/^Too many wrong PINs/)
    await pause.waitFor()
    await cara.page.reload()
    await pause.waitFor()
    const button = cara.page.getByRole('button', { name: /^Unlock in 0:\d\d$/ })
    expect(await button.isDisabled()).toBe(true)
    await cara.page.clock.fastForward('00:31')
    await unlock(cara.page)
    await cara.page.getByRole('heading', { name: 'More', exact: true }).waitFor()
  })

  it('closes when the person was away for as long as they chose, each tab by itself', async () => {
    const dora = await patient('After 5 minutes')
    const first = dora.page
    await first.clock.install()
    const second = await dora.newTab('/')
    await unlock(second)
    await second.getByText(MEDICINE).first().waitFor()
    await show(first, 'hidden')
    await first.clock.fastForward('04:30')
    await show(first, 'visible')
    expect(await lockScreen(first).count()).toBe(0)
    await show(first, 'hidden')
    await first.clock.fastForward('05:01')
    await show(first, 'visible')
    await lockScreen(first).waitFor()
    expect(await lockScreen(second).count()).toBe(0)
  })

  it('closes a tab that is out of sight when another tab sets it', async () => {
    const ben = await screens.user()
    await ben.signUp()
    const first = ben.page
    await ben.newTab()
    await show(first, 'hidden')
    await turnOn(ben, 'At once')
    await lockScreen(first).waitFor()
    expect(await lockScreen(ben.page).count()).toBe(0)
  })

  it('changed in another tab, still counts from when this one was left', async () => {
    const kit = await patient('After 15 minutes')
    const first = kit.page
    await first.clock.install()
    await show(first, 'hidden')
    await first.clock.fastForward('04:00')
    const second = await kit.newTab('/settings')
    await unlock(second)
    await lockCard(kit).getByRole('button', { name: 'Change' }).click()
    await pinField(second).fill(PIN)
    await kit.dialog('Change the app lock').getByRole('button', { name: 'Continue' }).click()
    await lockCard(kit).getByLabel('Lock when I leave Dosewell').selectOption('After 5 minutes')
    await first.clock.fastForward('02:00')
    await lockScreen(first).waitFor()
  })
})
