import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId, sampleUser } from '#domain/testing/samples.ts'
import { databaseName } from '#src/data/database-names.ts'
import {
  addPendingDeletion,
  isLogoutPending,
  pendingDeletions,
  readKnownUser,
  readSignedOut,
  rememberUser,
  setLogoutPending,
} from '#src/data/device-store.ts'
import { keepDatabase } from '#src/data/keep-database.ts'
import { deletePending } from '#src/data/pending-deletion.ts'
import { drainLockName } from '#src/platform/drain-lock.ts'
import { withLock } from '#src/platform/locks.ts'
import { type TestPage, testPage } from '#src/testing/page.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { useAuth } from './auth.ts'
import { signOutHere, wipeTraces, wipeUser } from './sign-out.ts'
import { startAuth } from './start-auth.ts'

const ADA = sampleUser()
const GWEN = sampleUser({ id: sampleId<UserId>(71), email: 'gwen@example.org' })

let page: TestPage
beforeEach(async () => {
  page = testPage()
  page.network = async () => new Response('', { status: 401 })
  useAuth.setState({ status: 'loading', user: null })
  await setLogoutPending(false)
  await rememberUser(ADA)
  vi.stubGlobal('location', { assign: vi.fn() })
  vi.stubGlobal('reportError', vi.fn())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A frozen tab: it holds the database open and reacts to no event. */
async function holdingTab(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName(ADA.id))
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve(opening.result)
  })
}

it('a tab that holds the database does not hold up the sign-out; the next start finishes it', async () => {
  const held = await holdingTab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const wiping = wipeUser(ADA.id)
  let isOver = false
  void wiping.then(() => {
    isOver = true
  })
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(isOver).toBe(true)
  }, PATIENTLY)
  vi.useRealTimers()
  expect(await readKnownUser()).toBeNull()
  expect(await readSignedOut(), 'the mark keeps every writer away').toBe(ADA.id)

  held.close()
  await startAuth()
  await vi.waitFor(async () => expect(await readSignedOut()).toBeNull(), PATIENTLY)
  expect(await Dexie.exists(databaseName(ADA.id))).toBe(false)
})

it('a database that is free is gone, and so is the mark, when the sign-out is over', async () => {
  ;(await holdingTab()).close()
  await wipeUser(ADA.id)
  expect(await Dexie.exists(databaseName(ADA.id))).toBe(false)
  expect(await readSignedOut()).toBeNull()
})

it('one that is cut off is finished by the next start, before anybody is shown', async () => {
  ;(await holdingTab()).close()
  page.sessionStorage.set('draft', 'Secretine')
  const drained = Promise.withResolvers<void>()
  void navigator.locks.request(drainLockName(ADA.id), () => drained.promise)
  const leaving = signOutHere(ADA.id)
  await vi.waitFor(async () => expect(await isLogoutPending(), 'before the wipe').toBe(true), PATIENTLY)
  expect(await readKnownUser()).toBeNull()
  expect(page.sessionStorage.size, 'not wiped yet').toBe(1)

  page.network = () => Promise.reject(new TypeError('Failed to fetch'))
  await startAuth()
  expect(useAuth.getState().status).toBe('signed-out')
  expect(page.sessionStorage.size).toBe(0)
  expect(await Dexie.exists(databaseName(ADA.id))).toBe(false)
  expect(await readSignedOut()).toBeNull()

  drained.resolve()
  await leaving
})

it('a database that cannot be deleted is tried once, stays owed, and keeps nobody from the server', async () => {
  ;(await holdingTab()).close()
  const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  await signOutHere(ADA.id)
  expect(deleting).toHaveBeenCalledTimes(1)
  expect(location.assign).toHaveBeenCalledWith('/api/logout')
  expect(await pendingDeletions()).toEqual([ADA.id])
  deleting.mockRestore()
  await deletePending(ADA.id, withLock)
  expect(await pendingDeletions()).toEqual([])
})

describe('a tab that holds the database of somebody who has left', () => {
  let held: IDBDatabase
  beforeEach(async () => {
    held = await holdingTab()
    await wipeTraces(ADA.id)
  })
  afterEach(async () => {
    held.close()
    await vi.waitFor(async () => expect(await deletePending(ADA.id, withLock)).toBe(true), PATIENTLY)
  })

  it('keeps no start waiting, and the next person keeps everything', async () => {
    await rememberUser(GWEN)
    page.localStorage.set('notifications-enabled', '1')
    page.network = async () => new Response(JSON.stringify(GWEN), { headers: { 'content-type': 'application/json' } })
    // No time passes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await startAuth()
    vi.useRealTimers()
    expect(useAuth.getState().user).toEqual(GWEN)
    expect(await readKnownUser()).toEqual(GWEN)
    expect(page.localStorage.size).toBe(1)
  })

  it('is asked by one tab only', async () => {
    const deleting = vi.spyOn(indexedDB, 'deleteDatabase')
    const tabs = [deletePending(ADA.id, withLock), deletePending(ADA.id, withLock), deletePending(ADA.id, withLock)]
    await vi.waitFor(() => expect(deleting).toHaveBeenCalled(), PATIENTLY)
    held.close()
    expect(await Promise.all(tabs)).toEqual([true, true, true])
    expect(deleting).toHaveBeenCalledTimes(1)
  })
})

it('the database of somebody who is back is theirs', async () => {
  const open = await holdingTab()
  await wipeTraces(ADA.id)
  await addPendingDeletion(GWEN.id)
  await keepDatabase(ADA.id)
  expect(await readSignedOut(), 'nobody has signed in').toBe(ADA.id)

  await rememberUser(ADA)
  await keepDatabase(ADA.id)
  expect(await readSignedOut()).toBeNull()
  expect(await pendingDeletions()).toEqual([GWEN.id])
  expect(await deletePending(ADA.id, withLock)).toBe(true)
  expect(await Dexie.exists(databaseName(ADA.id))).toBe(true)
  open.close()
})
