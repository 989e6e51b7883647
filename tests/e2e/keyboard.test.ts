import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** More tab stops than any page here has. */
const MOST_STOPS = 120

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)

/** Presses Tab from the top of the page until the element has the focus. */
async function tabTo(user: User, element: Locator): Promise<void> {
  await element.waitFor()
  await user.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await user.page.keyboard.press('Tab')
    if (await hasFocus(element)) return
  }
  throw new Error(`Tab never came to ${element}`)
}

/** Opens what the element opens by keyboard, and closes it with Escape. Returns what was wrong with the focus. */
async function openAndClose(user: User, opener: Locator, name: string | RegExp): Promise<string[]> {
  const problems: string[] = []
  await tabTo(user, opener)
  await user.page.keyboard.press('Enter')
  const dialog = user.dialog(name)
  await dialog.waitFor()
  const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement))
  if (!(await isInside())) problems.push(`${name}: the focus did not go into it`)
  await user.page.keyboard.press('Shift+Tab')
  // Before the first stop the focus is in the browser itself; in the page that is nothing.
  const isNowhere = () => user.page.evaluate(() => document.activeElement === document.body)
  if (!(await isInside()) && !(await isNowhere())) problems.push(`${name}: the focus left it`)
  await user.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  if (!(await hasFocus(opener))) problems.push(`${name}: the focus did not come back to what opened it`)
  return problems
}

describe('with a keyboard alone, what opens over a page takes the focus, closes with Escape and gives it back', () => {
  it('a sheet, a form, a question and the menu of a subscriber', async () => {
    const ann = await screens.user()
    const { page } = ann
    await ann.signUp()
    await planDay(ann, [{ name: 'Metformin', minutes: [60] }])
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
