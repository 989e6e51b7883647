import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { setPermission } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const card = ({ page }: User) => page.getByRole('region', { name: 'See your first reminder arrive' })

/** Somebody new, who has just added a first medicine. */
async function newcomer(): Promise<User> {
  const user = await screens.user()
  setPermission(user, 'prompt')
  await user.signUp()
  await user.page.getByRole('heading', { name: 'No medications yet' }).waitFor()
  await planDay(user, [{ name: 'Amlodipine', minutes: [60] }])
  await card(user).waitFor()
  return user
}

describe('the first run', () => {
  it('leads from the first medicine to turning reminders on, also after a reload', async () => {
    const user = await newcomer()
    await user.page.reload()
    await card(user).getByRole('link', { name: 'Turn on reminders' }).click()
    await user.page.getByRole('heading', { name: 'Reminder health' }).waitFor()
    await user.page.getByRole('button', { name: 'Turn on reminders' }).waitFor()
  })

  it('begins with the first medicine, and is not on screen before', async () => {
    const user = await screens.user()
    await user.context.addInitScript(() => {
      globalThis.addEventListener('DOMContentLoaded', () => {
        new MutationObserver(() => {
          if (document.getElementById('first-reminder')) localStorage.setItem('was-early', 'yes')
        }).observe(document.body, { childList: true, subtree: true })
      })
    })
    setPermission(user, 'prompt')
    await user.signUp()
    await user.page.getByText('At a glance').waitFor()
    await user.page.reload()
    await user.page.getByText('At a glance').waitFor()
    expect(await user.page.evaluate(() => localStorage.getItem('was-early'))).toBeNull()
  })

  it('can be skipped, and does not come back', async () => {
    const user = await newcomer()
    await card(user).getByRole('button', { name: 'Not now' }).click()
    await card(user).waitFor({ state: 'hidden' })
    await user.page.reload()
    await user.page.getByText('At a glance').waitFor()
    expect(await card(user).count()).toBe(0)
  })

  it('is not for a device that joins an account with medicines', async () => {
    const user = await newcomer()
    const tablet = await screens.user()
    await tablet.signIn((await user.user()).email)
    await tablet.page.getByText('Amlodipine').first().waitFor()
    await tablet.page.getByText('At a glance').waitFor()
    expect(await card(tablet).count()).toBe(0)
  })
})
