import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { submitMedication } from '#tests/e2e/support/medication-form.ts'
import { shownIn } from '#tests/e2e/support/notifications.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { until } from '#tests/support/wait.ts'
import { refuseWrites } from './support/broken-storage.ts'
import type { Locator } from './support/locator.ts'
import { enableNotifications } from './support/notifications.ts'
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

/** Refuses to store the hint of a lock, until the document is marked as `roomy`. */
const leaveNoRoomForHints = ({ page }: User): Promise<void> =>
  page.evaluate(() => {
    const setItem = localStorage.setItem.bind(localStorage)
    localStorage.setItem = (key, value) => {
      if (key === 'app-lock' && !('roomy' in document.documentElement.dataset))
        throw Object.assign(new Error('There is no room.'), { name: 'QuotaExceededError' })
      setItem(key, value)
    }
  })

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
    expect(await tracesOf(third, ['app-lock'])).toEqual([])
  })

  it('a PIN that cannot be stored says so and stays; once there is space it is set', async () => {
    const gil = await screens.user()
    await gil.signUp()
    let isFull = false
    refuseWrites(gil, (stores) => isFull && stores.join() === 'values')
    await gil.open('/settings')
    await lockSwitch(gil).click()
    const dialog = gil.dialog('Set a PIN for Dosewell')
    await dialog.getByLabel('New PIN').fill(PIN)
    await dialog.getByLabel('The same PIN again').fill(PIN)
    const set = dialog.getByRole('button', { name: 'Turn on' })
    isFull = true
    await set.click()
    await dialog.getByRole('alert').getByText('This device’s storage is full. Nothing was saved.').waitFor()
    expect(await dialog.getByLabel('New PIN').inputValue()).toBe(PIN)
    isFull = false
    await set.click()
    await gil.toast('App lock is on').waitFor()
  })

  it('where nobody could be told of a lock before the first paint, there is none, and it says so', async () => {
    const lea = await screens.user()
    await lea.signUp()
    await lea.open('/settings')
    await leaveNoRoomForHints(lea)
    await lockSwitch(lea).click()
    const dialog = lea.dialog('Set a PIN for Dosewell')
    await dialog.getByLabel('New PIN').fill(PIN)
    await dialog.getByLabel('The same PIN again').fill(PIN)
    const set = dialog.getByRole('button', { name: 'Turn on' })
    await set.click()
    await dialog.getByRole('alert').getByText('This device’s storage is full. Nothing was saved.').waitFor()
    expect(await lockSwitch(lea).getAttribute('aria-checked')).toBe('false')
    await lea.page.evaluate(() => {
      document.documentElement.dataset.roomy = ''
    })
    await set.click()
    await lea.toast('App lock is on').waitFor()
  })

  it('where nobody could be told of a new PIN, the old one stays, and it says so', async () => {
    const max = await owner()
    await leaveNoRoomForHints(max)
    await lockCard(max).getByRole('button', { name: 'Change PIN' }).click()
    const choose = max.dialog('Choose a new PIN')
    await choose.getByLabel('New PIN').fill('97531')
    await choose.getByLabel('The same PIN again').fill('97531')
    await choose.getByRole('button', { name: 'Save' }).click()
    await choose.getByRole('alert').getByText('This device’s storage is full. Nothing was saved.').waitFor()
    const second = await max.newTab('/settings')
    await unlock(second)
    await lockCard(max).waitFor()
  })

  it('a user who forgot the PIN signs out, is asked about what is not saved, and leaves no lock behind', async () => {
    const hal = await owner()
    await hal.page.route(/\/api\/(medications|batch)$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
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
    await hal.page.getByRole('link', { name: 'Login' }).waitFor()
    await until(async () => (await tracesOf(hal.page, ['app-lock'])).length === 0, { what: 'a device without a lock' })
  })

  it('a dose rings on while the app is locked, naming nothing; opened, it is there', async () => {
    const ida = await screens.user()
    await ida.signUp()
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
})
