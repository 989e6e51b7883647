import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { clearSignedOut, markSignedOut, rememberUser } from '#src/data/device-store.ts'
import { ownData } from '#src/platform/whose.ts'
import { testPage } from '#src/testing/page.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { isStillThere, openDatabase } from './open-database.ts'

let users = 4000
let user: UserId
const heard: string[] = []
let db: DosewellDatabase | null = null
let end = () => {}

beforeEach(async () => {
  testPage()
  users += 1
  user = sampleId<UserId>(users)
  heard.length = 0
  db = null
  await rememberUser(sampleUser({ id: user }))
  await clearSignedOut()
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(): void {
  end = openDatabase(ownData(user), {
    onOpened: (opened) => {
      db = opened.db
      heard.push('opened')
    },
    onTrouble: (trouble) => heard.push(trouble),
    onFault: (fault) => heard.push(`fault: ${fault}`),
    onSignedOut: () => heard.push('signed out'),
  })
}

const hear = (what: string[]) => vi.waitFor(() => expect(heard).toEqual(what), PATIENTLY)

/** Makes the next opens of a user's database end this way; the device store's are unaffected. */
function failOpens(fail: (request: IDBOpenDBRequest) => void): void {
  const { open: really } = IDBFactory.prototype
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name, version) {
    if (name !== databaseName(user)) return really.call(this, name, version)
    const request = Object.assign(new EventTarget(), { error: null }) as unknown as IDBOpenDBRequest
    setTimeout(() => fail(request))
    return request
  })
}

const failWith = (name: string) => (request: IDBOpenDBRequest) => {
  Object.assign(request, { error: new DOMException('Internal error opening backing store.', name) })
  const event = { target: request, preventDefault: () => {}, stopPropagation: () => {} }
  request.onerror?.call(request, event as unknown as Event)
}

describe('a local database that does not open', () => {
  it.each([
    ['UnknownError', 'failed'],
    ['InvalidStateError', 'failed'],
    ['QuotaExceededError', 'full'],
    ['AbortError', 'damaged'],
    ['SecurityError', 'unavailable'],
  ])('%s says so, and it opens once the browser lets it', async (name, fault) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    failOpens(failWith(name))
    open()
    await hear([`fault: ${fault}`])
    end()
    vi.restoreAllMocks()
    open()
    await hear([`fault: ${fault}`, 'opened'])
  })

  it('is not to be had where there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { indexedDB: known } = Dexie.dependencies
    Object.assign(Dexie.dependencies, { indexedDB: undefined })
    open()
    Object.assign(Dexie.dependencies, { indexedDB: known })
    await hear(['fault: unavailable'])
  })

  it('is not to be had where its very name is refused', async () => {
    const really = indexedDB
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get: () => {
        throw new DOMException('Denied.', 'SecurityError')
      },
    })
    open()
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: really })
    await hear(['fault: unavailable'])
  })

  it('that does not answer says that it is slow, and opens when it does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { open: really } = IDBFactory.prototype
    const waiting: (() => void)[] = []
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name, version) {
      if (name !== databaseName(user)) return really.call(this, name, version)
      const held = new EventTarget() as IDBOpenDBRequest
      waiting.push(() => {
        const request = really.call(this, name, version)
        for (const event of ['onsuccess', 'onerror', 'onupgradeneeded'] as const)
          request[event] = (happened: Event) => {
            Object.defineProperties(held, {
              result: { configurable: true, get: () => request.result },
              transaction: { configurable: true, get: () => request.transaction },
            })
            ;(held[event] as ((event: Event) => void) | null)?.(happened)
          }
      })
      return held
    })
    open()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toEqual(['fault: slow'])
    vi.useRealTimers()
    for (const go of waiting) go()
    await hear(['fault: slow', 'opened'])
  })

  it('whose upgrade fails on a row that it cannot understand is damaged, and everything stays in it', async () => {
    const old = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(databaseName(user), 30)
      request.onupgradeneeded = () => {
        const made = request.result
        for (const store of ['medications', 'medicationBase', 'doseEvents', 'deletions'])
          made.createObjectStore(store, { keyPath: 'id' })
        for (const store of ['acknowledged', 'rings', 'state']) made.createObjectStore(store, { keyPath: 'key' })
        for (const store of ['outbox', 'giveBack'])
          made.createObjectStore(store, { keyPath: 'position', autoIncrement: true })
        // No version wrote a state without a value.
        request.transaction?.objectStore('state').add({ key: 'sync' })
        request.transaction?.objectStore('outbox').add({ key: 'typed' })
      }
      request.onsuccess = () => resolve(request.result)
    })
    old.close()
    open()
    await hear(['fault: damaged'])
    const kept = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(databaseName(user))
      request.onsuccess = () => resolve(request.result)
    })
    expect(kept.version).toBe(30)
    kept.close()
  })

  it('whose profile cannot be read is damaged', async () => {
    const made = createDatabase(user)
    await made.open()
    made.close()
    const { get } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      if (key === 'profile') throw new DOMException('Failed to read large IndexedDB value', 'DataError')
      return get.call(this, key)
    })
    open()
    await hear(['fault: damaged'])
  })
})

describe('a local database that is closed under the page', () => {
  it('is a fault when the browser did it, and none when the page did', async () => {
    open()
    await hear(['opened'])
    const connection = db?.backendDB()
    connection?.onclose?.call(connection, new Event('close'))
    await hear(['opened', 'fault: closed'])
    expect(await isStillThere(user)).toBe(true)
    end()
    open()
    await hear(['opened', 'fault: closed', 'opened'])
    end()
    expect(heard).toHaveLength(3)
  })

  it('is a sign-out when that was noted, and a fault when somebody started afresh in another tab', async () => {
    open()
    await hear(['opened'])
    indexedDB.deleteDatabase(databaseName(user))
    await hear(['opened', 'fault: closed'])
    expect(await isStillThere(user)).toBe(false)
    end()
    open()
    await hear(['opened', 'fault: closed', 'opened'])
    await markSignedOut(user)
    indexedDB.deleteDatabase(databaseName(user))
    await hear(['opened', 'fault: closed', 'opened', 'signed out'])
  })
})
