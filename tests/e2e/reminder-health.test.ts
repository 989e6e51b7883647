import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setPermission } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openHealth = (user: User) => user.open('/settings/reminders')
const verdict = (user: User): Locator => user.page.getByRole('status').first()
const says = (user: User, words: string | RegExp) => verdict(user).getByText(words).waitFor()
const steps = (user: User, heading: string): Promise<string[]> =>
  user.page.getByRole('region', { name: heading }).getByRole('listitem').allTextContents()

const deny = (user: User) => setPermission(user.page, user.url, 'notifications', 'denied')

describe('Reminder health', () => {
  it('R5.8 after “Block” in the flow shows the way out at once', async () => {
    const user = await screens.user()
    await user.signUp()
    await user.context.exposeFunction('answerBlock', () => deny(user))
    // Without a window the browser’s permission prompt stays open for ever: this answers it.
    await user.context.addInitScript(() => {
      const { answerBlock } = window as unknown as { answerBlock(): Promise<void> }
      Notification.requestPermission = async () => {
        await answerBlock()
        return Notification.permission
      }
    })
    await openHealth(user)
    await says(user, 'Reminders are off on this device.')
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await user.toast('Notification Permission Denied').waitFor()
    await says(user, 'Notifications are blocked for Dosewell.')
    expect(await steps(user, 'Allow notifications')).toHaveLength(2)
  })
})
