import { describe, expect, it } from 'vitest'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const button = (user: User, name: string) => user.page.getByRole('button', { name })
const taken = (user: User, name: string) => button(user, `Taken: ${name}`)
const question = (user: User, title: string) => user.page.locator('.conflict').filter({ hasText: title })

/** Opens the same account on a phone and a computer, both on the home screen. */
async function twoDevices(email = newAddress('two.devices')): Promise<[User, User]> {
  const phone = await screens.user({ context: { userAgent: ANDROID } })
  await phone.signUp(email)
  const computer = await screens.user()
  await computer.signIn(email)
  return [phone, computer]
}

/** Plans one dose for twenty minutes ago, open on all devices, and takes all of them offline. */
async function apartWith(name: string, devices: [User, ...User[]]): Promise<void> {
  await planDay(devices[0], [{ name, minutes: [-20] }])
  for (const device of devices) {
    await taken(device, name).waitFor()
    await device.workerReady()
    await device.offline()
  }
}

async function press(device: User, name: string, act: 'Taken: ' | 'Skip '): Promise<void> {
  await button(device, `${act}${name}`).click()
  await taken(device, name).waitFor({ state: 'hidden' })
}

async function together(devices: User[]): Promise<void> {
  for (const device of devices) await device.online()
  for (const device of devices) await device.saved()
}

const kinds = (events: LoggedDoseEvent[]) =>
  events.map(({ kind, slotId }) => (slotId === null ? `${kind} beside the plan` : kind)).sort()

describe('a dose that was logged on two devices while apart', () => {
  it('S4.4 is asked about on both, with device and time of each; answered on one, the question goes on the other', async () => {
    const [phone, computer] = await twoDevices()
    await apartWith('Digoxin', [phone, computer])
    await press(phone, 'Digoxin', 'Taken: ')
    await press(computer, 'Digoxin', 'Taken: ')
    await together([phone, computer])
    const title = 'Digoxin was logged twice'
    for (const device of [phone, computer]) {
      await question(device, title).getByText('One dose or two?').waitFor()
      expect(await question(device, title).getByRole('listitem').count()).toBe(2)
    }
    await question(phone, title)
      .getByText(/^Taken at \d+:\d\d [AP]M on this phone$/)
      .waitFor()
    await question(phone, title)
      .getByText(/^Taken at \d+:\d\d [AP]M on Chrome on Linux$/)
      .waitFor()
    await question(computer, title)
      .getByText(/^Taken at \d+:\d\d [AP]M on Chrome on Android$/)
      .waitFor()

    await computer.page
      .locator('[aria-live="polite"]')
      .filter({ hasText: `${title}. One dose or two?` })
      .waitFor({ state: 'attached' })

    await button(phone, 'It was one dose').press('Enter')
    await phone.toast('Digoxin counts as one dose').waitFor()
    for (const device of [phone, computer]) await question(device, title).waitFor({ state: 'detached' })
    await until(() => phone.page.evaluate(() => document.activeElement?.localName === 'h1'))
    await phone.saved()
    expect(kinds(await phone.dosesOnServer())).toEqual(['taken', 'taken', 'undone'])

    await phone.toast('Digoxin counts as one dose').getByRole('button', { name: 'Undo' }).click()
    for (const device of [phone, computer]) await question(device, title).waitFor()
  })
})
