import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { doseCommands } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import type { DeviceId, UserId } from '#domain/lib/ids.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { at, SYDNEY, sampleId, sampleMedication, sampleUser, times } from '#domain/testing/samples.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readReminderViews } from '#src/data/notification-log.ts'
import { write } from '#src/data/write.ts'
import { ownData } from '#src/platform/whose.ts'
import { testDevice, testSource, USER } from '#src/testing/device.ts'
import { logFromNotice } from './notice-log.ts'

const EIGHT = at('2026-11-20 08:00')
const NOW = EIGHT + 2 * MINUTE

let db: DosewellDatabase

/** A device with a dose at 7:55 and one at 8:00. It is 8:02. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('navigator', { userAgent: '' })
  db = (await testDevice()).db
  await db.medications.put(sampleMedication({}, [{ reminderTimes: times('07:55', '08:00') }]))
})
afterEach(() => {
  db.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const doseAtEight = async (): Promise<SlotView> => {
  const views = await readReminderViews(db, SYDNEY, NOW)
  return views.find(({ slot }) => slot.at === EIGHT) as SlotView
}

/** Presses that button on the notification of the dose at 8:00, addressed to that user. */
async function press(action: 'taken' | 'snooze', user = USER): Promise<boolean> {
  const local = { user: sampleUser({ id: USER }), whose: ownData(USER), person: null, db, zone: SYDNEY }
  const slotIds = [(await doseAtEight()).slot.id]
  return logFromNotice(local, action, { kind: 'reminder', user, slotIds, path: '/' })
}

it('S8.1 a notification for whoever used the device before logs nothing', async () => {
  expect(await press('taken', sampleId<UserId>(77))).toBe(false)
  expect((await doseAtEight()).outcome.kind).toBe('open')
})

it('R5.10 “Snooze 10 min” takes the place of a longer snooze that stands', async () => {
  const author = { device: { id: sampleId<DeviceId>(900), name: 'Tablet' }, source: testSource(NOW - MINUTE) }
  const hour = doseCommands(author, { verb: 'snooze', doses: [await doseAtEight()], minutes: 60 })
  expect((await write({ db, source: author.source, zone: SYDNEY }, hour)).ok).toBe(true)
  expect(await press('snooze')).toBe(true)
  expect(((await doseAtEight()).ringStart - NOW) / MINUTE).toBe(10)
})

it('logs a dose of midnight although the clock here is still in the day before', async () => {
  await db.medications.put(sampleMedication({}, [{ reminderTimes: times('00:00') }]))
  const midnight = at('2026-11-21 00:00')
  const views = await readReminderViews(db, SYDNEY, midnight)
  const slotIds = views.filter(({ slot }) => slot.at === midnight).map(({ slot }) => slot.id)
  vi.setSystemTime(midnight - 20_000)
  const local = { user: sampleUser({ id: USER }), whose: ownData(USER), person: null, db, zone: SYDNEY }
  expect(await logFromNotice(local, 'taken', { kind: 'reminder', user: USER, slotIds, path: '/' })).toBe(true)
  const after = await readReminderViews(db, SYDNEY, midnight)
  expect(after.find(({ slot }) => slot.at === midnight)?.outcome.kind).toBe('taken')
})
