import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PersonId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { at, sampleId, sampleMedication, samplePerson, sampleUser } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { markSignedOut, rememberUser } from '#src/data/device-store.ts'
import { storePeople } from '#src/data/people-store.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { type TestPage, testPage } from '#src/testing/page.ts'
import { readFirstDay } from './read-day.ts'

const ADA = sampleUser()
const NOW = at('2026-11-20 08:02')

let page: TestPage
beforeEach(async () => {
  page = testPage()
  await rememberUser(ADA)
  const db = createDatabase(ADA.id)
  await db.open()
  await db.medications.put(sampleMedication())
  await db.state.put({ key: 'sync', value: { syncedAt: toInstant(NOW) } as unknown as SyncState })
  db.close()
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['nobody is announced', ''],
  ['their own session has just begun', `signed_in=${ADA.id}`],
])('draws the day of whom this device knows when %s', async (_what, cookie) => {
  page.cookie = cookie
  expect((await readFirstDay(NOW))?.user.id).toBe(ADA.id)
})

it.each([
  ['the session of somebody else has just begun', `theme=dark; signed_in=${sampleId(71)}`],
  ['the server signed somebody out', 'signed_out=somebody'],
])('draws nothing when %s', async (_what, cookie) => {
  page.cookie = cookie
  expect(await readFirstDay(NOW)).toBeNull()
})

it('draws nothing where this device knows several people: the app shows everyone first', async () => {
  const self = { ...samplePerson(), id: ADA.id as string as PersonId, isSelf: true }
  await storePeople(ADA.id, [self])
  expect((await readFirstDay(NOW))?.user.id).toBe(ADA.id)
  await storePeople(ADA.id, [self, samplePerson()])
  expect(await readFirstDay(NOW)).toBeNull()
})

it('draws nothing of a person who is signing out', async () => {
  await markSignedOut(ADA.id)
  expect(await readFirstDay(NOW)).toBeNull()
})
