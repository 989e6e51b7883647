import { afterEach, describe, expect, it, vi } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { until } from '#tests/support/wait.ts'
import { breakStorage, refuseDoses } from './support/broken-storage.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

afterEach(() => vi.restoreAllMocks())

/** Creates a user with one medication in the account and another that has not reached it. */
async function withUnsent(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, [{ name: 'Metformin', minutes: [60] }])
  await user.page.getByText('Metformin').first().waitFor()
  await user.saved()
  await user.offline()
  await user.addMedication({ name: 'Ramipril', times: '9 pm', ongoing: true })
  await until(async () => (await user.outbox()).waiting === 1)
  return user
}

describe('a local database that does not open', () => {
  it('is started afresh after naming what is lost; all else comes back from the account', async () => {
    const bob = await withUnsent()
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    breakStorage(bob, { of: 'person', how: 'UnknownError', untilDeleted: true })
    await bob.open('/medications')
    const { page } = bob
    await page.getByText('When Dosewell was last open here, 1 change had not reached your account.').waitFor()
    await page.getByRole('button', { name: 'Start over on this device' }).click()
    const question = bob.dialog('Start over on this device?')
    await question.getByText(/1 change that has not reached your account is lost\./).waitFor()
    await question.getByRole('button', { name: 'Start over' }).click()
    await question.waitFor({ state: 'detached' })
    await bob.online()
    await page.getByText('Metformin').first().waitFor()
    // Dexie tries again by itself.
    expect(warned).toHaveBeenCalledWith('Dexie: Workaround for Chrome UnknownError on open()')
    expect(await bob.outbox()).toEqual({ waiting: 0, attention: 0 })
    expect((await bob.medicationsOnServer()).map(({ name }) => name)).toEqual(['Metformin'])
  })

  it('is signed out of too, which leaves nothing of the person here', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    breakStorage(cleo, { of: 'person', how: 'QuotaExceededError' })
    await cleo.open('/')
    const { page } = cleo
    await page.getByRole('heading', { name: 'This device’s storage is full' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await cleo.dialog('Sign out of this device?').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Login' }).waitFor()
    const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).join())
    await until(async () => (await left()) === 'dosewell-device', { what: 'a device without the person' })
  })
})

it('a device store that does not open says so before anybody is known, and opens when it is tried again', async () => {
  const dora = await screens.user()
  await dora.signUp()
  const mend = breakStorage(dora, { of: 'device', how: 'UnknownError' })
  await dora.open('/medications')
  const { page } = dora
  await page.getByRole('heading', { name: 'This browser could not open what it has stored' }).waitFor()
  await page.getByRole('button', { name: 'Start over on this device' }).waitFor()
  mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'My Medications' }).waitFor()
})

it('a dose that cannot be saved stands as before the tap, and the page says why; once there is space it is logged', async () => {
  const eva = await screens.user()
  await eva.signUp()
  await planDay(eva, [{ name: 'Ramipril', minutes: [-2] }])
  const taken = eva.page.getByRole('button', { name: 'Taken: Ramipril' })
  await taken.waitFor()
  const mend = refuseDoses(eva)
  await eva.open('/')
  await taken.click()
  await eva.toast('Nothing was saved. Free some space and try again.').waitFor()
  await taken.waitFor()
  expect(await eva.outbox()).toEqual({ waiting: 0, attention: 0 })
  mend()
  await taken.click()
  await eva.toast('Ramipril').waitFor()
  await taken.waitFor({ state: 'detached' })
  await until(async () => (await eva.dosesOnServer()).length === 1)
})
