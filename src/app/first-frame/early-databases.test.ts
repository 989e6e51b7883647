import { readFileSync } from 'node:fs'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleUser } from '#domain/testing/samples.ts'
import { DEVICE_STORE, databaseName } from '#src/data/database-names.ts'
import { testPage } from '#src/testing/page.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { closeEarly, takeEarly } from './early-databases.ts'

const SCRIPT = readFileSync('public/before-paint.js', 'utf8')
const ADA = sampleUser()
const OF_ADA = databaseName(ADA.id)

/** Runs the script at the address, in a document without the app where that is said. */
function runAt(pathname: string, dataset: Record<string, string> = {}): void {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { documentElement: { dataset }, querySelectorAll: () => [] }),
  )
  new Function(SCRIPT)()
}

/** Makes a database with this store, and puts the value into it. */
const make = (name: string, store: string, value: unknown, key: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => void request.result.createObjectStore(store).put(value, key)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })

/** Makes the device know Ada, with a database. */
async function knowAda(): Promise<void> {
  await make(DEVICE_STORE.database, DEVICE_STORE.store, ADA, 'user')
  await make(OF_ADA, 'state', {}, 'sync')
}

/** Returns the database once it was opened ahead. */
const openedAhead = (name: string) =>
  vi.waitFor(() => expect(globalThis.earlyDatabases?.has(name)).toBe(true), PATIENTLY)

/** Deletes the database; rejects while somebody has it open. */
const erased = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onblocked = () => reject(new Error(`${name} is open`))
  })

beforeEach(() => {
  testPage()
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  closeEarly()
  vi.unstubAllGlobals()
})

it('on home the device store and the database of whom it knows are opened ahead, under the names the app uses', async () => {
  await knowAda()
  runAt('/')
  await openedAhead(OF_ADA)
  const databases = await Promise.all([DEVICE_STORE.database, OF_ADA].map(takeEarly))
  expect(databases.map((one) => one?.name)).toEqual([DEVICE_STORE.database, OF_ADA])
  for (const one of databases) one?.close()
  expect(await takeEarly(OF_ADA)).toBeNull()
})

it('where there is no database none is made', async () => {
  runAt('/')
  expect(await takeEarly(DEVICE_STORE.database)).toBeNull()
  expect(await indexedDB.databases()).toEqual([])
})

it.each([
  ['another page', '/medications', {}],
  ['a page without the app', '/', { dark: 'Dark' }],
])('on %s none is opened', async (_what, pathname, dataset) => {
  await knowAda()
  runAt(pathname, dataset)
  expect(globalThis.earlyDatabases).toBeUndefined()
  expect(document.documentElement.dataset.theme).toBe('light')
})

it('where storage is refused the page has its theme all the same', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  runAt('/')
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(await takeEarly(DEVICE_STORE.database)).toBeNull()
})

it('what nobody has taken is closed, and lets an upgrade or a sign-out through even before', async () => {
  await knowAda()
  runAt('/')
  await openedAhead(OF_ADA)
  await erased(OF_ADA)
  closeEarly()
  expect(globalThis.earlyDatabases).toBeUndefined()
  await erased(DEVICE_STORE.database)
})

it('nothing more is opened once the page has its day', async () => {
  await knowAda()
  runAt('/')
  closeEarly()
  const open = vi.spyOn(indexedDB, 'open')
  // Whom the device knows has been read by the time that this comes after it.
  await make(DEVICE_STORE.database, DEVICE_STORE.store, ADA, 'user')
  expect(open.mock.calls).toEqual([[DEVICE_STORE.database]])
})
