import { describe, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

describe('two versions of the app on one device', () => {
  it('S10.3 an older tab that does not let go is named; once it is closed the page goes on by itself', async () => {
    const bob = await screens.user()
    await bob.signUp()
    await planDay(bob, [{ name: 'Metformin', minutes: [-2] }])
    await bob.saved()
    await bob.closeTabs()
    const older = await replaceByVersionOne(bob.device.indexedDB)
    const page = await bob.newTab('/')
    const blocked = page.getByRole('heading', { name: 'Dosewell is open in another tab' })
    await blocked.waitFor()
    older.close()
    await blocked.waitFor({ state: 'detached' })
    await page.getByText('Metformin').first().waitFor()
  })
})

/** Returns a connection to an empty database of version 1, as a tab of that version has it; it never makes way. */
async function replaceByVersionOne(indexedDB: IDBFactory): Promise<IDBDatabase> {
  const done = <T>(request: IDBRequest<T>, onupgradeneeded: (db: T) => void = () => {}): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
      Object.assign(request, { onupgradeneeded: () => onupgradeneeded(request.result) })
    })
  const known = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = known.find((one) => /^dosewell-[0-9a-f]{8}-/.test(one)) ?? ''
  await done(indexedDB.deleteDatabase(name))
  return done(indexedDB.open(name, 10), (db) => {
    for (const store of ['medications', 'medicationBase', 'doseEvents']) db.createObjectStore(store, { keyPath: 'id' })
    const outbox = db.createObjectStore('outbox', { keyPath: 'position', autoIncrement: true })
    outbox.createIndex('key', 'key', { unique: true })
    for (const store of ['acknowledged', 'rings', 'state']) db.createObjectStore(store, { keyPath: 'key' })
  })
}
