import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
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
  await user.open('/medications?add=1')
  // The form is not on the device before the worker is.
  await user.dialog('Add Medication').waitFor()
  await user.offline()
  await submitMedication(user.page, { name: 'Ramipril', times: '9 pm', ongoing: true })
  await until(async () => (await user.outbox()).waiting === 1)
  return user
}

it('a local database that does not open says so without a word of health, what is unsent, and saves that as a file; tried again it opens', async () => {
  const ann = await withUnsent()
  await ann.closeTabs()
  await breakStorage(ann)
  await ann.online()
  await ann.newTab('/medications')
  const { page } = ann
  const title = page.getByRole('heading', { name: 'This browser could not open what it has stored' })
  await title.waitFor()
  await page.getByText('1 change on this device has not reached your account.').waitFor()
  const problems = await checkScreen(page, 'a database that does not open')
  expect(await page.locator('body').textContent()).not.toMatch(/Metformin|Ramipril/)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save it as a file' }).click(),
  ])
  const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(saved.outbox).toMatchObject([{ command: { name: 'medication.add', args: { name: 'Ramipril' } } }])

  await page.getByRole('button', { name: 'Start over on this device' }).click()
  await ann.dialog('Start over on this device?').waitFor()
  problems.push(...(await checkScreen(page, 'the question before starting afresh')))
  expect(problems).toEqual([])
  await page.keyboard.press('Escape')

  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await tryAgain.waitFor()
  await title.waitFor()
  await mendStorage(ann)
  await tryAgain.click()
  await page.getByRole('heading', { name: 'My Medications' }).waitFor()
  await page.getByText('Ramipril').first().waitFor()
  await until(async () => (await ann.medicationsOnServer()).length === 2, { what: 'the unsent change' })
})

it('S10.3 storage that is cleared under an open form is a sentence; what was typed stays, and is saved once it is open again; a page whose database a newer tab took over says so above an open form; older pages ask for the update', async () => {
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
  expect(await checkScreen(page, 'the form whose storage was closed')).toEqual([])
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

  await eli.saved()
  await eli.workerReady()
  await eli.open('/medications?add=1')
  const half = eli.dialog('Add Medication').getByLabel('Name', { exact: true })
  await half.fill('Half a name')
  // A live query of this page may still ask the database that it has just released.
  eli.expectComplaint(/DatabaseClosed/)
  const rows = await page.evaluate(upgradeDatabase, 990)
  expect(rows).toBeGreaterThan(0)

  const upgraded = page.getByRole('alert').filter({ hasText: 'Dosewell was updated in another tab' })
  await upgraded.waitFor()
  expect(await half.inputValue()).toBe('Half a name')
  await Promise.all([page.waitForEvent('load'), upgraded.getByRole('button', { name: 'Reload' }).click()])

  await page.getByRole('heading', { name: 'This page is an older version of Dosewell' }).waitFor()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()])
  await page.getByRole('heading', { name: 'This page is an older version of Dosewell' }).waitFor()
  expect(await page.evaluate(upgradeDatabase, 990)).toBe(rows)
})

/**
 * Runs in the page: leaves the user's database as a newer version of the app would. Returns its number of medications.
 */
async function upgradeDatabase(version: number): Promise<number> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const known = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = known.find((one) => /^dosewell-[0-9a-f]{8}-/.test(one)) ?? ''
  const db = await done(indexedDB.open(name, version))
  const count = await done(db.transaction('medications').objectStore('medications').count())
  db.close()
  return count
}
