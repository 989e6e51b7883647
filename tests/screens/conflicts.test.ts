import { describe, expect, it } from 'vitest'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { newAddress } from './support/user.ts'

const screens = setUpScreens()

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const button = (user: User, name: string) => user.page.getByRole('button', { name })
const taken = (user: User, name: string) => button(user, `Taken: ${name}`)
const question = (user: User, title: string) => user.page.locator('.conflict').filter({ hasText: title })

/** Opens the same account on a phone and a computer, both on the home screen. */
async function twoDevices(email = newAddress()): Promise<[User, User]> {
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

  it('S4.5 and called two doses on both, still apart, is two doses: one of the plan, one beside it, no third', async () => {
    const [phone, computer] = await twoDevices()
    await apartWith('Warfarin', [phone, computer])
    for (const device of [phone, computer]) await press(device, 'Warfarin', 'Taken: ')
    await together([phone, computer])
    for (const device of [phone, computer]) {
      await question(device, 'Warfarin was logged twice').waitFor()
      await device.offline()
    }
    for (const device of [phone, computer]) {
      await button(device, 'I took two doses').click()
      await device.toast('Warfarin counts as two doses').waitFor()
    }
    await together([phone, computer])
    expect(kinds(await phone.dosesOnServer())).toEqual(['taken', 'taken', 'taken beside the plan', 'undone', 'undone'])
    for (const device of [phone, computer]) {
      expect(await device.outbox()).toEqual({ waiting: 0, attention: 0 })
      await device.open('/history')
      await device.page.getByText('Not planned').waitFor()
      expect(await device.page.getByText('Not planned').count()).toBe(1)
      expect(await device.page.getByText('Logged twice').count()).toBe(0)
    }
  })

  it('on three devices is asked about once for all of them', async () => {
    const email = newAddress()
    const [phone, computer] = await twoDevices(email)
    const third = await screens.user()
    await third.signIn(email)
    await apartWith('Lisinopril', [phone, computer, third])
    for (const device of [phone, computer, third]) await press(device, 'Lisinopril', 'Taken: ')
    await together([phone, computer, third])
    await question(third, 'Lisinopril was logged 3 times').getByText('One dose or 3?').waitFor()
    await phone.page.getByRole('link', { name: /Taken.*Lisinopril/ }).click()
    await phone.dialog('Lisinopril').getByRole('button', { name: 'Undo all' }).waitFor()
    await phone.page.keyboard.press('Escape')
    await button(third, 'It was one dose').click()
    for (const device of [phone, computer, third]) {
      await device.page.locator('.conflict').waitFor({ state: 'detached' })
      await device.page.getByRole('link', { name: /Taken.*Lisinopril/ }).waitFor()
    }
    await third.saved()
    expect(kinds(await phone.dosesOnServer())).toEqual(['taken', 'taken', 'taken', 'undone', 'undone'])
  })

  it('but knowingly, after "Log another dose?", is a dose beside the plan and no question', async () => {
    const [phone, computer] = await twoDevices()
    await planDay(phone, [{ name: 'Codeine', minutes: [-20] }])
    await computer.page.getByRole('link', { name: /^Codeine/ }).click()
    const sheet = computer.dialog('Codeine')
    await sheet.getByRole('button', { name: /^Taken at/ }).waitFor()
    await press(phone, 'Codeine', 'Taken: ')
    await sheet.getByText('Logged in the meantime.').waitFor()
    await sheet.getByRole('button', { name: /^Taken at/ }).click()
    await computer.dialog('Log another dose?').getByRole('button', { name: 'Log another dose' }).click()
    await until(async () => (await phone.dosesOnServer()).length === 2)
    expect(kinds(await phone.dosesOnServer())).toEqual(['taken', 'taken beside the plan'])
    await phone.page.getByText('Taken, not planned').waitFor()
    for (const device of [phone, computer]) expect(await device.page.locator('.conflict').count()).toBe(0)
  })

  it('as taken here and as skipped there asks which one holds, in the history and its sheet too', async () => {
    const [phone, computer] = await twoDevices()
    await apartWith('Ramipril', [phone, computer])
    await press(phone, 'Ramipril', 'Taken: ')
    await press(computer, 'Ramipril', 'Skip ')
    await together([phone, computer])
    const title = 'Ramipril was logged as taken and as skipped'
    await question(phone, title).getByText('Which one holds?').waitFor()
    await computer.open('/history')
    const row = computer.page.getByRole('listitem').getByRole('link', { name: /Ramipril/ })
    await row.getByText('Logged as taken and as skipped').waitFor()
    await row.getByText(/^Taken .* on Chrome on Android$/).waitFor()
    await row.getByText(/^Skipped .* on this computer$/).waitFor()
    await row.click()
    const sheet = computer.dialog('Ramipril')
    await sheet.getByText('Which one holds?', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'It was skipped' }).click()
    await computer.toast('Ramipril stays as skipped').waitFor()
    await sheet.getByText('Which one holds?').waitFor({ state: 'detached' })
    await question(phone, title).waitFor({ state: 'detached' })
    await phone.page.getByRole('link', { name: /Skipped.*Ramipril/ }).waitFor()
  })

  it('S4.5 answered in opposite ways on both, still apart, stays settled and is not asked again', async () => {
    const [phone, computer] = await twoDevices()
    await apartWith('Bisoprolol', [phone, computer])
    await press(phone, 'Bisoprolol', 'Taken: ')
    await press(computer, 'Bisoprolol', 'Skip ')
    await together([phone, computer])
    for (const device of [phone, computer]) {
      await question(device, 'Bisoprolol was logged').waitFor()
      await device.offline()
    }
    await button(phone, 'It was taken').click()
    await phone.toast('Bisoprolol stays as taken').waitFor()
    await button(computer, 'It was skipped').click()
    await computer.toast('Bisoprolol stays as skipped').waitFor()
    await together([phone, computer])
    for (const device of [phone, computer]) {
      await device.page.getByRole('link', { name: /Skipped.*Bisoprolol/ }).waitFor()
      expect(await device.page.locator('.conflict').count()).toBe(0)
    }
  })

  it('skipped there while its sheet is open here says so, and taking it after that corrects the skip', async () => {
    const [phone, computer] = await twoDevices()
    await planDay(phone, [{ name: 'Sertraline', minutes: [-20] }])
    await computer.page.getByRole('link', { name: /^Sertraline/ }).click()
    const sheet = computer.dialog('Sertraline')
    await sheet.getByRole('button', { name: /^Taken at/ }).waitFor()
    await press(phone, 'Sertraline', 'Skip ')
    await sheet.getByText(/^Skipped at .* on Chrome on Android\.$/).waitFor()
    await sheet.getByRole('button', { name: /^Taken at/ }).click()
    await computer.toast(/^Sertraline taken at/).waitFor()
    await computer.saved()
    expect(kinds(await phone.dosesOnServer())).toEqual(['skipped', 'taken', 'undone'])
    await phone.page.getByRole('link', { name: /Taken.*Sertraline/ }).waitFor()
    for (const device of [phone, computer]) expect(await device.page.locator('.conflict').count()).toBe(0)
  })

  it('taken there while its sheet is open here is not skipped unasked, and a skip after the question corrects it', async () => {
    const [phone, computer] = await twoDevices()
    await planDay(phone, [{ name: 'Doxepin', minutes: [-20] }])
    await computer.page.getByRole('link', { name: /^Doxepin/ }).click()
    const sheet = computer.dialog('Doxepin')
    await sheet.getByRole('button', { name: /^Taken at/ }).waitFor()
    await press(phone, 'Doxepin', 'Taken: ')
    await sheet.getByText(/^Taken at .* on Chrome on Android\.$/).waitFor()
    await sheet.getByRole('button', { name: 'Skip' }).click()
    const asked = computer.dialog('Skip it instead?')
    await asked.getByText(/^Doxepin was logged as taken at .* Skipping takes that back\.$/).waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(kinds(await phone.dosesOnServer())).toEqual(['taken'])
    await sheet.getByRole('button', { name: 'Skip' }).click()
    await asked.getByRole('button', { name: 'Skip it instead' }).click()
    await computer.toast('Doxepin skipped').waitFor()
    await computer.saved()
    expect(kinds(await phone.dosesOnServer())).toEqual(['skipped', 'taken', 'undone'])
    await phone.page.getByRole('link', { name: /Skipped.*Doxepin/ }).waitFor()
    for (const device of [phone, computer]) expect(await device.page.locator('.conflict').count()).toBe(0)
  })
})
