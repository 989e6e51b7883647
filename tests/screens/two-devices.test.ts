import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { newAddress } from './support/user.ts'

const screens = setUpScreens()

const HOME = 'Welcome to Your Medication Dashboard'
const taken = (user: User, name: string) => user.page.getByRole('button', { name: `Taken: ${name}` })

/** Opens the same account on two devices, both on the home screen. */
async function twoDevices(): Promise<[User, User]> {
  const email = newAddress()
  const a = await screens.user()
  await a.signUp(email)
  const b = await screens.user()
  await b.signIn(email)
  return [a, b]
}

describe('two devices of one person', () => {
  it('a change on one is on the screen of the other without a reload', async () => {
    const [phone, tablet] = await twoDevices()
    const names = ['Amlodipine', 'Bisoprolol', 'Candesartan']
    await planDay(
      phone,
      names.map((name, index) => ({ name, minutes: [-15 - 3 * index] })),
    )
    for (const name of names) {
      await taken(tablet, name).waitFor()
      await taken(phone, name).click()
      await taken(tablet, name).waitFor({ state: 'hidden', timeout: 5000 })
    }
    expect(await phone.dosesOnServer()).toHaveLength(names.length)
  })

  it('a medication added on one is in the list of the other, and one deleted there goes here', async () => {
    const [phone, tablet] = await twoDevices()
    await tablet.open('/medications')
    await phone.addMedication({ name: 'Metformin', dosage: '500 mg', times: '8 am', ongoing: true })
    await tablet.page.getByRole('heading', { name: 'Metformin' }).waitFor({ timeout: 5000 })
    await phone.open('/medications')
    await tablet.page.getByRole('button', { name: 'Delete Metformin' }).click()
    await tablet.dialog('Delete Medication?').getByRole('button', { name: 'Delete' }).click()
    await phone.page.getByRole('heading', { name: 'Metformin' }).waitFor({ state: 'hidden', timeout: 5000 })
  })

  it('signing out on one leaves the other signed in', async () => {
    const [phone, tablet] = await twoDevices()
    await planDay(phone, [{ name: 'Ramipril', minutes: [-20] }])
    await taken(phone, 'Ramipril').waitFor()
    await phone.page.getByRole('button', { name: 'Log out' }).click()
    await phone.page.getByRole('link', { name: 'Login' }).waitFor()
    await tablet.page.reload()
    await tablet.page.getByRole('heading', { name: HOME }).waitFor()
    await taken(tablet, 'Ramipril').click()
    await tablet.saved()
    expect(await tablet.dosesOnServer()).toHaveLength(1)
  })
})
