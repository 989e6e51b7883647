import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { pendingDeletions, readKnownUser, readSignedOut, rememberUser } from '#src/data/device-store.ts'
import { testPage } from '#src/testing/page.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { rememberedUnsent, rememberUnsent } from './remembered-unsent.ts'
import { deleteAllHere, deleteDatabaseOf } from './start-afresh.ts'

const ADA = sampleUser()
const GWEN = sampleId<UserId>(71)

beforeEach(async () => {
  testPage()
  await rememberUser(ADA)
  for (const user of [ADA.id, GWEN]) {
    const db = createDatabase(user)
    await db.open()
    db.close()
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const here = async () => (await indexedDB.databases()).map(({ name }) => name)

it('deletes the database of who starts afresh and nothing else: they stay signed in', async () => {
  rememberUnsent(3)
  expect(await deleteDatabaseOf(ADA.id)).toBe(true)
  const left = await here()
  expect(left).not.toContain(databaseName(ADA.id))
  expect(left).toContain(databaseName(GWEN))
  expect([(await readKnownUser())?.id, await readSignedOut(), await pendingDeletions()]).toEqual([ADA.id, null, []])
  expect(rememberedUnsent()).toBe(0)
})

it('says when another tab holds the database, which a later start deletes; what was unsent is remembered until then', async () => {
  rememberUnsent(3)
  const held = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(databaseName(ADA.id))
    request.onsuccess = () => resolve(request.result)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const deleting = deleteDatabaseOf(ADA.id)
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(await Promise.race([deleting, null])).toBe(false)
  }, PATIENTLY)
  expect(await pendingDeletions()).toContain(ADA.id)
  expect(rememberedUnsent()).toBe(3)
  held.close()
})

it('deletes everybody’s where nobody knows who is here, and nothing of other apps', async () => {
  const other = indexedDB.open('somebody-elses')
  await new Promise((resolve) => {
    other.onsuccess = resolve
  })
  other.result.close()
  vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([{ name: databaseName(GWEN) }, { name: 'somebody-elses' }])
  const deleted = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    const request = {} as IDBOpenDBRequest
    queueMicrotask(() => request.onsuccess?.(new Event('success')))
    return request
  })
  expect(await deleteAllHere()).toBe(true)
  expect(deleted.mock.calls.flat().sort()).toEqual([databaseName(GWEN), 'dosewell-device'].sort())
})

it('is not done where the browser refuses', async () => {
  vi.spyOn(indexedDB, 'databases').mockRejectedValueOnce(new DOMException('Denied.', 'SecurityError'))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await deleteAllHere()).toBe(false)
})
