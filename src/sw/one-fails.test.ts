import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { at, SYDNEY, sampleId, sampleMedication, samplePerson, sampleUser, times } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { rememberUser } from '#src/data/device-store.ts'
import { storePeople } from '#src/data/people-store.ts'
import { keepReceipt } from '#src/data/push-notes.ts'
import { write } from '#src/data/write.ts'
import { OUTBOX_TAG, REMINDERS_TAG } from '#src/platform/background-sync.ts'
import { addCommand, newMedication, testSource } from '#src/testing/device.ts'

/** It is typed for a worker, and these tests for a page. */
const SCRIPT: string = '#src/sw/handlers.ts'
interface Handlers {
  onPeriodicSync(event: { tag: string }): Promise<void>
  onPush(event: { data: { text(): string } }): Promise<void>
  onSync(event: { tag: string; lastChance: boolean }): Promise<void>
}
const handlers = (): Promise<Handlers> => import(SCRIPT)

let count = 0
let ada: UserId
let shown: string[]
let badge: number | null
/** What was sent to the server, which cannot be reached. */
let sent: string[]
let registered: string[]

/** Ada has a dose at 8:00, and the data of Mia, whom she looks after, cannot be read. It is 8:01. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-20 08:01') })
  shown = []
  badge = null
  sent = []
  registered = []
  const setAppBadge = async (number: number) => {
    badge = number
  }
  vi.stubGlobal('navigator', { userAgent: '', setAppBadge })
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    throw new TypeError('Failed to fetch')
  })
  const registration = {
    getNotifications: async () => [],
    showNotification: async (title: string) => void shown.push(title),
    sync: { register: async (tag: string) => void registered.push(tag) },
  }
  vi.stubGlobal('self', { registration, clients: { matchAll: async () => [] }, location: { origin: 'https://here' } })

  count += 2
  ada = sampleId<UserId>(9200 + count)
  const mia = sampleId<UserId>(9201 + count)
  await rememberUser({ ...sampleUser(), id: ada, timeZone: SYDNEY })
  await storePeople(ada, [{ ...samplePerson(), id: mia as string as PersonId }])
  const db = createDatabase(ada)
  await db.open()
  await db.medications.put(sampleMedication({}, [{ reminderTimes: times('08:00') }]))
  db.close()
  // As a newer version of the app leaves it.
  const newer = new Dexie(databaseName(mia))
  newer.version(99).stores({ moons: 'id' })
  await newer.open()
  newer.close()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Leaves a change of Ada's that has not been sent. */
async function changeSomething(): Promise<void> {
  const source = testSource()
  const db = createDatabase(ada)
  await db.open()
  const added = await write({ db, source, zone: SYDNEY }, [addCommand(newMedication(source, { name: 'Ramipril' }))])
  db.close()
  expect(added.ok).toBe(true)
}

it('R11.8 in the periodic check what fails for one holds up nobody else', async () => {
  await changeSomething()
  const { onPeriodicSync } = await handlers()
  await expect(onPeriodicSync({ tag: REMINDERS_TAG })).rejects.toThrow('newer version')
  expect([shown, badge, sent]).toEqual([['Medication Reminder'], 1, ['/api/medications']])
})

it('R11.8 nor at a push: what waits is delivered all the same', async () => {
  await changeSomething()
  const { onPush } = await handlers()
  const text = JSON.stringify({ title: 'Medication Reminder', body: 'From the server', data: { user: ada } })
  await expect(onPush({ data: { text: () => text } })).rejects.toThrow('newer version')
  expect([badge, sent]).toEqual([1, ['/api/medications']])
})

it('R11.8 nor when the network is back: receipts are sent, and the browser is asked once more for what is left', async () => {
  await changeSomething()
  await keepReceipt('0192f0c1-0000-7000-8000-000000000001')
  const { onSync } = await handlers()
  await expect(onSync({ tag: OUTBOX_TAG, lastChance: true })).rejects.toThrow('newer version')
  expect(sent).toEqual(['/api/medications', '/api/push/receipt'])
  expect(registered).toEqual([OUTBOX_TAG])
})
