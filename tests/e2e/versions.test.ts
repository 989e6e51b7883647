import { describe, expect, it } from 'vitest'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

describe('two versions of the app on one device', () => {
  it('S10.3 a page whose database a newer tab took over says so above an open form; older pages ask for the update', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await planDay(ann, [{ name: 'Metformin', minutes: [-2] }])
    await ann.saved()
    await ann.workerReady()
    await ann.open('/medications?add=1')
    const name = ann.dialog('Add Medication').getByLabel('Name', { exact: true })
    await name.fill('Half a name')
    // A live query of this page may still ask the database that it has just released.
    ann.expectComplaint(/DatabaseClosed/)
    const rows = await ann.page.evaluate(upgradeDatabase, 990)
    expect(rows).toBeGreaterThan(0)

    const upgraded = ann.page.getByRole('alert').filter({ hasText: 'Dosewell was updated in another tab' })
    await upgraded.waitFor()
    expect(await name.inputValue()).toBe('Half a name')
    await Promise.all([ann.page.waitForEvent('load'), upgraded.getByRole('button', { name: 'Reload' }).click()])

    await ann.page.getByRole('heading', { name: 'This page is an older version of Dosewell' }).waitFor()
    await Promise.all([ann.page.waitForEvent('load'), ann.page.getByRole('button', { name: 'Update' }).click()])
    await ann.page.getByRole('heading', { name: 'This page is an older version of Dosewell' }).waitFor()
    expect(await ann.page.evaluate(upgradeDatabase, 990)).toBe(rows)
  })
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
