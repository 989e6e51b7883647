import type { Page } from 'playwright-core'
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

  it('S10.3 an older tab that does not let go is named; once it is closed the page goes on by itself', async () => {
    const bob = await screens.user({ expected: [/favicon\.ico/] })
    await bob.signUp()
    await planDay(bob, [{ name: 'Metformin', minutes: [-2] }])
    await bob.saved()
    const { page } = bob
    await page.goto('about:blank')
    // An address without the app, which would open the database too.
    const older = await bob.newTab('/api/health/live')
    await holdOldDatabase(older)
    await page.goto(`${bob.url}/`)
    const blocked = page.getByRole('heading', { name: 'Dosewell is open in another tab' })
    await blocked.waitFor()
    await older.close()
    await blocked.waitFor({ state: 'detached' })
    await page.getByText('Metformin').first().waitFor()
  })
})

/** Opens an empty database of version 1 in another tab of the same browser, and never makes way. */
const holdOldDatabase = (page: Page): Promise<void> => page.evaluate(replaceByVersionOne)

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

/** Runs in the page. */
async function replaceByVersionOne(): Promise<void> {
  const known = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = known.find((one) => /^dosewell-[0-9a-f]{8}-/.test(one)) ?? ''
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.onsuccess = resolve
    deleting.onerror = reject
  })
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 10)
    opening.onupgradeneeded = () => {
      const db = opening.result
      for (const store of ['medications', 'medicationBase', 'doseEvents'])
        db.createObjectStore(store, { keyPath: 'id' })
      const outbox = db.createObjectStore('outbox', { keyPath: 'position', autoIncrement: true })
      outbox.createIndex('key', 'key', { unique: true })
      for (const store of ['acknowledged', 'rings', 'state']) db.createObjectStore(store, { keyPath: 'key' })
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = reject
  })
  // Referenced so that the garbage collector does not close it.
  Object.assign(window, { opened })
}
