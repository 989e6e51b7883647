import { describe, expect, it } from 'vitest'
import { hasFocus, openAndClose, tabTo } from '#tests/support/focus.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

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
