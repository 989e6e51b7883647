import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { at, SYDNEY, sampleId, sampleMedication, samplePerson, sampleUser, times } from '#domain/testing/samples.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { rememberUser } from '#src/data/device-store.ts'
import { storePeople } from '#src/data/people-store.ts'
import { REMINDERS_TAG } from '#src/platform/background-sync.ts'

const [ADA, MIA] = [sampleId<UserId>(9201), sampleId<UserId>(9202)]

/** It is typed for a worker, and these tests for a page. */
const SCRIPT: string = '#src/sw/periodic-check.ts'
interface Check {
  onPeriodicSync(event: { tag: string }): Promise<void>
}

let shown: string[]
let badge: number | null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-11-20 08:01') })
  shown = []
  badge = null
  const setAppBadge = async (number: number) => {
    badge = number
  }
  vi.stubGlobal('navigator', { userAgent: '', setAppBadge })
  const registration = {
    getNotifications: async () => [],
    showNotification: async (title: string) => void shown.push(title),
  }
  vi.stubGlobal('self', { registration })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('R11.8 what fails for one holds up nobody else: not their reminder, and not their number on the icon', async () => {
  await rememberUser({ ...sampleUser(), id: ADA, timeZone: SYDNEY })
  await storePeople(ADA, [{ ...samplePerson(), id: MIA as string as PersonId }])
  const db = createDatabase(ADA)
  await db.open()
  await db.medications.put(sampleMedication({}, [{ reminderTimes: times('08:00') }]))
  db.close()
  // As a newer version of the app leaves it.
  const newer = new Dexie(databaseName(MIA))
  newer.version(99).stores({ moons: 'id' })
  await newer.open()
  newer.close()
  const { onPeriodicSync }: Check = await import(SCRIPT)
  await expect(onPeriodicSync({ tag: REMINDERS_TAG })).rejects.toThrow('newer version')
  expect([shown, badge]).toEqual([['Medication Reminder'], 1])
})
