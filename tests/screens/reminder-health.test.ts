import { beforeAll, describe, expect, it } from 'vitest'
import { ON_IPHONE } from '#tests/e2e/support/platforms.ts'
import type { Locator } from './support/locator.ts'
import { setPermission } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User, UserOptions } from './support/user.ts'

/** Reminder health where reminders cannot arrive. The server has no contact address for push services. */
const screens = setUpScreens({ environment: { VAPID_SUBJECT: '' } })

let email: string

beforeAll(async () => {
  const user = await screens.user()
  await user.signUp()
  email = (await user.user()).email
})

/** Signs the same user in on another device, whose browser was changed before. */
async function at(options?: UserOptions, change?: (user: User) => unknown): Promise<User> {
  const user = await screens.user(options)
  change?.(user)
  await user.signIn(email)
  return user
}

const openHealth = (user: User) => user.open('/settings/reminders')
const verdict = (user: User): Locator => user.page.getByRole('status').first()
const says = (user: User, words: string | RegExp) => verdict(user).getByText(words).waitFor()
const theSwitch = (user: User): Locator => user.page.getByRole('switch', { name: 'Reminders on this device' })
const steps = (user: User, heading: string): Promise<string[]> =>
  user.page.getByRole('region', { name: heading }).getByRole('listitem').allTextContents()

const deny = (user: User) => setPermission(user, 'denied')
const allow = (user: User) => setPermission(user, 'granted')
const allowWithPush = (user: User) => allow(user).offerPush()

/** The browser has notifications there, and says that the app was opened from the home screen. */
const fromHomeScreen = (user: User) => {
  setPermission(user, 'prompt')
  user.device.navigator.standalone = true
}

describe('Reminder health', () => {
  it('R5.8 where notifications are blocked says how to allow them, and asks for nothing', async () => {
    const user = await at({}, deny)
    await openHealth(user)
    await says(user, 'Notifications are blocked for Dosewell.')
    expect(await steps(user, 'Allow notifications')).toHaveLength(2)
    await user.page.getByText('Notifications are blocked', { exact: true }).waitFor()
    expect(await theSwitch(user).isChecked()).toBe(false)
    expect(await user.page.getByRole('button', { name: 'Turn on reminders' }).count()).toBe(0)
  })

  it('R5.8 after “Block” in the flow shows the way out at once', async () => {
    const user = await at({}, (one) => {
      setPermission(one, 'prompt').answer = 'denied'
    })
    await openHealth(user)
    await says(user, 'Reminders are off on this device.')
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await user.toast('Notification Permission Denied').waitFor()
    await says(user, 'Notifications are blocked for Dosewell.')
    expect(await steps(user, 'Allow notifications')).toHaveLength(2)
  })

  it('on an iPhone in a browser tab says how it gets to the home screen, before anything else', async () => {
    const user = await at(ON_IPHONE)
    await openHealth(user)
    await says(user, 'First add Dosewell to your home screen.')
    expect((await steps(user, 'Add Dosewell to your home screen')).join(' ')).toMatch(/Share.*Add to Home Screen/)
    expect(await user.page.getByRole('button', { name: 'Turn on reminders' }).count()).toBe(0)
    expect(await theSwitch(user).isEnabled()).toBe(false)
  })

  it('on an iPhone from the home screen offers to turn reminders on', async () => {
    const user = await at(ON_IPHONE, fromHomeScreen)
    await openHealth(user)
    await says(user, 'Reminders are off on this device.')
    await user.page.getByText('Installed as an app').waitFor()
    await user.page.getByRole('button', { name: 'Turn on reminders' }).waitFor()
  })

  it('in a browser without notifications names browsers that have them', async () => {
    const user = await at()
    await openHealth(user)
    await says(user, 'This browser can’t show notifications.')
    expect(await theSwitch(user).isEnabled()).toBe(false)
  })

  it('in a browser without push says that reminders ring while the app is open only', async () => {
    const user = await at({}, allow)
    await openHealth(user)
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await says(user, 'This browser can’t receive reminders while Dosewell is closed.')
    expect(await user.page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('R4.6 with a server that cannot push says so and promises nothing; without a network too', async () => {
    const user = await at({}, allowWithPush)
    await openHealth(user)
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await says(user, 'You are reminded only while Dosewell is open.')
    await user.page.getByText('Nothing can be sent to this device').waitFor()
    expect(await user.page.getByRole('button', { name: /^Send a/ }).count()).toBe(0)
    await user.offline()
    await user.page.reload()
    await says(user, 'The server can’t be reached right now.')
  })
})
