import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus, openAndClose, tabTo } from '#tests/support/focus.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import { sharedDevice } from './support/shared-device.ts'
import { newUser, type User } from './support/user.ts'

const screens = setUpScreens()

/** A subscriber with two medications. */
const subscriber = sharedDevice(async () => {
  const user = await newUser(screens.browser, screens.server)
  await user.signUp()
  await planDay(user, [
    { name: 'Metformin', minutes: [60] },
    { name: 'Lisinopril', minutes: [90] },
  ])
  return { user, close: () => user.close() }
})

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

describe('what every page has', () => {
  it('follows the system until it is chosen, and then the choice', async () => {
    const bob = await screens.user({ context: { colorScheme: 'dark' } })
    await bob.open('/pricing')
    expect(await theme(bob.page)).toBe('dark')
    await bob.page.emulateMedia({ colorScheme: 'light' })
    await until(async () => (await theme(bob.page)) === 'light', { what: 'the light theme' })
    await bob.page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await until(async () => (await theme(bob.page)) === 'dark', { what: 'the dark theme' })
    expect(await bob.page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await bob.page.reload()
    expect(await theme(bob.page)).toBe('dark')
  })

  it('a toast goes by a swipe of 50 px to the right, not by a shorter one; F8 leads to it; it is 420 px wide at most', async () => {
    const { user: cleo } = await subscriber()
    await cleo.open('/medications')
    await cleo.page.getByRole('button', { name: 'Delete Lisinopril' }).click()
    await cleo.dialog('Delete Medication?').getByRole('button', { name: 'Stop instead' }).click()
    // It has an action, so it does not disappear after a while.
    const toast = cleo.toast('Lisinopril stopped')
    await toast.waitFor()
    await cleo.page.keyboard.press('F8')
    expect(await cleo.page.evaluate(() => document.activeElement?.closest('.toaster') !== null)).toBe(true)
    const width = await cleo.page.locator('.toaster').evaluate((region) => region.clientWidth)
    expect(width).toBeGreaterThan(0)
    expect(width).toBeLessThanOrEqual(420)
    await swipe(cleo, 40)
    await until(async () => (await toast.getAttribute('data-swipe')) === 'cancel', {
      what: 'the toast to spring back',
    })
    await toast.waitFor()
    await swipe(cleo, 60)
    await toast.waitFor({ state: 'hidden' })
  })

  it('on a phone a toast that stays covers nothing of a dialog: the dialog makes room', async () => {
    const eve = await screens.user({ context: { viewport: { width: 390, height: 844 } } })
    await eve.signUp()
    await planDay(eve, [{ name: 'Lisinopril', minutes: [90] }])
    await eve.open('/medications')
    await eve.page.getByRole('button', { name: 'Delete Lisinopril' }).click()
    await eve.dialog('Delete Medication?').getByRole('button', { name: 'Stop instead' }).click()
    const toast = eve.toast('Lisinopril stopped')
    await toast.waitFor()
    await eve.page.getByRole('link', { name: 'Add Medication' }).click()
    const dialog = eve.dialog('Add Medication')
    const edges = async () => {
      const panel = await dialog.locator('.dialog').boundingBox()
      const shown = await toast.boundingBox()
      return [shown && shown.y + shown.height, panel?.y, panel && panel.y + panel.height]
    }
    await until(async () => ((await edges())[0] ?? 844) <= ((await edges())[1] ?? 0), { what: 'room for the toast' })
    expect((await edges())[2]).toBeLessThanOrEqual(844)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await toast.waitFor({ state: 'hidden' })
  })

  it('a tooltip waits for 700 ms of resting', async () => {
    const dan = await screens.user()
    await dan.page.clock.install()
    await dan.open('/medications')
    const toggle = dan.page.getByRole('button', { name: 'Switch to dark theme' })
    await toggle.waitFor()
    await dan.page.clock.pauseAt(Date.now() + 60_000)
    await toggle.hover()
    const words = dan.page.locator('.tooltip')
    await dan.page.clock.runFor(699)
    expect(await words.count()).toBe(0)
    await dan.page.clock.runFor(1)
    await words.getByText('Switch to dark theme').waitFor()
  })
})

describe('with a keyboard alone, what opens over a page takes the focus, closes with Escape and gives it back', () => {
  it('a sheet, a form, a question and the menu of a subscriber', async () => {
    const { user: ann } = await subscriber()
    const { page } = ann
    const problems: string[] = []
    const open = async (role: 'button' | 'link', name: string | RegExp, dialog: string | RegExp) =>
      void problems.push(...(await openAndClose(ann, page.getByRole(role, { name, exact: true }).first(), dialog)))

    await ann.open('/')
    await open('link', /Metformin/, 'Metformin')
    await ann.open('/medications')
    await open('link', 'Add Medication', 'Add Medication')
    await open('button', /^Delete Metformin/, 'Delete Medication?')
    expect(problems).toEqual([])

    const premium = page.getByRole('button', { name: 'Premium' })
    await tabTo(ann, premium)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Cancel Subscription' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').waitFor({ state: 'hidden' })
    await until(() => hasFocus(premium), { what: 'the focus on the badge' })
  })
})

/** Drags the toast to the right with the mouse. */
async function swipe({ page }: User, pixels: number): Promise<void> {
  const box = await page.locator('.toast__words').boundingBox()
  if (!box) throw new Error('there is no toast')
  const [x, y] = [box.x + 20, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels / 2, y, { steps: 4 })
  await page.mouse.move(x + pixels, y, { steps: 4 })
  await page.mouse.up()
}
