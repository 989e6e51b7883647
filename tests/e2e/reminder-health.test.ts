import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { setPermission } from './support/notifications.ts'
import { fromHomeScreen, ON_IPHONE, withoutNotifications, withoutPush } from './support/platforms.ts'
import { setUpScreens } from './support/screens.ts'
import type { User, UserOptions } from './support/user.ts'

/**
 * Reminder health where reminders cannot arrive. The server has no contact address for push services; web-push.test.ts
 * has one.
 */
const screens = setUpScreens({ environment: { VAPID_SUBJECT: '' } })

type StorageState = Awaited<ReturnType<User['context']['storageState']>>
let signedIn: StorageState

beforeAll(async () => {
  const user = await screens.user()
  await user.signUp()
  signedIn = await user.context.storageState()
  await user.close()
})

/** Signs the same user in on another device. `before` changes the browser before any page of the app runs. */
async function at(options: UserOptions = {}, ...before: ((user: User) => Promise<unknown>)[]): Promise<User> {
  const user = await screens.user({ ...options, context: { ...options.context, storageState: signedIn } })
  for (const change of before) await change(user)
  return user
}

const openHealth = (user: User) => user.open('/settings/reminders')
const verdict = (user: User): Locator => user.page.getByRole('status').first()
const says = (user: User, words: string | RegExp) => verdict(user).getByText(words).waitFor()
const theSwitch = (user: User): Locator => user.page.getByRole('switch', { name: 'Reminders on this device' })
const steps = (user: User, heading: string): Promise<string[]> =>
  user.page.getByRole('region', { name: heading }).getByRole('listitem').allTextContents()

const deny = (user: User) => setPermission(user.page, user.url, 'notifications', 'denied')
const allow = (user: User) => setPermission(user.page, user.url, 'notifications', 'granted')

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
    const user = await at()
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

  it('on an iPhone in a browser tab says how it gets to the home screen, before anything else', async () => {
    const user = await at(ON_IPHONE, withoutNotifications)
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
    const user = await at({}, withoutNotifications)
    await openHealth(user)
    await says(user, 'This browser can’t show notifications.')
    expect(await theSwitch(user).isEnabled()).toBe(false)
  })

  it('in a browser without push says that reminders ring while the app is open only', async () => {
    const user = await at({}, withoutPush, allow)
    await openHealth(user)
    await user.workerReady()
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await says(user, 'This browser can’t receive reminders while Dosewell is closed.')
    expect(await user.page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('R4.6 with a server that cannot push says so and promises nothing; without a network too', async () => {
    const user = await at({ expected: [/status of 503 .*\/api\/push/] }, allow)
    await openHealth(user)
    await user.workerReady()
    await user.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await says(user, 'You are reminded only while Dosewell is open.')
    await user.page.getByText('Nothing can be sent to this device').waitFor()
    expect(await user.page.getByRole('button', { name: /^Send a/ }).count()).toBe(0)
    await user.offline()
    await user.page.reload()
    await says(user, 'The server can’t be reached right now.')
  })
})
