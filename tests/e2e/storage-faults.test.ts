import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { breakStorage, mendStorage } from './support/broken-storage.ts'
import { planDay } from './support/day.ts'
import { submitMedication } from './support/medication-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Creates a user with one medication in the account and another that has not reached it. */
async function withUnsent(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await planDay(user, [{ name: 'Metformin', minutes: [60] }])
  await user.page.getByText('Metformin').first().waitFor()
  await user.saved()
  await user.workerReady()
  await user.offline()
  await user.addMedication({ name: 'Ramipril', times: '9 pm', ongoing: true })
  await until(async () => (await user.outbox()).waiting === 1)
  return user
}

describe('a local database that does not open', () => {
  it('says so without a word of health, what is unsent, and saves that as a file; tried again it opens', async () => {
    const ann = await withUnsent()
    await breakStorage(ann)
    await ann.open('/medications')
    const { page } = ann
    const title = page.getByRole('heading', { name: 'This browser could not open what it has stored' })
    await title.waitFor()
    await page.getByText('1 change on this device has not reached your account.').waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/Metformin|Ramipril/)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save it as a file' }).click(),
    ])
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(saved.outbox).toMatchObject([{ command: { name: 'medication.add', args: { name: 'Ramipril' } } }])

    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await tryAgain.click()
    await tryAgain.waitFor()
    await title.waitFor()
    await mendStorage(ann)
    await tryAgain.click()
    await page.getByRole('heading', { name: 'My Medications' }).waitFor()
    await page.getByText('Ramipril').first().waitFor()
    await ann.online()
    await until(async () => (await ann.medicationsOnServer()).length === 2, { what: 'the unsent change' })
  })
})

it('storage that is cleared under an open form is a sentence; what was typed stays, and is saved once it is open again', async () => {
  const eli = await screens.user()
  await eli.signUp()
  await eli.saved()
  await eli.open('/medications?add=1')
  const { page } = eli
  const form = eli.dialog('Add Medication')
  await form.getByLabel('Name', { exact: true }).fill('Perindopril')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: eli.url, storageTypes: 'indexeddb' })

  const notice = page.getByRole('alert').filter({ hasText: 'This device’s storage was closed' })
  await notice.waitFor()
  await submitMedication(page, { name: 'Perindopril', times: '9 pm', ongoing: true })
  const sentence = form.getByText('This device’s storage is not working. Nothing was saved.')
  await sentence.waitFor()
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Perindopril')

  await notice.getByRole('button', { name: 'Open again' }).click()
  await notice.waitFor({ state: 'detached' })
  await until(
    async () => {
      const save = form.getByRole('button', { name: 'Add Medication' })
      // The form closes once it is saved, which may be between the question and the press.
      if (await save.isVisible()) await save.click({ timeout: 1000 }).catch(() => undefined)
      return (await eli.medicationsOnServer()).some(({ name }) => name === 'Perindopril')
    },
    { timeout: 20_000, what: 'the medication on the server' },
  )
})
